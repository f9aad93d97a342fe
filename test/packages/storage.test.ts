import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, inject, it, onTestFinished } from "vitest"
import { newEmptyDatabase } from "../support/postgres/databases.js"
import { run, succeed, tsc } from "./run.js"

interface Locked {
  readonly optional?: boolean
  readonly hasInstallScript?: boolean
}

const locked = (app: string): ReadonlyArray<readonly [path: string, Locked]> =>
  Object.entries(JSON.parse(readFileSync(join(app, "package-lock.json"), "utf8")).packages)

const [bare, onPostgres] = [inject("bare"), inject("onPostgres")]

/** Where compilers leave what they make for Node. */
const compiled = (app: string) => succeed(app, "find", "node_modules", "-path", "*/build/Release/*")

const script = (app: string, file: string, code: string) => {
  writeFileSync(join(app, file), code)
  return run(app, process.execPath, file)
}

/** Opens a storage and prints why that fails. */
const refusal = async (app: string, storage: string): Promise<unknown> => {
  const { code, stderr, stdout } = await script(
    app,
    "refused.mjs",
    `import { createBoardwright, postgres, sqlite } from "@boardwright/embed"
    const refused = await createBoardwright({ storage: ${storage}, authenticate: () => null }).catch((error) => error)
    console.log(JSON.stringify([refused.name, refused.code, refused.message]))`
  )
  assert.deepStrictEqual([code, stderr], [0, ""])
  return JSON.parse(stdout)
}

const notInstalled = (name: string) => [
  "BoardwrightError",
  "StorageNotUsable",
  `StorageNotUsable: this storage needs a package that is not installed: npm i ${name}`
]

describe("an app with embed alone", () => {
  it("gets an error that says what to install, from the storage that it opens", async () => {
    assert.deepStrictEqual(await refusal(bare, 'sqlite("tasks.db")'), notInstalled("@boardwright/sqlite"))
    const onServer = 'postgres({ url: "postgres://localhost/tasks" })'
    assert.deepStrictEqual(await refusal(bare, onServer), notInstalled("@boardwright/postgres"))
  })

  it("compiles against its declarations, without those of a database", async () => {
    const code = `import { createBoardwright, postgres, sqlite } from "@boardwright/embed"
      export const hubs = [sqlite("tasks.db"), postgres({ url: process.env["DATABASE_URL"], schema: "tasks" })].map(
        (storage) => createBoardwright({ storage, jwtSecret: process.env["JWT_SECRET"] })
      )`
    writeFileSync(join(bare, "hubs.ts"), code)
    const types = join(inject("full"), "node_modules/@types")
    const compilerOptions = { target: "ES2022", module: "NodeNext", strict: true, noEmit: true, skipLibCheck: false }
    const lib = ["ES2022", "DOM", "DOM.Iterable"]
    const project = {
      compilerOptions: { ...compilerOptions, lib, typeRoots: [types], types: ["node"] },
      files: ["hubs.ts"]
    }
    writeFileSync(join(bare, "tsconfig.json"), JSON.stringify(project))
    const { code: status, stdout } = await tsc(bare, "7", "-p", "tsconfig.json")
    assert.deepStrictEqual([stdout, status], ["", 0])
  })
})

describe("an app with embed and postgres", () => {
  it("has no driver of SQLite, and has compiled nothing", async () => {
    const packages = locked(onPostgres)
    const names = packages.map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length))
    assert.include(names, "pg")
    assert.deepStrictEqual(
      names.filter((name) => /sqlite/.test(name)),
      []
    )
    // What runs at installation is optional, and found its binary.
    for (const [path, { hasInstallScript, optional }] of packages) {
      if (hasInstallScript === true) assert.isTrue(optional, path)
    }
    assert.strictEqual(await compiled(onPostgres), "")
    assert.isFalse(existsSync(join(onPostgres, "node_modules/@boardwright/sqlite")))
  })

  it("works on a database, by its address and by a pool in a schema", async () => {
    const { drop, url } = await newEmptyDatabase()
    onTestFinished(drop)
    const { code, stderr, stdout } = await script(
      onPostgres,
      "hub.mjs",
      `import { asUser, createBoardwright, postgres } from "@boardwright/embed"
      import pg from "pg"
      const url = ${JSON.stringify(url)}
      const pool = new pg.Pool({ connectionString: url })
      for (const storage of [postgres({ url }), postgres({ pool, schema: "tasks" })]) {
        const hub = await createBoardwright({ storage, authenticate: () => asUser("ada") })
        await hub.workspaces.create(asUser("ada"), { name: "Garden" })
        const answer = await hub.fetch(new Request("http://localhost/api/workspaces"))
        console.log(answer.status, (await hub.workspaces.list(asUser("ada"))).total)
        await hub.close()
      }
      console.log((await pool.query("select name from tasks.boardwright_workspace")).rows[0].name)
      await pool.end()`
    )
    assert.deepStrictEqual([stdout, stderr, code], ["200 1\n200 1\nGarden\n", "", 0])
  })
})
