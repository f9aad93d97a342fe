import { execFileSync, spawnSync } from "node:child_process"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { LAUNCHER, runCommand, temporaryDirectory } from "../../../test/support/childServer.js"
import { commands } from "../src/commandLine/commands.js"

const directory = temporaryDirectory()
afterAll(() => rmSync(directory, { recursive: true }))

const outputOf = async (...words: ReadonlyArray<string>): Promise<string> => {
  const child = runCommand(words, {})
  expect([await child.ended, child.stderr()]).toEqual([0, ""])
  return child.stdout()
}

describe("completions bash", () => {
  const script = join(directory, "script")
  beforeAll(async () => {
    writeFileSync(script, await outputOf("completions", "bash"))
    for (const name of ["tasks.csv", "two words.csv"]) writeFileSync(join(directory, name), "")
  })

  /** What bash offers for the last of these words. */
  const offered = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
    const run = `
      boardwright() { '${process.execPath}' '${LAUNCHER}' "$@"; }
      source ./script
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
      _boardwright; printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync("bash", ["--norc", "-c", run, "bash", "boardwright", ...words], {
      cwd: directory,
      encoding: "utf8"
    })
      .split("\n")
      .filter((line) => line !== "")
      .toSorted()
  }

  it("is accepted by bash", () => {
    expect(spawnSync("bash", ["-n", script], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" })
  })

  it.each([
    ["mig", "migrate"],
    ["migrate ", "status up"],
    ["migrate s", "status"],
    ["migrate up --j", "--json"],
    ["completions ", "bash fish zsh"],
    ["completions b", "bash"],
    ["user -", "--help"],
    ["nothing -", ""],
    ["export --format ", "csv json xlsx"],
    ["export Garden --format j", "json"],
    ["export Garden --f", "--force --format"],
    ["user list --", "--help --json --search"],
    ["import --board t", ""],
    ["import --rejects ta", "tasks.csv"],
    ["export -o ta", "tasks.csv"]
  ])("%j is completed by %j", (words, expected) => {
    expect(offered(words.split(" "))).toEqual(expected.split(" ").filter(Boolean))
  })

  it("completes files, also with blanks in their names", () => {
    expect(offered(["import", "t"])).toEqual(["tasks.csv", "two words.csv"])
  })
})

describe("proposals", () => {
  it("are the commands, each with its description", async () => {
    const lines = commands.getAllEntries().map(({ name, target }) => `${name.original}\t${target.brief}\n`)
    expect(await outputOf("__complete", "")).toBe(lines.join(""))
  })

  it.each(["zsh", "fish"])("are what the script for %s asks for", async (shell) => {
    expect(await outputOf("completions", shell)).toMatch(/\bboardwright __complete .*2>\/dev\/null/)
  })
})
