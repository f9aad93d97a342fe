import { describe, expect, it } from "vitest"
import { LAUNCHER, runCommand } from "../../../test/support/childServer.js"
import { onTerminal } from "../../../test/support/pseudoTerminal.js"
import { type Place, places, said } from "./userRuns.js"

const place = places()
const COMMAND = [process.execPath, LAUNCHER]
const ANSI = "\u001B["
const PASSWORD = "correct horse battery"
const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/

const lines = (text: string): ReadonlyArray<string> => text.replace(/\n$/, "").split("\n")

/** The cells of aligned lines, cut where those of the first line begin. Two blanks must precede each. */
const cellsOf = ([first = "", ...rows]: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const starts = [...first.matchAll(/\S+/g)].map(({ index }) => index)
  return [first, ...rows].map((row) =>
    starts.map((start, at) => {
      expect([row, row.slice(Math.max(0, start - 2), start).trim()]).toEqual([row, ""])
      return row.slice(start, starts[at + 1]).trimEnd()
    })
  )
}

/** Runs a command without prompts on a terminal. */
const seen = async (words: ReadonlyArray<string>, { environment }: Place) => {
  const child = onTerminal([...COMMAND, ...words], environment)
  const code = await child.ended
  return { code, text: child.text(), output: child.output() }
}

/** Runs a command with its output piped. */
const piped = async (words: ReadonlyArray<string>, { run }: Place) => {
  const { code, stderr, stdout } = await run(words)
  expect([code, stderr + stdout]).toEqual([0, expect.not.stringContaining(ANSI)])
  return { cells: lines(stdout).map((line) => line.split("\t")), stderr, stdout }
}

const demo = async (): Promise<Place & { readonly owner: string }> => {
  const made = await place()
  const { stdout } = await made.run(["seed", "--demo"])
  return { ...made, owner: stdout.split("\t")[0] ?? "" }
}

const demoOnce = (() => {
  let made: ReturnType<typeof demo> | undefined
  return () => (made ??= demo())
})()

describe("the list of a command", () => {
  it.each([
    [["user", "list"], ["EMAIL", "NAME", "STATE", "CREATED", "ID"], 5],
    [["workspace", "list"], ["NAME", "OWNER", "CREATED", "ID"], 1],
    [["board", "list", "--workspace", "Fernhill (demo)"], ["NAME", "MEMBERS", "CREATED", "ID"], 3]
  ])("%j is a table with headings on a terminal, and tab-separated lines elsewhere", async (words, head, rows) => {
    const there = await demoOnce()
    const { code, output, text } = await seen(words, there)
    expect([code, output]).toEqual([0, expect.stringContaining(`${ANSI}1m`)])
    const { cells, stderr } = await piped(words, there)
    expect([cells.length, stderr]).toEqual([rows, ""])
    expect(cellsOf(lines(text))).toEqual([head, ...cells])
  })

  it("has a line for each field of a user", async () => {
    const there = await demoOnce()
    const words = ["user", "show", there.owner]
    const { code, output, text } = await seen(words, there)
    expect([code, output]).toEqual([0, expect.not.stringContaining(ANSI)])
    const { cells } = await piped(words, there)
    const names = ["id", "email", "name", "state", "created", "verified", "disabled", "company"]
    expect(cells.map(([name]) => name)).toEqual(names)
    expect(cellsOf(lines(text))).toEqual(cells)
  })

  it("has the migrations that `migrate up` applied", async () => {
    const [fresh, other] = [await place(), await place()]
    const { code, output, text } = await seen(["migrate", "up"], fresh)
    expect([code, output]).toEqual([0, expect.stringContaining(`${ANSI}1m`)])
    const { cells } = await piped(["migrate", "up"], other)
    expect(cells[0]).toEqual(["applied", "0001_accounts"])
    expect(cellsOf(lines(text).slice(0, -1))).toEqual([["STATE", "MIGRATION"], ...cells])
    expect(lines(text).at(-1)).toMatch(/boardwright\.db is up to date$/)
  })
})

describe("the result of a command", () => {
  it("is one line, on a terminal and elsewhere", async () => {
    const there = await place()
    await there.user("ada@example.com", PASSWORD)
    const outcomes = [
      ["verify", "the address ada@example.com is verified"],
      ["disable", "ada@example.com is disabled: every session has ended, and API tokens are refused"],
      ["enable", "ada@example.com can sign in again"]
    ] as const
    for (const [name, line] of outcomes) {
      const words = ["user", name, "ada@example.com"]
      expect(await seen(words, there)).toMatchObject({ code: 0, text: `${line}\n`, output: `${line}\r\n` })
      expect(await there.run(words)).toEqual(said(line))
    }
  })

  it("is the id of a new user, after a prompt for the password", async () => {
    const there = await place()
    const create = (email: string) => ["user", "create", "--email", email, "--name", "Ada", "--verified"]
    const child = onTerminal([...COMMAND, ...create("ada@example.com")], there.environment)
    for (const question of [/Password of ada@example\.com: $/, /Once more: $/]) {
      await child.shown(question)
      child.type(`${PASSWORD}\r`)
    }
    expect(await child.ended).toBe(0)
    expect(lines(child.text()).slice(-2)).toEqual([expect.stringMatching(ID), "ada@example.com can sign in"])
    expect(child.text()).not.toContain(PASSWORD)
    const piped = await there.run([...create("bob@example.com"), "--password-stdin"], PASSWORD)
    expect(piped).toMatchObject({ code: 0, stderr: "bob@example.com can sign in\n" })
    expect(piped.stdout).toMatch(new RegExp(`^${ID.source}\n$`))
  })

  it("is a token on its own line", async () => {
    const there = await demoOnce()
    const { code, output, text } = await seen(["token", "mint", "--as", there.owner], there)
    expect([code, output]).toEqual([0, expect.not.stringContaining(ANSI)])
    expect(text).toMatch(/^bw_pat_\w{36}\na token of \S+ to read, write, manage, valid until \S+Z; its id is [\w-]+\n$/)
  })
})

describe("the server's log", () => {
  const FIRST = ["Boardwright listens on http://127.0.0.1:", "data is in /", "mails go to files in /"]

  it("is readable on a terminal, where Ctrl-C ends the server", async () => {
    const { environment } = await place()
    const child = onTerminal([...COMMAND, "serve"], { ...environment, PORT: "0" })
    await child.shown(/mails go to .*\n/)
    expect(lines(child.text())).toEqual(
      FIRST.map((line) => expect.stringMatching(new RegExp(String.raw`^\[[\d:.]+\] INFO \(#\d+\): ${line}`)))
    )
    expect(child.output()).toContain(ANSI)
    child.type("\u0003")
    expect(await child.ended).toBe(0)
  })

  it("is JSON lines elsewhere", async () => {
    const { environment } = await place()
    const child = runCommand(["serve"], { ...environment, PORT: "0" })
    await child.logged(/mails go/)
    child.process.kill("SIGTERM")
    expect(await child.ended).toBe(0)
    expect(child.stderr()).not.toContain(ANSI)
    const messages = lines(child.stderr()).map((line) => JSON.parse(line).message)
    expect(messages.slice(0, 3)).toEqual(FIRST.map((line) => expect.stringContaining(line)))
  })
})
