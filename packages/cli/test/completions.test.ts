import { execFileSync, spawnSync } from "node:child_process"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Args, Command, Options } from "@effect/cli"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runCommand, temporaryDirectory } from "../../../test/support/childServer.js"
import { commands } from "../src/commands/index.js"
import { completionScript } from "../src/terminal/completions/completionScript.js"
import { shapeOf } from "../src/terminal/shapeOf.js"

const directory = temporaryDirectory()
afterAll(() => rmSync(directory, { recursive: true }))

const written = async (shell: string): Promise<string> => {
  const child = runCommand(["completions", shell], {})
  expect([await child.ended, child.stderr()]).toEqual([0, ""])
  return child.stdout()
}

/** What bash offers for the last of these words. */
const offered = (script: string, words: ReadonlyArray<string>): ReadonlyArray<string> =>
  execFileSync(
    "bash",
    [
      "--norc",
      "-c",
      `
    source ${script}
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    _boardwright; printf '%s\\n' "\${COMPREPLY[@]}"`,
      "bash",
      ...words
    ],
    { cwd: directory, encoding: "utf8" }
  )
    .split("\n")
    .filter((line) => line !== "")
    .toSorted()

describe("completions bash", () => {
  const script = join(directory, "bash-script")
  beforeAll(async () => writeFileSync(script, await written("bash")))

  it("is accepted by bash", () => {
    expect(spawnSync("bash", ["-n", script], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" })
  })

  it.each([
    [["mig"], ["migrate"]],
    [
      ["migrate", ""],
      ["status", "up"]
    ],
    [["migrate", "s"], ["status"]],
    [["migrate", "up", "--j"], ["--json"]],
    [
      ["completions", ""],
      ["bash", "fish", "zsh"]
    ],
    [["completions", "b"], ["bash"]],
    [["nothing", "-"], ["--help"]]
  ])("%j is completed by %j", (words, expected) => {
    expect(offered(script, ["boardwright", ...words])).toEqual(expected)
  })
})

describe("options with values, and files", () => {
  const take = Command.make("take", {
    file: Args.text({ name: "FILE" }),
    form: Options.choice("form", ["csv", "json"]).pipe(Options.withAlias("f"), Options.withDescription("it's: a form")),
    rejects: Options.text("rejects").pipe(Options.withPseudoName("FILE")),
    board: Options.text("board")
  })
  const root = shapeOf(Command.make("boardwright").pipe(Command.withSubcommands([take])))
  const script = join(directory, "files-script")
  beforeAll(() => {
    writeFileSync(script, completionScript("bash", root))
    for (const name of ["tasks.csv", "two words.csv"]) writeFileSync(join(directory, name), "")
  })

  it.each([
    [
      ["take", "--form", ""],
      ["csv", "json"]
    ],
    [["take", "-f", "j"], ["json"]],
    [
      ["take", "t"],
      ["tasks.csv", "two words.csv"]
    ],
    [["take", "--rejects", "ta"], ["tasks.csv"]],
    [["take", "--board", "t"], []],
    [
      ["take", "--"],
      ["--board", "--form", "--help", "--rejects"]
    ]
  ])("%j is completed by %j", (words, expected) => {
    expect(offered(script, ["boardwright", ...words])).toEqual(expected)
  })

  it("descriptions are quoted for zsh and fish", () => {
    expect(completionScript("zsh", root)).toContain(String.raw`'--form:it'\''s: a form'`)
    expect(completionScript("fish", root)).toContain(String.raw`-l form -s f -x -a 'csv json' -d 'it'\''s: a form'`)
  })
})

it.each(["zsh", "fish"])("completions %s names every command, and describes all there is", async (shell) => {
  const script = await written(shell)
  for (const { name } of commands) expect(script).toMatch(new RegExp(`\\b${name}\\b`))
  expect(script).not.toMatch(/-d ''|:'(?= |\))/)
})
