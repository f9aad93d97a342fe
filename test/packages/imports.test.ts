import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, inject, it } from "vitest"
import { run, succeed } from "./run.js"
import { specifiersOf } from "./specifiers.js"

const LIGHT = new Set(["core", "testing", "client"])
const [full, light] = [inject("full"), inject("light")]

/** Imports each, and prints how many names it has and which native modules are loaded by then. */
const REPORT = `
const report = (specifier, module) => {
  const natives = process.report.getReport().sharedObjects.filter((file) => file.endsWith(".node"))
  console.log(JSON.stringify({ specifier, names: Object.keys(module).length, natives }))
}
`

const imported = async (app: string, file: string, source: string) => {
  writeFileSync(join(app, file), REPORT + source)
  const { code, stderr, stdout } = await run(app, process.execPath, file)
  assert.deepStrictEqual([code, stderr], [0, ""])
  const lines: ReadonlyArray<{ specifier: string; names: number; natives: ReadonlyArray<string> }> = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
  return lines
}

const esm = (specifiers: ReadonlyArray<string>) =>
  specifiers.map((name) => `report("${name}", await import("${name}"))\n`).join("")
const cjs = (specifiers: ReadonlyArray<string>) =>
  specifiers.map((name) => `report("${name}", require("${name}"))\n`).join("")

describe("installed in an empty app", () => {
  const specifiers = inject("packs").flatMap(specifiersOf)

  it("everything is imported from ESM", async () => {
    const lines = await imported(full, "all.mjs", esm(specifiers))
    assert.deepStrictEqual(
      lines.map(({ specifier }) => specifier),
      specifiers
    )
    for (const { names, specifier } of lines) assert.isAbove(names, 0, specifier)
  })

  it("everything is required from CommonJS, and is the same", async () => {
    const required = await imported(full, "all.cjs", cjs(specifiers))
    const lines = await imported(full, "all.mjs", esm(specifiers))
    assert.deepStrictEqual(
      required.map(({ names, specifier }) => [specifier, names]),
      lines.map(({ names, specifier }) => [specifier, names])
    )
  })

  it("the command runs", async () => {
    const { manifest } = inject("packs").find(({ folder }) => folder === "cli") ?? assert.fail("there is no cli")
    const bin = join(full, "node_modules/.bin/boardwright")
    assert.strictEqual((await succeed(full, bin, "--version")).trim(), manifest.version)
  })
})

interface Locked {
  readonly optional?: boolean
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

type Lock = Readonly<Record<string, Locked>>

const lockOf = (app: string): Lock => JSON.parse(readFileSync(join(app, "package-lock.json"), "utf8")).packages

/** The packages of an app that hold or build native modules, and those that run something when they are installed. */
const nativesIn = async (app: string): Promise<ReadonlyArray<string>> => {
  const found = await succeed(app, "find", "node_modules", "-name", "*.node", "-o", "-name", "binding.gyp")
  const holding = found.split("\n").map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1])
  const running = Object.entries(lockOf(app)).map(([path, { hasInstallScript }]) =>
    hasInstallScript === true ? path.replace("node_modules/", "") : undefined
  )
  return [...new Set([...holding, ...running])].filter((name) => name !== undefined)
}

describe("core, testing and client alone", () => {
  const packages = lockOf(light)
  const lockedAs = (name: string): Locked => packages[`node_modules/${name}`] ?? {}

  /** The packages that come with these, optional ones as well. Nothing here is installed in two versions. */
  const treeOf = (names: Iterable<string>): ReadonlySet<string> => {
    const tree = new Set(names)
    for (const name of tree) {
      const { dependencies, optionalDependencies } = lockedAs(name)
      for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) tree.add(next)
    }
    return tree
  }

  it("core comes with no native module, and with nothing that runs at installation", async () => {
    const tree = treeOf(["@boardwright/core"])
    assert.isTrue(tree.has("effect"))
    assert.deepStrictEqual(
      (await nativesIn(light)).filter((name) => tree.has(name)),
      []
    )
    assert.include((await nativesIn(full)).join(), "sqlite")
  })

  it("what is native in the trees of client and testing is optional, and never loaded", async () => {
    for (const name of await nativesIn(light)) assert.isTrue(lockedAs(name).optional, `${name} is native`)
    const specifiers = inject("packs")
      .filter(({ folder }) => LIGHT.has(folder))
      .flatMap(specifiersOf)
    for (const [file, source] of [["light.mjs", esm(specifiers)] as const, ["light.cjs", cjs(specifiers)] as const]) {
      const lines = await imported(light, file, source)
      assert.deepStrictEqual(
        lines.flatMap(({ natives }) => natives),
        []
      )
    }
  })
})
