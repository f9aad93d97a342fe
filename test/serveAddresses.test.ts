import { describe, expect, it } from "vitest"
import { type JsonAnswer, post, type Standalone, standaloneServers } from "./support/standalone.js"
import { TOO_MANY_REQUESTS } from "./support/errorBody.js"

const servers = standaloneServers()
const LIMIT = 5

/** Asks for a reset of nobody's password: counted in the auth tier, and cheap. */
const ask = (server: Standalone, forwardedFor?: string): Promise<JsonAnswer> =>
  post(
    server,
    "/api/auth/forgot-password",
    { email: "nobody@example.com" },
    forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor }
  )

/** The statuses of requests that say these addresses. */
const statuses = async (server: Standalone, forwarded: ReadonlyArray<string>): Promise<ReadonlyArray<number>> => {
  const all: Array<number> = []
  for (const each of forwarded) all.push((await ask(server, each)).status)
  return all
}

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index))
const GRANTED = Array.from({ length: LIMIT }, () => 200)

describe("with TRUST_PROXY=0", () => {
  it("whatever a client forwards, it counts as one; each endpoint counts by itself, and says so", async () => {
    const server = await servers.start("none")
    const answers: Array<JsonAnswer> = []
    const started = Date.now()
    for (let count = 0; count <= LIMIT; count += 1) answers.push(await ask(server, `198.51.100.${count}`))

    expect(answers.map(({ status }) => status)).toEqual([...GRANTED, 429])
    expect(answers.map(({ headers }) => headers.get("x-ratelimit-remaining"))).toEqual(["4", "3", "2", "1", "0", "0"])
    const reset = new Set(answers.map(({ headers }) => headers.get("x-ratelimit-reset")))
    expect(reset.size).toBe(1)
    const end = Date.parse([...reset][0] ?? "")
    expect(end).toBeGreaterThanOrEqual(started + 60_000)
    expect(end).toBeLessThanOrEqual(Date.now() + 60_000)
    const refused = answers.at(-1)
    expect(refused?.body).toEqual(TOO_MANY_REQUESTS)
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThanOrEqual(1)
    expect(Number(refused?.headers.get("retry-after"))).toBeLessThanOrEqual(60)
    expect(refused?.headers.get("x-ratelimit-limit")).toBe(String(LIMIT))

    // The other endpoints of the tier have their own counts; what is refused is counted before it is read.
    for (const path of ["signin", "signup", "resend-verification"]) {
      const all: Array<number> = []
      for (let count = 0; count <= LIMIT; count += 1) all.push((await post(server, `/api/auth/${path}`, {})).status)
      expect([path, ...all]).toEqual([path, 400, 400, 400, 400, 400, 429])
    }
    expect(await server.stop()).toBe(0)
  })
})

describe("with TRUST_PROXY=1", () => {
  it("clients count by the last address forwarded, IPv6 ones by their /64, and made-up lists change nothing", async () => {
    const server = await servers.start("one", { TRUST_PROXY: "1" })
    expect(
      await statuses(
        server,
        times(6, (index) => `203.0.113.${index}, 198.51.100.1`)
      )
    ).toEqual([...GRANTED, 429])
    expect(await statuses(server, ["198.51.100.1, 198.51.100.2"])).toEqual([200])

    const inOneNet = [...times(5, (index) => `2001:db8:0:1::${index + 1}`), "2001:DB8:0:1:ffff:ffff:ffff:ffff"]
    expect(await statuses(server, inOneNet)).toEqual([...GRANTED, 429])
    expect(await statuses(server, ["2001:db8:0:2::1"])).toEqual([200])
    expect(await statuses(server, ["::ffff:198.51.100.1"])).toEqual([429])

    // What is no address, and nothing at all, is the proxy itself.
    expect(await statuses(server, ["unknown", "", "1.2.3", "::g", "_hidden"])).toEqual(GRANTED)
    expect((await ask(server)).status).toBe(429)
    expect(await server.stop()).toBe(0)
  })
})

describe("with TRUST_PROXY=2", () => {
  it("clients count by the last address but one", async () => {
    const server = await servers.start("two", { TRUST_PROXY: "2" })
    const behindTwo = times(6, (index) => `203.0.113.${index}, 198.51.100.1, 10.0.0.${index}`)
    expect(await statuses(server, behindTwo)).toEqual([...GRANTED, 429])
    expect(await statuses(server, ["198.51.100.1, 198.51.100.2, 10.0.0.1"])).toEqual([200])
    expect(await server.stop()).toBe(0)
  })
})
