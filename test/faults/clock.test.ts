import { renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, vi } from "vitest"
import {
  get,
  open,
  mailFiles,
  mailedLink,
  post,
  standaloneServers,
  type Standalone,
  signUp
} from "../support/standalone.js"
import { DATABASES, type DatabaseName, environmentOn, somebody } from "./given.js"
import { print } from "./Load.js"
import { faketimeLibrary } from "./tools.js"

const servers = standaloneServers()
vi.setConfig({ testTimeout: 120_000 })

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A server whose clock can be shifted and runs on from there. */
const startWithClock = async (database: DatabaseName, name: string) => {
  const file = join(servers.directory, `${database} ${name}.clock`)
  const setTo = (millis: number): void => {
    // Atomically, so that no half-written file is read.
    writeFileSync(`${file}.new`, `${millis < 0 ? "-" : "+"}${Math.abs(millis) / 1000}\n`)
    renameSync(`${file}.new`, file)
  }
  setTo(0)
  const server = await servers.start(`${database} ${name}`, {
    ...(await environmentOn(database)),
    LD_PRELOAD: faketimeLibrary(),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    // Timers keep their duration: setting a clock does not change how fast time passes.
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    RATE_LIMIT_AUTH: "20",
    RATE_LIMIT_GENERAL: "10"
  })
  return { server, setTo }
}

/** Sends requests until the rate limit refuses one. */
const exhaust = async (server: Standalone, token: string): Promise<void> => {
  const statuses: Array<number> = []
  while (statuses.at(-1) !== 429 && statuses.length < 50) {
    statuses.push((await get(server, "/api/auth/me", token)).status)
  }
  expect(statuses.at(-1)).toBe(429)
}

const tokenOf = (link: string): string => new URL(link).searchParams.get("token") ?? ""

describe.each(DATABASES)("on %s", (database) => {
  it("8 days later sessions and mailed tokens have expired for good, rate limits are reset, and emails are sent", async () => {
    const { server, setTo } = await startWithClock(database, "ahead")
    const { person, token } = await somebody(server, "ann")
    await signUp(server, "bob")
    const verification = await mailedLink(server, "bob@example.com")
    await post(server, "/api/auth/forgot-password", { email: person.email })
    await vi.waitFor(() => expect(mailFiles(server)).toHaveLength(3), { timeout: 10_000 })
    const reset = tokenOf(await mailedLink(server, person.email))
    expect(await get(server, "/api/auth/me", token)).toMatchObject({ status: 200 })
    // On PostgreSQL the database's clock counts, which is unchanged.
    if (database === "SQLite") await exhaust(server, token)

    setTo(8 * DAY)
    expect(await get(server, "/api/auth/me", token)).toMatchObject({ status: 401 })
    expect((await open(verification))[1]).toContain("/verify-error")
    const useReset = () => post(server, "/api/auth/reset-password", { token: reset, password: "another password" })
    expect(await useReset()).toMatchObject({ status: 400, body: { error: "Invalid or expired token" } })
    const fresh = await post(server, "/api/auth/signin", person)
    expect(fresh).toMatchObject({ status: 200 })
    expect(await get(server, "/api/auth/me", fresh.body.token)).toMatchObject({ status: 200 })
    await signUp(server, "cat")
    expect((await open(await mailedLink(server, "cat@example.com")))[1]).toContain("verified=true")

    // The clock is corrected: what had expired stays expired, and new tokens and sessions work.
    expect(await get(server, "/api/auth/me", token)).toMatchObject({ status: 401 })
    expect(await useReset()).toMatchObject({ status: 400, body: { error: "Invalid or expired token" } })
    expect((await open(verification))[1]).toContain("/verify-error")
    await signUp(server, "eve")
    expect((await open(await mailedLink(server, "eve@example.com")))[1]).toContain("verified=true")
    expect(await post(server, "/api/auth/signin", person)).toMatchObject({ status: 200 })
    print(`${database}, clock +8 days: all expired, and nothing revived when it was put right again`)
    expect(await server.stop()).toBe(0)
  })

  it("2 hours earlier nothing used or expired is valid again, rate limits are reset, and emails are sent", async () => {
    const { server, setTo } = await startWithClock(database, "behind")
    const { person, token } = await somebody(server, "ann")
    await post(server, "/api/auth/forgot-password", { email: person.email })
    await vi.waitFor(() => expect(mailFiles(server)).toHaveLength(2), { timeout: 10_000 })
    const reset = tokenOf(await mailedLink(server, person.email))
    const useReset = (password: string) => post(server, "/api/auth/reset-password", { token: reset, password })
    expect(await useReset("another password")).toMatchObject({ status: 200 })
    expect(await get(server, "/api/auth/me", token)).toMatchObject({ status: 401 })
    const changed = { ...person, password: "another password" }
    const later = await post(server, "/api/auth/signin", changed)
    expect(later).toMatchObject({ status: 200 })
    if (database === "SQLite") await exhaust(server, later.body.token)

    setTo(-2 * HOUR)
    expect(await useReset("a third password")).toMatchObject({
      status: 400,
      body: { error: "Invalid or expired token" }
    })
    expect(await get(server, "/api/auth/me", token)).toMatchObject({ status: 401 })
    // A session from the future is refused until then, and a rate limit window from the future does not block.
    expect(await get(server, "/api/auth/me", later.body.token)).toMatchObject({ status: 401 })
    const now = await post(server, "/api/auth/signin", changed)
    expect(now).toMatchObject({ status: 200 })
    expect(await get(server, "/api/auth/me", now.body.token)).toMatchObject({ status: 200 })
    const from = performance.now()
    await signUp(server, "bob")
    expect((await open(await mailedLink(server, "bob@example.com")))[1]).toContain("verified=true")
    print(
      `${database}, clock -2 hours: nothing revived, limits free, a mail after ${Math.round(performance.now() - from)} ms`
    )
    expect(await server.stop()).toBe(0)
  })
})
