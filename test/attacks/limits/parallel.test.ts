import { beforeAll, describe, expect, it } from "vitest"
import { newDatabase, type TestDatabase } from "../../support/postgres/databases.js"
import { newPerson, type Standalone, standaloneServers } from "../../support/standalone.js"
import { LIMITS, type Operation, OPERATIONS, operationsOf, type Tier } from "./operations.js"
import { type Counted, expectExactly, newAddress, send } from "./requests.js"

const AT_ONCE = 200
const servers = standaloneServers()
const BEHIND_ONE = { TRUST_PROXY: "1" }
const SIGN_IN: Pick<Operation, "method" | "path"> = { method: "POST", path: "/api/auth/signin" }

/** The servers that count together, and the tokens of two users. */
interface Place {
  readonly all: ReadonlyArray<Standalone>
  readonly tokens: readonly [string, string]
}

const tokenOf = async (server: Standalone, name: string): Promise<string> => {
  const person = await newPerson(server, name)
  const answer = await send(server.url, SIGN_IN, { "x-forwarded-for": newAddress() }, JSON.stringify(person))
  return JSON.parse(answer.text).token
}

const oneServer = async (): Promise<Place> => {
  const server = await servers.start("one", BEHIND_ONE)
  return { all: [server], tokens: [await tokenOf(server, "ada"), await tokenOf(server, "eve")] }
}

const twoInstances = async (): Promise<Place> => {
  const { url }: TestDatabase = await newDatabase()
  const environment = { ...BEHIND_ONE, DATABASE_URL: url, JWT_SECRET: "a-secret-of-the-tests-of-32-bytes" }
  // Alone at first, it is the one that puts the mails into its outbox.
  const first = await servers.start("left", environment)
  const tokens = [await tokenOf(first, "ada"), await tokenOf(first, "eve")] as const
  return { all: [first, await servers.start("right", environment)], tokens }
}

describe.each([
  ["one server, in memory", oneServer],
  ["two instances, in PostgreSQL", twoInstances]
])("limits under 200 requests at once: %s", (_, start) => {
  let place: Place | undefined
  beforeAll(async () => {
    place = await start()
  })
  const given = (): Place => {
    if (place === undefined) throw new Error("the servers are not started yet")
    return place
  }

  /** Sends to each server and each of the operations in turn, all at once. */
  const sendAll = (operations: ReadonlyArray<Operation>, headers: Readonly<Record<string, string>>) =>
    Promise.all(
      Array.from({ length: AT_ONCE }, (_, at): Promise<Counted> => {
        const { url } = given().all[at % given().all.length]!
        return send(url, operations[Math.floor(at / given().all.length) % operations.length]!, headers)
      })
    )

  it.each(OPERATIONS.map((each) => [each.name, each] as const))("%s counts in its tier", async (_, operation) => {
    const answer = await send(given().all[0]!.url, operation, { "x-forwarded-for": newAddress() })
    const limit = LIMITS[operation.tier]
    expect(answer.limit).toEqual(limit === Infinity ? NaN : limit)
    expect(answer.remaining).toEqual(limit === Infinity ? NaN : limit - 1)
  })

  it.each([...operationsOf("auth"), ...operationsOf("sensitive by address")].map((each) => [each.name, each] as const))(
    "%s, by address and by itself",
    async (_, operation) => {
      const from = { "x-forwarded-for": newAddress() }
      expectExactly(await sendAll([operation], from), LIMITS[operation.tier])
      const others = [...operationsOf("auth"), ...operationsOf("sensitive by address")].filter(
        ({ name }) => name !== operation.name
      )
      for (const other of others) {
        expect((await send(given().all[0]!.url, other, from)).remaining).toBe(LIMITS[other.tier] - 1)
      }
    }
  )

  it.each(["sensitive by user", "general"] satisfies ReadonlyArray<Tier>)(
    "all that is %s together, by user, wherever they are",
    async (tier) => {
      const [ada, eve] = given().tokens
      const all = sendAll(operationsOf(tier), { authorization: `Bearer ${ada}`, "x-forwarded-for": newAddress() })
      expectExactly(await all, LIMITS[tier])
      const headers = { "x-forwarded-for": newAddress(), authorization: `Bearer ${ada}` }
      const [operation] = operationsOf(tier)
      expect((await send(given().all.at(-1)!.url, operation!, headers)).status).toBe(429)
      const others = { ...headers, authorization: `Bearer ${eve}` }
      expect((await send(given().all[0]!.url, operation!, others)).remaining).toBe(LIMITS[tier] - 1)
    }
  )

  it.each(["sensitive by user", "general"] satisfies ReadonlyArray<Tier>)(
    "all that is %s together, by address, without a valid token",
    async (tier) => {
      const headers = { "x-forwarded-for": newAddress(), authorization: "Bearer a.b.c" }
      expectExactly(await sendAll(operationsOf(tier), headers), LIMITS[tier])
    }
  )
})
