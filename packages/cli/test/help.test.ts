import { readFileSync, rmSync } from "node:fs"
import { stripVTControlCharacters } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { LAUNCHER, runCommand, temporaryDirectory } from "../../../test/support/childServer.js"
import { onTerminal } from "../../../test/support/pseudoTerminal.js"
import { commands } from "../src/commandLine/commands.js"
import { VARIABLES } from "../src/settings.js"
import { inMebi, MAX_UNZIPPED } from "@boardwright/spreadsheet"

const directory = temporaryDirectory()
afterAll(() => rmSync(directory, { recursive: true }))

const run = async (...words: ReadonlyArray<string>) => {
  const child = runCommand(words, {}, directory)
  return { code: await child.ended, stdout: child.stdout(), stderr: child.stderr() }
}

const onTerminalWith = (environment: Readonly<Record<string, string>>) =>
  onTerminal([process.execPath, LAUNCHER, "--help"], environment, { cwd: directory })

describe("boardwright --help", () => {
  it("is text on standard output that lists every command", async () => {
    const { code, stderr, stdout } = await run("--help")
    expect([code, stderr]).toEqual([0, ""])
    const entries = commands.getAllEntries()
    expect(entries).toHaveLength(20)
    for (const { name, target } of entries)
      expect(stdout).toMatch(new RegExp(`^  ${name.original} +${target.brief}$`, "m"))
    expect(stdout).toBe(stripVTControlCharacters(stdout))
  })

  it.each([[[]], [["help"]], [["-h"]]])("is also the output for %j", async (words: ReadonlyArray<string>) => {
    expect(await run(...words)).toEqual(await run("--help"))
  })

  it("has colours on a terminal, and none with NO_COLOR or TERM=dumb", async () => {
    const [colourful, ...plain] = [
      onTerminalWith({}),
      onTerminalWith({ NO_COLOR: "1" }),
      onTerminalWith({ TERM: "dumb" })
    ]
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
  it("lists its usage, arguments and options", async () => {
    const { code, stderr, stdout } = await run("export", "--help")
    expect([code, stderr]).toEqual([0, ""])
    expect(stdout).toMatch(/^USAGE\n  boardwright export <BOARD>\n/)
    expect(stdout).toMatch(
      /\nOPTIONS\n     \[--format\]  csv\|json\|xlsx: .*\n  -o \[--output\]  FILE: the file to write/
    )
    expect(stdout).toMatch(/\nARGUMENTS\n  BOARD  The board's id or name\n$/)
    expect(await run("help", "export")).toEqual({ code, stderr, stdout })
  })

  it("shows which options are required", async () => {
    const { stdout } = await run("user", "create", "-h")
    expect(stdout).toMatch(/^USAGE\n  boardwright user create \(--email EMAIL\) \(--name NAME\)\n/)
  })

  it("says how large an Excel file may be", async () => {
    const { stdout } = await run("import", "--help")
    expect(stdout).toContain(`XLSX (at most ${inMebi(MAX_UNZIPPED)} unzipped)`)
  })

  it("lists the variables that configure the server, in lines that fit a terminal", async () => {
    const { code, stderr, stdout } = await run("serve", "--help")
    expect([code, stderr]).toEqual([0, ""])
    const listed = stdout.split("\nEnvironment variables, each also as NAME_FILE")[1] ?? ""
    expect([...listed.matchAll(/^  ([A-Z][A-Z_]+) /gm)].map(([, name]) => name)).toEqual(VARIABLES)
    expect(listed).toMatch(/^  PORT +the port to listen on; .*; else 3000$/m)
    expect(listed).not.toMatch(/^.{111}/m)
    expect(stdout).not.toContain("`")
  })

  it("lists the commands of a group", async () => {
    const { stdout } = await run("migrate", "-h")
    expect(stdout).toMatch(/\n\nCOMMANDS\n  status  Show .*\n  up      Bring .*\n$/)
  })
})

it("boardwright --version writes the version of the package", async () => {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
  expect(await run("--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" })
})

describe("a wrong command line", () => {
  it.each([
    ["sreve", '"sreve" is not a command; did you mean serve?', ""],
    ["whatever", '"whatever" is not a command', ""],
    ["constructor", '"constructor" is not a command', ""],
    ["--nonsense", "--nonsense is not an option", ""],
    ["--constructor", "--constructor is not an option", ""],
    ["hlep", '"hlep" is not a command', ""],
    ["user foo", '"foo" is not a command', "user"],
    ["user shwo Ada", '"shwo" is not a command; did you mean show?', "user"],
    ["export \u2400 --format csv", "BOARD has no value", "export"],
    ["token mint --as \u2400", "--as has no value", "token mint"],
    ["help nothing", '"nothing" is not a command', ""],
    ["migrate", "a command is missing: status or up", "migrate"],
    ["migrate dwon", '"dwon" is not a command', "migrate"],
    ["migrate up now", '"now" is one argument too many', "migrate up"],
    ["serve --port 80", "--port is not an option", "serve"],
    ["export", "BOARD is missing", "export"],
    ["export Garden --frmat csv", "--frmat is not an option; did you mean --format?", "export"],
    ["export Garden --constructor csv", "--constructor is not an option", "export"],
    ["export Garden -x", "-x is not an option", "export"],
    ["export Garden --x", "--x is not an option", ""],
    ["export Garden --format cvs", '--format must be csv, json or xlsx, not "cvs"', "export"],
    ["export Garden --output", "--output is missing or has no value", "export"],
    ["export Garden --output --bom", "--output is missing or has no value", "export"],
    ["export Garden --output=", "--output has no value", ""],
    ["export Garden --as a --as b", "--as is given twice", "export"],
    ["export Garden --bom --bom", "--bom is given twice", "export"],
    ["export Garden --bom=maybe", '--bom must be true or false, not "maybe"', "export"],
    [
      "user set-password Ada --passwrd-stdin",
      "--passwrd-stdin is not an option; did you mean --password-stdin?",
      "user set-password"
    ],
    ["user create", "--email is missing or has no value; --name is missing or has no value", "user create"],
    ["completions bsh", 'SHELL must be bash, zsh or fish, not "bsh"', "completions"]
  ])("%s gets one line on standard error, and exit code 2", async (words, line, help) => {
    const see = ["boardwright", help, "--help"].filter(Boolean).join(" ")
    // A word that is empty, such as a variable of a script that is not set.
    expect(await run(...words.split(" ").map((word) => word.replace("\u2400", "")))).toEqual({
      code: 2,
      stdout: "",
      stderr: `boardwright: ${line} (see ${see})\n`
    })
  })
})

describe("a command line", () => {
  beforeAll(() => runCommand(["migrate", "up"], { DATA_DIR: directory }, directory).ended)

  it.each([
    ["export --as=nobody@example.com Garden --format csv"],
    ["export Garden --format=csv --as nobody@example.com"],
    ["export --format csv --as nobody@example.com -- --Garden"]
  ])("%s is read in any order", async (words) => {
    const child = runCommand(words.split(" "), { DATA_DIR: directory }, directory)
    expect([await child.ended, child.stderr()]).toEqual([
      4,
      "boardwright: --as: no user has the address nobody@example.com\n"
    ])
  })
})
