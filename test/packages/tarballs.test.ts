import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { assert, describe, inject, it } from "vitest"
import { ROOT, run } from "./run.js"

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))

describe.each(inject("packs"))("$name as it is packed", ({ installed, manifest, tarball }) => {
  const files = filesIn(installed)

  it("holds what is built, its sources and its documents, and nothing else", () => {
    const others = files.filter((file) => !/^(dist|src|bin)\/.*\.(js|ts|map|tsx|css)$/.test(file))
    assert.sameMembers(others, ["LICENSE", "README.md", "package.json"])
    assert.deepStrictEqual(
      files.filter((file) => /test\/|\.test\.|tsbuildinfo/.test(file)),
      []
    )
  })

  it("has the source of every map, and so no file that is built of none any more", () => {
    const maps = files.filter((file) => file.endsWith(".map"))
    const lost = maps.flatMap((map) => {
      const { sources }: { sources: ReadonlyArray<string> } = JSON.parse(readFileSync(join(installed, map), "utf8"))
      return sources.filter((source) => !existsSync(join(installed, dirname(map), source)))
    })
    assert.isAbove(maps.length, 0)
    assert.deepStrictEqual(lost, [], "built of sources that are gone: remove dist and build again")
  })

  it("says its licence, and for which Node it is", () => {
    const licence = readFileSync(join(installed, "LICENSE"), "utf8")
    assert.strictEqual(licence, readFileSync(join(ROOT, "LICENSE"), "utf8"))
    assert.deepStrictEqual([manifest.license, manifest.engines?.node], ["MIT", ">=20.19"])
  })

  it("is clean to publint", async () => {
    const { code, stdout } = await run(ROOT, "publint", "run", tarball, "--strict")
    assert.strictEqual(code, 0, stdout)
    assert.include(stdout, "All good!")
  })
})

// Only what has something to import has types that can be wrong.
describe.each(inject("packs").filter(({ manifest }) => manifest.exports !== undefined))("$name", ({ tarball }) => {
  it("is clean to Are The Types Wrong", async () => {
    const { code, stdout } = await run(ROOT, "attw", tarball, "--profile", "esm-only", "--format", "ascii")
    assert.strictEqual(code, 0, stdout)
  })
})
