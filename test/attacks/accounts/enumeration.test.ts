import { Account } from "@boardwright/core"
import { beforeAll, describe, expect, it } from "vitest"
import { storedReader } from "../../authorization/Stored.js"
import { quantile } from "../../faults/given.js"
import { print } from "../../faults/Load.js"
import { as, onEachStorage } from "../../http/given.js"
import { runCommand } from "../../support/childServer.js"
import type { Answer, TestServer } from "../../support/server.js"
import {
  type JsonAnswer,
  newPerson,
  post,
  signUp,
  type Standalone,
  standaloneServers,
  UNLIMITED
} from "../../support/standalone.js"
import { operate } from "./given.js"
import { errorBody } from "../../support/errorBody.js"

const PASSWORD = "password of someone"
/** Who has an address, as it is asked about. */
const KINDS = ["unknown", "unverified", "verified", "disabled"] as const
type Kind = (typeof KINDS)[number]
type Addresses = Readonly<Record<Kind, string>>

const addressesOf = (domain: string): Addresses => ({
  unknown: `unknown@${domain}`,
  unverified: `unverified@${domain}`,
  verified: `verified@${domain}`,
  disabled: `disabled@${domain}`
})

type Bodies = Readonly<Record<string, { readonly email: string; readonly password?: string }>>

/** Sign-ins that must not tell who has an account; `passwords` gives the right one of an address. */
const signIns = (addresses: Addresses, passwordOf: (kind: Kind) => string): Bodies => ({
  "unknown address": { email: addresses.unknown, password: passwordOf("unknown") },
  "wrong password": { email: addresses.verified, password: "a wrong password" },
  "disabled account": { email: addresses.disabled, password: passwordOf("disabled") },
  "unverified, wrong password": { email: addresses.unverified, password: "a wrong password" },
  "over-long password": { email: addresses.verified, password: passwordOf("verified") + "x".repeat(72) },
  "malformed address": { email: "no address at all", password: PASSWORD }
})
const mailRequests = (addresses: Addresses): Bodies =>
  Object.fromEntries(KINDS.map((kind) => [kind, { email: addresses[kind] }]))

const OWN = /^(?:date|retry-after|x-request-id|x-ratelimit-(?:remaining|reset))$/
/** What answers have to have in common. */
const commonIn = ({ body, headers, status }: Answer | JsonAnswer) => ({
  status,
  body,
  headers: [...headers].filter(([name]) => !OWN.test(name))
})

/** The lines that were added and removed, but for ids, times and the address that was asked about. */
const changes = (before: string, after: string, email: string): ReadonlyArray<string> => {
  const [earlier, later] = [before.split("\n"), after.split("\n")]
  return [...later.filter((line) => !earlier.includes(line)), ...earlier.filter((line) => !later.includes(line))].map(
    (line) =>
      line
        .replaceAll(email, "EMAIL")
        .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID")
        .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d(?::\d\d)?)?/g, "TIME")
  )
}

onEachStorage("who has an account is not told", (server) => {
  const addresses = addressesOf("example.com")
  let stored: () => Promise<string>
  beforeAll(async () => {
    const create = (kind: Kind, verified: boolean) =>
      operate(server(), Account.createAccount({ name: kind, email: addresses[kind], password: PASSWORD, verified }))
    const [, , disabled] = [
      await create("unverified", false),
      await create("verified", true),
      await create("disabled", true)
    ]
    await operate(server(), Account.disableAccount(disabled.id))
    await server().deliver()
    stored = await storedReader(server())
  })

  /** Asks each question and gives what came back and what was written, both without what is each one's own. */
  const outcomes = async (server: TestServer, path: string, bodies: Bodies) => {
    const all: Array<{ readonly name: string; readonly outcome: unknown }> = []
    for (const [name, body] of Object.entries(bodies)) {
      const before = await stored()
      const answer = await as(server, null).post(path, body)
      all.push({ name, outcome: { ...commonIn(answer), written: changes(before, await stored(), body.email) } })
      await server.deliver()
    }
    return all
  }

  it("by signing in: one answer, and nothing is written", async () => {
    const all = await outcomes(
      server(),
      "/api/auth/signin",
      signIns(addresses, () => PASSWORD)
    )
    const [first] = all
    expect(first?.outcome).toMatchObject({
      status: 401,
      body: errorBody("Invalid credentials"),
      written: []
    })
    expect(all).toEqual(all.map(({ name }) => ({ name, outcome: first?.outcome })))
  })

  it.each(["forgot-password", "resend-verification"])(
    "by %s: one answer, and one mail job is written",
    async (path) => {
      const all = await outcomes(server(), `/api/auth/${path}`, mailRequests(addresses))
      const [first] = all
      expect(first?.outcome).toMatchObject({ status: 200, written: [expect.stringContaining("EMAIL")] })
      expect(all).toEqual(all.map(({ name }) => ({ name, outcome: first?.outcome })))
    }
  )
})

onEachStorage(
  "who has an account is not told by the throttle of sign-ins",
  (server) => {
    it("answers and writes alike before and after the limit", async () => {
      const addresses = addressesOf("throttled.example.com")
      const create = (kind: "unverified" | "verified" | "disabled", verified: boolean) =>
        operate(server(), Account.createAccount({ name: kind, email: addresses[kind], password: PASSWORD, verified }))
      await create("unverified", false)
      await create("verified", true)
      await operate(server(), Account.disableAccount((await create("disabled", true)).id))
      await server().deliver()
      const stored = await storedReader(server())
      const outcomes: Array<unknown> = []
      for (const kind of KINDS) {
        const before = await stored()
        const answers: Array<unknown> = []
        for (let at = 0; at < 5; at++) {
          const answer = await as(server(), null).post("/api/auth/signin", {
            email: addresses[kind],
            password: "wrong"
          })
          answers.push(commonIn(answer))
        }
        outcomes.push({ answers, written: changes(before, await stored(), addresses[kind]) })
      }
      const [first] = outcomes
      expect(first).toMatchObject({
        answers: [{ status: 401 }, { status: 401 }, { status: 401 }, { status: 429 }, { status: 429 }],
        written: []
      })
      expect(outcomes).toEqual(KINDS.map(() => first))
    })
  },
  { accountLimits: { account: 3, mail: 5 } }
)

describe("how long an answer takes", () => {
  const servers = standaloneServers()
  const addresses = addressesOf("example.com")
  let server: Standalone
  beforeAll(async () => {
    server = await servers.start("timed", { ...UNLIMITED, BCRYPT_WORKERS: "2" })
    await signUp(server, "unverified")
    await Promise.all([newPerson(server, "verified"), newPerson(server, "disabled")])
    await runCommand(["user", "disable", addresses.disabled], { DATA_DIR: server.dataDir }).ended
  }, 60_000)

  /** Milliseconds of each question, asked so often by some clients at once: each asks all of them, round after round. */
  const timed = async (path: string, bodies: Bodies, tries: number, clients: number) => {
    const millis: Record<string, Array<number>> = Object.fromEntries(Object.keys(bodies).map((name) => [name, []]))
    const client = async () => {
      for (let round = 0; round < tries / clients; round++) {
        // In no order: a question may be slowed by what the one before it left to do.
        const order = Object.entries(bodies).map((each) => [Math.random(), each] as const)
        for (const [, [name, body]] of order.toSorted(([a], [b]) => a - b)) {
          const from = performance.now()
          await post(server, path, body)
          millis[name]?.push(performance.now() - from)
        }
      }
    }
    await Promise.all(Array.from({ length: clients }, client))
    expect(Object.values(millis).map(({ length }) => length)).toEqual(Object.keys(bodies).map(() => tries))
    const medians = Object.entries(millis).map(([name, all]) => [name, quantile(all), all.length] as const)
    print(`${path}: ${medians.map(([name, median, tries]) => `${name} ${median.toFixed(1)} ms (${tries})`).join(", ")}`)
    return medians.map(([, median]) => median)
  }

  it("at a sign-in does not tell who has an account", async () => {
    const bodies = signIns(addresses, (kind) => `password of ${kind}`)
    // Two threads hash: neither client waits for the other's password.
    const medians = await timed("/api/auth/signin", bodies, 40, 2)
    expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(2)
    // bcrypt is at work each time: cost 12 takes a tenth of a second on no machine.
    expect(Math.min(...medians)).toBeGreaterThan(50)
    expect(await post(server, "/api/auth/signin", bodies["disabled account"])).toMatchObject({ status: 401 })
  }, 300_000)

  it.each(["forgot-password", "resend-verification"])("of %s does not tell who has one", async (path) => {
    const medians = await timed(`/api/auth/${path}`, mailRequests(addresses), 40, 1)
    const least = Math.min(...medians)
    expect(Math.max(...medians)).toBeLessThan(Math.max(least + 10, least * 2))
  })
})
