import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { temporaryDirectory } from "../../../test/support/childServer.js"
import { onTerminal } from "../../../test/support/pseudoTerminal.js"

const directory = temporaryDirectory()
afterAll(() => rmSync(directory, { recursive: true }))

const script = join(directory, "asks.mjs")

// In one file, which starts four times as fast.
beforeAll(() =>
  build({
    entryPoints: [fileURLToPath(new URL("terminal/asks.mjs", import.meta.url))],
    outfile: script,
    bundle: true,
    format: "esm",
    platform: "node",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url)' }
  })
)

const asking = (words: ReadonlyArray<string>, redirections = "") =>
  onTerminal([process.execPath, script, ...words], {}, { redirections })

describe("on a terminal", () => {
  it("a line answers a question", async () => {
    const child = asking(["name"])
    await child.shown(/Name\? $/)
    child.type("Jo Doe\r")
    expect(await child.ended).toBe(0)
    expect(child.text()).toMatch(/answer: "Jo Doe"\n$/)
  })

  it.each([
    ["y", true],
    ["YES", true],
    ["", false],
    ["yesterday", false]
  ])("%j to whether it is sure means %s", async (keys, answer) => {
    const child = asking(["sure"])
    await child.shown(/Sure\? \[y\/N\] $/)
    child.type(`${keys}\r`)
    expect(await child.ended).toBe(0)
    expect(child.text()).toMatch(new RegExp(`answer: ${answer}\n$`))
  })

  it("a secret is asked for twice, can be corrected, and is never shown", async () => {
    const child = asking(["secret"], ">/dev/null")
    await child.shown(/Password: $/)
    child.type("hunter3\u007F2\r")
    await child.shown(/Once more: $/)
    child.type("nonsense\u0015hunter2\r")
    expect(await child.ended).toBe(0)
    expect(child.text()).toBe("Password: \nOnce more: \n")
  })

  it("a secret may be typed ahead", async () => {
    const child = asking(["secret"])
    await child.shown(/Password: $/)
    child.type("pass word \u00E9\rpass word \u00E9\r")
    expect(await child.ended).toBe(0)
    expect(child.text()).toMatch(/answer: "pass word \u00E9"\n$/)
  })

  it("two different secrets are refused", async () => {
    const child = asking(["secret"])
    await child.shown(/Password: $/)
    child.type("one\rtwo\r")
    expect(await child.ended).toBe(0)
    expect(child.text()).toMatch(/UsageError: the two entries differ\n$/)
  })

  it.each(["name", "secret"])("Ctrl-C cancels the question for a %s", async (what) => {
    const child = asking([what])
    await child.shown(/(\?|:) $/)
    child.type("\u0003")
    expect(await child.ended).toBe(0)
    expect(child.text()).toMatch(/Cancelled: \n$/)
  })

  it("progress is drawn, and erased at the end", async () => {
    const child = asking(["progress"])
    expect(await child.ended).toBe(0)
    expect(child.text()).toMatch(/importing \[-{24}\] 0%.*importing \[#{24}\] 100%.*answer: "done"\n$/s)
    expect(child.output()).toContain('\r\u001B[2Kanswer: "done"')
  })
})

describe("without a terminal", () => {
  it.each([
    ["name", "give --name"],
    ["sure", "give --yes"],
    ["secret", "give --password-stdin"],
    ["password", "give --password-stdin or --password-file"]
  ])("no prompt asks for %s", async (what, instead) => {
    const child = asking([what], "</dev/null")
    expect(await child.ended).toBe(0)
    expect(child.text()).toBe(`UsageError: this is not a terminal, so nothing can be asked: ${instead}\n`)
  })

  it("progress is not drawn", async () => {
    const child = asking(["progress"], "2>&1 | cat")
    expect(await child.ended).toBe(0)
    expect(child.text()).toBe('answer: "done"\n')
  })

  const file = join(directory, "password")
  beforeAll(() => writeFileSync(file, "hunter2\r\n"))

  it.each([
    ["standard input, less its line end", ["stdin"], `<${file}`, 'answer: "hunter2"'],
    ["a file, less its line end", ["file", file], "", 'answer: "hunter2"'],
    ["no file", ["file", `${file}s`], "", `NoSuchThing: --password-file: ${file}s could not be read`],
    ["both", ["stdin", file], "", "UsageError: --password-stdin and --password-file: give one of them"],
    ["a terminal", ["stdin"], "", "UsageError: --password-stdin reads what is piped in; leave it out to be asked"]
  ])("a password by %s", async (_, words, redirections, line) => {
    const child = asking(["password", ...words], redirections)
    expect(await child.ended).toBe(0)
    expect(child.text()).toBe(`${line}\n`)
  })
})
