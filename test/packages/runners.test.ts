import { readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, inject, it } from "vitest"
import { install } from "./install.js"
import { run } from "./run.js"

const packs = inject("packs")
const tarballs = new Map(packs.map(({ name, tarball }) => [name, tarball]))
const folder = dirname(inject("light"))

/** The snippets of the README for these runners, by the word after `js`. */
const readme = readFileSync(join(inject("light"), "node_modules/@boardwright/testing/README.md"), "utf8")
const snippet = (use: string): string =>
  new RegExp(`^\`\`\`js ${use}\\n(.*?)^\`\`\`$`, "ms").exec(readme)?.[1] ?? assert.fail(`the README has no ${use}`)

const appWith = async (name: string, runner: Readonly<Record<string, string>>): Promise<string> =>
  install(join(folder, name), tarballs, { "@boardwright/testing": "", ...runner })

describe("fakes run beside", () => {
  it.each(["2.1.9", "4.1.12"])("vitest %s, which npm installs without a conflict", async (version) => {
    const app = await appWith(`vitest-${version}`, { vitest: version })
    writeFileSync(join(app, "board.test.js"), snippet("jest").replace(/^/, 'import { expect, test } from "vitest"\n'))
    const { code, stderr } = await run(app, join(app, "node_modules/.bin/vitest"), "run")
    assert.deepStrictEqual([code, stderr], [0, ""])
  })

  it("the vitest that the contract suites need, which npm finds", async () => {
    const any = { "@boardwright/testing": "", vitest: "*", "@effect/vitest": "*" }
    const app = await install(join(folder, "any-vitest"), tarballs, any, "--package-lock-only")
    const { packages } = JSON.parse(readFileSync(join(app, "package-lock.json"), "utf8"))
    const found = ["vitest", "@effect/vitest"].map((name) => packages[`node_modules/${name}`].version)
    assert.match(found.join(" "), /^3\.\d+\.\d+ 0\.30\.\d+$/)
  })

  it("Jest, as the README has it", async () => {
    const app = await appWith("jest", { jest: "30.2.0" })
    writeFileSync(join(app, "board.test.js"), snippet("jest"))
    const script = "NODE_OPTIONS=--experimental-vm-modules node_modules/.bin/jest --ci"
    assert.include(readme, "NODE_OPTIONS=--experimental-vm-modules npx jest")
    const { code, stderr } = await run(app, "sh", "-c", script)
    assert.include(stderr, "Tests:       1 passed, 1 total")
    assert.strictEqual(code, 0)
  })

  it("node:test, as the README has it", async () => {
    const app = inject("light")
    writeFileSync(join(app, "board.test.js"), snippet("node"))
    const { code, stdout } = await run(app, process.execPath, "--test")
    assert.match(stdout, /pass 1\b/)
    assert.strictEqual(code, 0)
  })
})
