import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it, vi } from "vitest"
import { withAdmin } from "../support/postgres/TestPostgres.js"
import { linkIn, open, signUp, type Standalone, standaloneServers } from "../support/standalone.js"
import { type Behaviour, FaultyMailServer } from "./FaultyMailServer.js"
import { DATABASES, type DatabaseName, environmentOn } from "./given.js"
import { print } from "./Load.js"

const servers = standaloneServers()
vi.setConfig({ testTimeout: 180_000 })
const mailServers: Array<FaultyMailServer> = []
afterAll(() => Promise.all(mailServers.map((each) => each.close())))

const SIGN_UPS = 3
const WITHIN_MILLIS = 60_000

const mailServer = async (): Promise<FaultyMailServer> => {
  const mails = new FaultyMailServer()
  mailServers.push(mails)
  await mails.behave("well")
  return mails
}

/** Where a server keeps its data. */
interface Place {
  /** Starts it on the data it has. */
  readonly start: () => Promise<Standalone>
  /** Everything stored, as text. */
  readonly stored: () => Promise<string>
}

const placeOn = async (database: DatabaseName, fault: string, mails: FaultyMailServer): Promise<Place> => {
  const name = `${database} ${fault}`
  const environment = await environmentOn(database)
  const mailing = { ...environment, SMTP_URL: mails.url, LOG_LEVEL: "debug", BCRYPT_WORKERS: "1" }
  const { DATABASE_URL } = environment
  return {
    start: () => servers.start(name, mailing),
    stored: async () =>
      DATABASE_URL === undefined ? storedFiles(join(servers.directory, name)) : storedRows(DATABASE_URL)
  }
}

/** All files of a server, as text. */
const storedFiles = (dataDir: string): string => {
  const names = readdirSync(dataDir)
  expect(names).toContain("boardwright.db-wal")
  return names.map((name) => readFileSync(join(dataDir, name), "latin1")).join("\n")
}

/** All rows of a server's tables, as text. */
const storedRows = (url: string): Promise<string> =>
  withAdmin(url, async (client) => {
    const tables = await client.query("select tablename from pg_tables where schemaname = current_schema()")
    const texts: Array<string> = []
    for (const { tablename } of tables.rows) {
      const { rows } = await client.query(`select t::text as row from ${tablename} t`)
      texts.push(...rows.map(({ row }) => String(row)))
    }
    return texts.join("\n")
  })

const signUps = async (server: Standalone, prefix: string): Promise<ReadonlyArray<string>> => {
  const emails: Array<string> = []
  for (let index = 0; index < SIGN_UPS; index += 1) {
    emails.push((await signUp(server, `${prefix}-${index}`)).email)
  }
  return emails
}

/** Waits until each address has received `count` emails. */
const delivered = async (mails: FaultyMailServer, emails: ReadonlyArray<string>, count = 1): Promise<void> => {
  const all = () => expect(emails.filter((email) => mails.countTo(email) < count)).toEqual([])
  await vi.waitFor(all, { timeout: 2 * WITHIN_MILLIS, interval: 20 })
}

/** Checks that no mailed token is stored or logged. */
const keepsTokensToItself = async (place: Place, server: Standalone, mails: FaultyMailServer): Promise<void> => {
  const kept = await place.stored()
  // Guards against checking empty files.
  expect(kept).toContain("@example.com")
  for (const { text } of mails.accepted) {
    const token = new URL(linkIn(text ?? "")).searchParams.get("token") ?? ""
    expect(token).toHaveLength(64)
    expect(kept).not.toContain(token)
    expect(kept).not.toContain(Buffer.from(token, "hex").toString("latin1"))
    expect(server.stdout() + server.stderr()).not.toContain(token)
  }
}

const expectSurvivalOf = async (database: DatabaseName, behaviour: Behaviour): Promise<void> => {
  const mails = await mailServer()
  const place = await placeOn(database, behaviour, mails)
  const server = await place.start()
  await mails.behave(behaviour)
  const emails = await signUps(server, "during")
  if (behaviour === "down") await server.logged(/mail not sent, will be tried again/)
  else await vi.waitFor(() => expect(mails.faults).toBeGreaterThan(0), { timeout: 20_000, interval: 20 })
  // A lasting fault also affects the second attempt.
  if (behaviour !== "slow" && behaviour !== "silent") await server.logged(/(will be tried again[\s\S]*){4}/)
  if (behaviour === "slow") await delivered(mails, emails)
  else expect(mails.accepted).toEqual([])

  const from = performance.now()
  await mails.behave("well")
  const later = signUps(server, "after")
  await delivered(mails, emails)
  const millis = performance.now() - from
  await delivered(mails, await later)
  const links = mails.accepted.map(({ text }) => linkIn(text ?? ""))
  for (const link of links) expect((await open(link))[1]).toContain("verified=true")
  await keepsTokensToItself(place, server, mails)
  expect(await server.stop()).toBe(0)
  expect(mails.accepted).toHaveLength(2 * SIGN_UPS)
  print(
    `${database}, ${behaviour}: ${2 * SIGN_UPS} sign-ups, each mail once, those that waited within ${Math.round(millis)} ms of recovery`
  )
  expect(millis).toBeLessThan(WITHIN_MILLIS)
}

const expectSurvivalOfKill = async (database: DatabaseName): Promise<void> => {
  const mails = await mailServer()
  const place = await placeOn(database, "killed", mails)
  const first = await place.start()
  await delivered(mails, await signUps(first, "early"))
  let killed = false
  mails.beforeAnswer = async () => {
    if (killed) return
    killed = true
    first.process.kill("SIGKILL")
    await first.ended
  }
  // The response may be lost with the server.
  const emails = ["late@example.com"]
  const request = signUp(first, "late").catch(() => null)
  expect(await first.ended).toBe("SIGKILL")
  await request
  const from = performance.now()
  const second = await place.start()
  const others = await signUps(second, "other")
  await delivered(mails, emails, 2)
  const millis = performance.now() - from
  await delivered(mails, others)
  await keepsTokensToItself(place, second, mails)
  expect(await second.stop()).toBe(0)
  expect(others.map((email) => mails.countTo(email))).toEqual(others.map(() => 1))
  expect(emails.map((email) => mails.countTo(email))).toEqual([2])
  print(
    `${database}, killed between sending and marking: that mail twice, all others once; again after ${Math.round(millis)} ms`
  )
  expect(millis).toBeLessThan(WITHIN_MILLIS)
}

const FAULTS = ["down", "slow", "silent", "4xx", "5xx", "closes after DATA"] as const

describe.concurrent("sign-ups work whatever the mail server does, and each email is delivered once it recovers", () => {
  for (const database of DATABASES) {
    it.for(FAULTS)(`on ${database}: %s`, (fault) => expectSurvivalOf(database, fault))
    it(`on ${database}: after a kill between sending and marking, that email is sent twice`, () =>
      expectSurvivalOfKill(database))
  }
})
