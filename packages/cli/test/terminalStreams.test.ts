import { once } from "node:events"
import { rmSync, writeFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { LAUNCHER, runCommand, temporaryDirectory } from "../../../test/support/childServer.js"
import { onTerminal } from "../../../test/support/pseudoTerminal.js"

const directory = temporaryDirectory()
afterAll(() => rmSync(directory, { recursive: true }))

const COMMAND = [process.execPath, LAUNCHER]

describe("migrate status", () => {
  it("is a table on a terminal, tab-separated lines elsewhere, and a list with --json", async () => {
    const child = onTerminal([...COMMAND, "migrate", "status"], { DATA_DIR: directory })
    expect(await child.ended).toBe(0)
    expect(child.text()).toMatch(/^STATE {4}MIGRATION\npending {2}0001_accounts\n/)
    const plain = runCommand(["migrate", "status"], { DATA_DIR: directory })
    expect(await plain.ended).toBe(0)
    expect(plain.stdout()).toMatch(/^pending\t0001_accounts\n/)
    const json = runCommand(["migrate", "status", "--json"], { DATA_DIR: directory })
    expect(await json.ended).toBe(0)
    expect(json.stdout().split("\n").length).toBe(2)
    expect(JSON.parse(json.stdout())[0]).toEqual({ state: "pending", name: "0001_accounts" })
  })

  it("writes everything but data to standard error", async () => {
    const words = [...COMMAND, "migrate", "status"]
    const child = onTerminal(words, { DATA_DIR: directory }, { redirections: ">/dev/null" })
    expect(await child.ended).toBe(0)
    expect(child.text()).toMatch(/^\S+boardwright\.db is out of date; [^\n]+\n$/)
  })
})

describe("user delete", () => {
  it("asks on a terminal, unless it was told not to", async () => {
    const environment = { DATA_DIR: join(directory, "users") }
    const email = "ada@example.com"
    const file = join(directory, "password")
    writeFileSync(file, "correct horse\n")
    const words = ["user", "create", "--email", email, "--name", "Ada", "--password-file", file]
    expect(await runCommand(words, environment).ended).toBe(0)
    const asking = onTerminal([...COMMAND, "user", "delete", email], environment)
    await asking.shown(/Delete ada@example\.com for good, with the workspaces that nobody else is in\? \[y\/N\]/)
    asking.type("n\r")
    expect(await asking.ended).toBe(130)
    expect(await runCommand(["user", "show", email], environment).ended).toBe(0)
    expect(await onTerminal([...COMMAND, "user", "delete", email, "--yes"], environment).ended).toBe(0)
    expect(await runCommand(["user", "show", email], environment).ended).toBe(4)
  })
})

describe("standard output", () => {
  it("that its reader closes ends the command silently", async () => {
    const child = runCommand(["completions", "bash"], {})
    child.process.stdout?.destroy()
    expect(await child.ended).toBe(141)
    expect(child.stderr()).toBe("")
  })

  it("on a full disk fails with one line", async () => {
    const words = [...COMMAND, "completions", "bash"]
    const child = onTerminal(words, {}, { redirections: ">/dev/full" })
    expect(await child.ended).toBe(1)
    expect(child.text()).toBe("boardwright: standard output cannot be written: ENOSPC\n")
  })
})

describe("a running command", () => {
  /** One that waits for a database which takes connections and never answers. */
  const waiting = async () => {
    const server = createServer().listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const environment = {
      DATABASE_URL: `postgres://someone:secret@127.0.0.1:${port}/boards`,
      JWT_SECRET: "a secret of at least thirty-two bytes"
    }
    return { environment, connected: once(server, "connection"), close: () => server.close() }
  }

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143]
  ] as const)("is ended silently by %s, with exit code %i", async (signal, code) => {
    const { close, connected, environment } = await waiting()
    const child = runCommand(["migrate", "status"], environment)
    await connected
    child.process.kill(signal)
    expect([await child.ended, child.stdout(), child.stderr()]).toEqual([code, "", ""])
    close()
  })

  it("is ended by Ctrl-C on a terminal", async () => {
    const { close, connected, environment } = await waiting()
    const child = onTerminal([...COMMAND, "migrate", "status"], environment)
    await connected
    child.type("\u0003")
    expect(await child.ended).toBe(130)
    close()
  })
})

it("a wrong setting ends a command with exit code 78 and one line", async () => {
  const child = runCommand(["migrate", "status"], { PORT: "http" })
  expect(await child.ended).toBe(78)
  expect(child.stderr()).toBe("boardwright: PORT: must be a whole number from 0 to 65535\n")
})
