import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, inject, it } from "vitest"
import type { Pack } from "./install.js"
import { run, tsc, type TypeScript } from "./run.js"
import { type Snippet, snippetsOf, write } from "./snippets.js"
import { specifiersOf } from "./specifiers.js"

/** Their declarations name what node declares: a consumer has @types/node. */
const ON_NODE = ["node", "embed", "cli"]
const needsNode = (specifier: string): boolean =>
  specifier.endsWith("/node") || ON_NODE.some((name) => specifier === `@boardwright/${name}`)

const packs = inject("packs")
const app = inject("full")
const snippets = packs.flatMap(snippetsOf)

const everyName = (name: string, specifiers: ReadonlyArray<string>): Snippet => ({
  folder: "",
  file: name,
  use: "compile",
  code: specifiers
    .map((specifier, index) => `import * as all${index} from "${specifier}"\nexport { all${index} }\n`)
    .join("")
})

const CONTRACT = "@boardwright/testing/contract"
const all = [...packs.flatMap((pack: Pack) => specifiersOf(pack)), CONTRACT]
const plain = [
  everyName(
    "plain",
    all.filter((name) => !needsNode(name))
  )
]
const onNode = [everyName("on-node", all.filter(needsNode))]
for (const snippet of snippets) (ON_NODE.includes(snippet.folder) ? onNode : plain).push(snippet)

/** The least that Effect's own declarations are content with. */
const LIB = ["ES2022", "DOM", "DOM.Iterable"]

const compile = (version: TypeScript, name: string, moduleResolution: string, consumers: ReadonlyArray<Snippet>) => {
  const types = consumers === onNode ? ["node"] : []
  const module = moduleResolution === "bundler" ? "ESNext" : "NodeNext"
  const project = `tsconfig.${name}.${moduleResolution}.${version}.json`
  const compilerOptions = { target: "ES2022", lib: LIB, types, module, moduleResolution, strict: true, noEmit: true }
  const options = { compilerOptions: { ...compilerOptions, skipLibCheck: false }, files: write(app, consumers) }
  writeFileSync(join(app, project), JSON.stringify(options))
  return tsc(app, version, "-p", project)
}

// TypeScript 7 finds that declarations of vitest 3 and of chai disagree.
const withoutVitest = [
  everyName(
    "plain-without-vitest",
    all.filter((name) => !needsNode(name) && name !== CONTRACT)
  ),
  ...plain.slice(1).filter(({ code }) => !/vitest|testing\/contract/.test(code))
]

describe("declarations, with skipLibCheck off", () => {
  it.each([
    ["5.9", "nodenext", plain],
    ["5.9", "bundler", plain],
    ["7", "nodenext", withoutVitest]
  ] as const)(
    "what is for any platform, by TypeScript %s and %s without the types of node",
    async (version, resolution, consumers) => {
      const { code, stdout } = await compile(version, "plain", resolution, consumers)
      assert.deepStrictEqual([stdout, code], ["", 0])
    }
  )

  it.each([
    ["5.9", "nodenext"],
    ["7", "nodenext"],
    ["7", "bundler"]
  ] as const)("what is for Node, by TypeScript %s and %s", async (version, resolution) => {
    const { code, stdout } = await compile(version, "on-node", resolution, onNode)
    assert.deepStrictEqual([stdout, code], ["", 0])
  })
})

describe("the snippets of the packages' READMEs", () => {
  it("every package but the command has one", () => {
    const without = packs.filter(({ folder }) => snippets.every((snippet) => snippet.folder !== folder))
    assert.deepStrictEqual(
      without.map(({ folder }) => folder),
      ["cli"]
    )
  })

  it("run as they are written", async () => {
    const runnable = snippets.filter(({ use }) => use === "run")
    const files = write(app, runnable)
    const flags = ["--target", "ES2022", "--module", "NodeNext", "--skipLibCheck", "--lib", LIB.join()]
    const { stdout } = await tsc(app, "7", "--types", "node", ...flags, ...files)
    assert.strictEqual(stdout, "")
    for (const file of files) {
      const { code, stderr } = await run(app, process.execPath, file.replace(".ts", ".js"))
      assert.deepStrictEqual([file, code, stderr], [file, 0, ""])
    }
  })

  it("pass as tests where they are tests", async () => {
    const files = write(
      app,
      snippets.filter(({ use }) => use === "test")
    )
    const vitest = join(app, "node_modules/.bin/vitest")
    const { code, stderr, stdout } = await run(app, vitest, "run", "--reporter", "json", ...files)
    assert.strictEqual(code, 0, stdout + stderr)
    const { numPassedTests, numTotalTests } = JSON.parse(stdout)
    assert.deepStrictEqual([numPassedTests, files.length], [numTotalTests, 3])
    assert.isAbove(numTotalTests, 100)
  })
})
