import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { expect, it, vi } from "vitest"
import { get, standaloneServers } from "./support/standalone.js"

const servers = standaloneServers()

/** The environment with a `systemd-notify` that is this shell script, and runs first. */
const withNotify = (name: string, script: string) => {
  const folder = join(servers.directory, name)
  mkdirSync(folder)
  writeFileSync(join(folder, "systemd-notify"), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return { PATH: `${folder}${delimiter}${process.env["PATH"]}`, NOTIFY_SOCKET: join(folder, "socket") }
}

const messagesIn = (file: string): ReadonlyArray<string> => readFileSync(file, "utf8").trim().split("\n")

it("systemd learns that the server is ready, that its event loop runs, and that it stops", async () => {
  const file = join(servers.directory, "messages")
  const environment = withNotify("recording", `echo "$1" >> ${file}; env >> ${file}.env`)
  const server = await servers.start("notifying", {
    ...environment,
    WATCHDOG_USEC: "200000",
    SHUTDOWN_DELAY: "1m",
    JWT_SECRET: "a-secret-of-the-tests-of-32-bytes"
  })
  await vi.waitFor(() => expect(messagesIn(file).length).toBeGreaterThan(3), { timeout: 10_000 })
  expect(new Set(messagesIn(file).slice(1))).toEqual(new Set(["WATCHDOG=1"]))
  expect(messagesIn(file)[0]).toBe("READY=1")
  server.process.kill("SIGTERM")
  // The event loop runs during the delay, too.
  await vi.waitFor(() => expect(messagesIn(file)).toContain("STOPPING=1"), { timeout: 10_000 })
  await vi.waitFor(() => expect(messagesIn(file).at(-1)).toBe("WATCHDOG=1"), { timeout: 10_000 })
  expect(readFileSync(`${file}.env`, "utf8")).toContain(`NOTIFY_SOCKET=${environment.NOTIFY_SOCKET}`)
  expect(readFileSync(`${file}.env`, "utf8")).not.toContain("JWT_SECRET")
  expect(server.stderr()).not.toContain("WARN")
})

it("a watchdog of another process is not fed", async () => {
  const file = join(servers.directory, "others")
  const environment = withNotify("other", `echo "$1" >> ${file}`)
  const server = await servers.start("unwatched", { ...environment, WATCHDOG_PID: "1", WATCHDOG_USEC: "2000" })
  await vi.waitFor(() => expect(messagesIn(file)).toEqual(["READY=1"]), { timeout: 10_000 })
  expect(await server.stop()).toBe(0)
  await vi.waitFor(() => expect(messagesIn(file)).toEqual(["READY=1", "STOPPING=1"]), { timeout: 10_000 })
})

it("a systemd that cannot be notified is one warning, and the server serves and stops", async () => {
  const failing = withNotify("failing", "echo failed for a reason >&2; exit 1")
  const server = await servers.start("unnotified", { ...failing, WATCHDOG_USEC: "2000" })
  await server.logged(/failed for a reason/)
  expect(await get(server, "/api/health")).toMatchObject({ status: 200 })
  expect(await server.stop()).toBe(0)
  expect(server.stderr().match(/cannot be notified/g)).toHaveLength(1)
  expect(server.stderr()).not.toMatch(/ERROR|unexpected/)
})
