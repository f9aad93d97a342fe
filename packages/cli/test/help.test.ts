import { readFileSync, rmSync } from "node:fs"
import { stripVTControlCharacters } from "node:util"
import { afterAll, describe, expect, it } from "vitest"
import { LAUNCHER, runCommand, temporaryDirectory } from "../../../test/support/childServer.js"
import { onTerminal } from "../../../test/support/pseudoTerminal.js"
import { commands } from "../src/commands/index.js"
import { VARIABLES } from "../src/settings.js"

const directory = temporaryDirectory()
afterAll(() => rmSync(directory, { recursive: true }))

const run = async (...words: ReadonlyArray<string>) => {
  const child = runCommand(words, {}, directory)
  return { code: await child.ended, stdout: child.stdout(), stderr: child.stderr() }
}

const asked = (environment: Readonly<Record<string, string>>, redirections = "") =>
  onTerminal([process.execPath, LAUNCHER, "--help"], environment, { cwd: directory, redirections })

describe("boardwright --help", () => {
  it("is text on standard output that lists every command", async () => {
    const { code, stderr, stdout } = await run("--help")
    expect([code, stderr]).toEqual([0, ""])
    for (const { name, summary } of commands)
      expect(stdout).toMatch(new RegExp(`^  ${name} .*${summary.slice(0, 20)}`, "m"))
    expect(stdout).toBe(stripVTControlCharacters(stdout))
  })

  it.each([[[]], [["help"]], [["-h"]]])("is what %j answers, too", async (words: ReadonlyArray<string>) => {
    expect(await run(...words)).toEqual(await run("--help"))
  })

  it("has colours on a terminal, and none with NO_COLOR or TERM=dumb", async () => {
    const [colourful, ...plain] = [asked({}), asked({ NO_COLOR: "1" }), asked({ TERM: "dumb" })]
    const { stdout } = await run("--help")
    expect(await colourful.ended).toBe(0)
    expect(colourful.output()).not.toBe(stripVTControlCharacters(colourful.output()))
    expect(colourful.text()).toBe(stdout)
    for (const child of plain) {
      expect(await child.ended).toBe(0)
      expect(child.output().replaceAll("\r\n", "\n")).toBe(stdout)
    }
  })
})

describe("the help of a command", () => {
  it("tells its usage, arguments and options", async () => {
    const { code, stderr, stdout } = await run("completions", "--help")
    expect([code, stderr]).toEqual([0, ""])
    expect(stdout).toMatch(
      /^Write a script .*\n\nUsage: boardwright completions SHELL\n\nArguments:\n  SHELL  bash, zsh or fish\n/
    )
    expect(await run("help", "completions")).toEqual({ code, stderr, stdout })
  })

  it("tells how large an Excel file may be", async () => {
    const { stdout } = await run("import", "--help")
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("- is standard input (XLSX: at most 64 MiB unzipped)")
  })

  it("tells which variables configure the server", async () => {
    const { code, stderr, stdout } = await run("serve", "--help")
    expect([code, stderr]).toEqual([0, ""])
    const told = stdout.split("\nEnvironment variables, each also as NAME_FILE")[1] ?? ""
    expect([...told.matchAll(/^  ([A-Z][A-Z_]+) /gm)].map(([, name]) => name)).toEqual(VARIABLES)
    expect(told).toMatch(/^  PORT +the port to listen on; .*; else 3000$/m)
    expect(stdout).not.toContain("`")
  })

  it("lists the commands below it", async () => {
    const { stdout } = await run("migrate", "-h")
    expect(stdout).toMatch(/\n\nCommands:\n  status  Show .*\n  up      Bring /)
  })
})

it("boardwright --version answers the version of the package", async () => {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
  expect(await run("--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" })
})

describe("a wrong command line", () => {
  it.each([
    [["sreve"], '"sreve" is no command; did you mean serve? (see boardwright --help)'],
    [["--nonsense"], "--nonsense is no option (see boardwright --help)"],
    [["help", "nothing"], '"nothing" is no command (see boardwright --help)'],
    [["migrate"], "a command is missing: status or up (see boardwright migrate --help)"],
    [["migrate", "up", "now"], '"now" is one argument too many (see boardwright migrate up --help)'],
    [["serve", "--port", "80"], "--port is no option (see boardwright serve --help)"]
  ])("%j gets one line on standard error, and exit code 2", async (words: ReadonlyArray<string>, line) => {
    expect(await run(...words)).toEqual({ code: 2, stdout: "", stderr: `boardwright: ${line}\n` })
  })
})
