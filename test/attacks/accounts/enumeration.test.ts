import { Account } from "@boardwright/core"
import { beforeAll, describe, expect, it } from "vitest"
import { storedReader } from "../../authorization/Stored.js"
import { onServer } from "../../http/given.js"
import type { Answer, TestServer } from "../../support/server.js"
import { type Addresses, addressesOf, type Bodies, KINDS, mailRequests, operate, PASSWORD, signIns } from "./given.js"
import { errorBody } from "../../support/errorBody.js"

const OWN = /^(?:date|retry-after|x-request-id|x-ratelimit-(?:remaining|reset))$/
/** What answers have to have in common. */
const commonIn = ({ body, headers, status }: Answer) => ({
  status,
  body,
  headers: [...headers].filter(([name]) => !OWN.test(name))
})

/** The lines that were added and removed, but for ids, times and the address that was asked about. */
const changes = (before: string, after: string, email: string): ReadonlyArray<string> => {
  // The security log of an account is read by its user and the operator alone.
  const linesOf = (stored: string) => stored.split("\n").filter((line) => !line.includes("boardwright_security_event"))
  const [earlier, later] = [linesOf(before), linesOf(after)]
  return [...later.filter((line) => !earlier.includes(line)), ...earlier.filter((line) => !later.includes(line))].map(
    (line) =>
      line
        .replaceAll(email, "EMAIL")
        .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID")
        .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d(?::\d\d)?)?/g, "TIME")
  )
}

/** Creates the accounts that have the addresses, and gives a reader of all that is stored. */
const createAccounts = async (server: TestServer, addresses: Addresses) => {
  const create = (kind: "unverified" | "verified" | "disabled", verified: boolean) =>
    operate(server, Account.createAccount({ name: kind, email: addresses[kind], password: PASSWORD, verified }))
  await create("unverified", false)
  await create("verified", true)
  await operate(server, Account.disableAccount((await create("disabled", true)).id))
  await server.deliver()
  return storedReader(server)
}

describe("responses do not reveal who has an account", () => {
  const { server, as } = onServer()
  const addresses = addressesOf("example.com")
  let stored: () => Promise<string>
  beforeAll(async () => {
    stored = await createAccounts(server(), addresses)
  })

  /** Asks each question and gives what came back and what was written, both without what is each one's own. */
  const outcomes = async (path: string, bodies: Bodies) => {
    const all: Array<{ readonly name: string; readonly outcome: unknown }> = []
    for (const [name, body] of Object.entries(bodies)) {
      const before = await stored()
      const answer = await as(null).post(path, body)
      all.push({ name, outcome: { ...commonIn(answer), written: changes(before, await stored(), body.email) } })
      await server().deliver()
    }
    return all
  }

  it("by signing in: one answer, and nothing is written", async () => {
    const all = await outcomes(
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
      const all = await outcomes(`/api/auth/${path}`, mailRequests(addresses))
      const [first] = all
      expect(first?.outcome).toMatchObject({ status: 200, written: [expect.stringContaining("EMAIL")] })
      expect(all).toEqual(all.map(({ name }) => ({ name, outcome: first?.outcome })))
    }
  )
})

describe("the throttle of sign-ins does not reveal who has an account", () => {
  const { server, as } = onServer({ accountLimits: { account: 3, mail: 5 } })
  it("answers and writes alike before and after the limit", async () => {
    const addresses = addressesOf("throttled.example.com")
    const stored = await createAccounts(server(), addresses)
    const outcomes: Array<unknown> = []
    for (const kind of KINDS) {
      const before = await stored()
      const answers: Array<unknown> = []
      for (let at = 0; at < 5; at++) {
        const answer = await as(null).post("/api/auth/signin", {
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
})
