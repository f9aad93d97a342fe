import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, inject, it } from "vitest"
import { run, tsc, type TypeScript } from "./run.js"

const app = inject("full")

/** What an app does with the hub, in a function that needs no module syntax. */
const USE = `
const use = async ({ asUser, BoardwrightError, createBoardwright, sqlite, toNodeHandler }: typeof Embed) => {
  const hub = await createBoardwright({
    storage: sqlite(":memory:"),
    users: {
      existing: (ids) => ids.filter((id) => id === "ada"),
      findByEmail: (email) => (email === "ada@example.com" ? { id: "ada", name: "Ada", email } : undefined)
    },
    authenticate: ({ header }) => (header("x-user") === undefined ? null : asUser(String(header("x-user")))),
    rateLimits: false
  })
  const ada = hub.as("ada")
  const { id: workspaceId } = await ada.workspaces.create({ name: "Garden" })
  const board: Embed.BoardDetails = await hub.boards.create(asUser("ada"), { name: "Spring", workspaceId })
  const task = await ada.tasks.create({ boardId: board.id, name: "Dig", assignees: ["ada"] })
  const missing: unknown = await ada.tasks.get("none").catch((error: unknown) => error)
  const thing = missing instanceof BoardwrightError && missing.code === "NotFound" ? missing.details.thing : "nothing"
  createServer(toNodeHandler(hub))
  await hub.close()
  console.log(task.assignees.length, thing)
}
`

const STATIC = `import * as Embed from "@boardwright/embed"
import { createServer } from "node:http"
${USE}
void use(Embed)
`

const DYNAMIC = `import type * as Embed from "@boardwright/embed" with { "resolution-mode": "import" }
import { createServer } from "node:http"
${USE}
void import("@boardwright/embed").then(use)
`

/** Compiles an app of one file with these options and nothing else but what emits it; and what the compiler prints. */
const compile = async (version: TypeScript, file: string, code: string, options: object): Promise<string> => {
  const project = `tsconfig.${file}.json`
  writeFileSync(join(app, file), code)
  const compilerOptions = { target: "ES2022", types: ["node"], skipLibCheck: true, ...options }
  writeFileSync(join(app, project), JSON.stringify({ compilerOptions, files: [file] }))
  return (await tsc(app, version, "-p", project)).stdout
}

const runs = async (file: string): Promise<void> => {
  const { code, stderr, stdout } = await run(app, process.execPath, file)
  assert.deepStrictEqual([stdout, stderr, code], ["1 Task\n", "", 0])
}

describe("an app that embeds compiles, and runs,", () => {
  it.each([
    ["with strict", "5.9", { strict: true }],
    ["with strict by TypeScript 7", "7", { strict: true }],
    ["without strict", "7", { strict: false }],
    ["with exactOptionalPropertyTypes", "7", { strict: true, exactOptionalPropertyTypes: true }]
  ] as const)("%s", async (title, version, options) => {
    const name = title.replaceAll(" ", "-")
    assert.strictEqual(await compile(version, `${name}.mts`, STATIC, { module: "NodeNext", ...options }), "")
    await runs(`${name}.mjs`)
  })

  it("as CommonJS by nodenext", async () => {
    assert.strictEqual(await compile("7", "nodenext.cts", STATIC, { module: "NodeNext", strict: true }), "")
    await runs("nodenext.cjs")
  })

  it("as CommonJS by node16, which takes import() alone", async () => {
    assert.include(await compile("5.9", "static.cts", STATIC, { module: "Node16", strict: true }), "error TS1479")
    assert.strictEqual(await compile("5.9", "node16.cts", DYNAMIC, { module: "Node16", strict: true }), "")
    await runs("node16.cjs")
  })

  it("but not by node10", async () => {
    const options = { module: "CommonJS", moduleResolution: "node10", strict: true }
    assert.include(await compile("5.9", "node10.ts", STATIC, options), "error TS")
  })
})
