import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Standalone, standaloneServers } from "../../support/standalone.js"
import { type Lines, proxyBefore, sendFrom } from "./clients.js"

const servers = standaloneServers()
const PROFILE = { method: "GET", path: "/api/auth/me" }
const SIGN_IN = { method: "POST", path: "/api/auth/signin" }
const PEER = "the peer"
const [CLIENT, VICTIM, PROXY] = ["198.51.100.1", "203.0.113.9", "192.0.2.80"]
const [NET, SAME_NET, OTHER_NET] = ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1"]

/** What other servers take an address from. */
const OTHER_HEADERS: ReadonlyArray<readonly [name: string, value: string]> = [
  ["forwarded", `for=${VICTIM};proto=https`],
  ["x-real-ip", VICTIM],
  ["cf-connecting-ip", VICTIM],
  ["true-client-ip", VICTIM],
  ["x-client-ip", VICTIM],
  ["x-cluster-client-ip", VICTIM],
  ["fastly-client-ip", VICTIM],
  ["x-forwarded", VICTIM],
  ["x-original-forwarded-for", VICTIM],
  ["x-forwarded-host", VICTIM],
  ["via", `1.1 ${VICTIM}`]
]

type Row = readonly [lines: Lines, countsAs: string]
const forwarded = (...lines: Array<string>): Lines => ({ "x-forwarded-for": lines })
const others: ReadonlyArray<Row> = OTHER_HEADERS.map(([name, value]) => [{ [name]: value }, PEER])

const JUNK = ["unknown", "_hidden", `for=${VICTIM}`, `${VICTIM} ${CLIENT}`, `${VICTIM};${CLIENT}`, "localhost", "1.2.3"]
const MORE_JUNK = [
  "256.1.1.1",
  "0x7f.0.0.1",
  "3325256705",
  `http://${VICTIM}`,
  `${VICTIM}:port`,
  "[",
  "[]",
  "::1]:80/x"
]
const LAST_JUNK = ["2001:db8::1::2", "' or 1=1", "%31.2.3.4", "é", "x".repeat(8_000), ":", "general:user:1"]
const junk = [...JUNK, ...MORE_JUNK, ...LAST_JUNK]

/** By TRUST_PROXY: what is sent, and whom it counts for. */
const TABLE: Readonly<Record<0 | 1 | 2, ReadonlyArray<Row>>> = {
  0: [
    [{}, PEER],
    ...[CLIENT, `${VICTIM}, ${CLIENT}`, NET, "unknown", ""].map((value): Row => [forwarded(value), PEER]),
    [forwarded(VICTIM, CLIENT), PEER],
    ...others
  ],
  1: [
    [{}, PEER],
    [forwarded(CLIENT), CLIENT],
    [forwarded(` \t${CLIENT} `), CLIENT],
    [forwarded(`${VICTIM}, ${CLIENT}`), CLIENT],
    [forwarded(`${VICTIM}, 127.0.0.1, ::1, , ${VICTIM},${CLIENT}`), CLIENT],
    [forwarded(Array.from({ length: 600 }, () => VICTIM).join(",") + `, ${CLIENT}`), CLIENT],
    [forwarded(VICTIM, CLIENT), CLIENT],
    [forwarded(VICTIM, `${VICTIM}, ${VICTIM}`, CLIENT), CLIENT],
    [forwarded(VICTIM, ""), PEER],
    ...["", ",", " , ,", `${VICTIM},`, `${VICTIM}, `].map((value): Row => [forwarded(value), PEER]),
    ...junk.map((value): Row => [forwarded(`${VICTIM}, ${value}`), PEER]),
    [forwarded(`${CLIENT}:49152`), CLIENT],
    [forwarded(`::ffff:${CLIENT}`), CLIENT],
    [forwarded(`[::FFFF:${CLIENT}]:49152`), CLIENT],
    [forwarded("::ffff:c633:6401"), CLIENT],
    [forwarded(NET), SAME_NET],
    [forwarded(`[${NET}]`), SAME_NET],
    [forwarded(`[${NET}]:443`), SAME_NET],
    [forwarded(`${NET}%eth0`), SAME_NET],
    [forwarded(`${VICTIM}, ${NET.toUpperCase()}`), SAME_NET],
    [forwarded(OTHER_NET), OTHER_NET],
    [{ ...forwarded(CLIENT), ...Object.fromEntries(OTHER_HEADERS) }, CLIENT],
    ...others
  ],
  2: [
    [{}, PEER],
    [forwarded(CLIENT), CLIENT],
    [forwarded(`${CLIENT}, ${PROXY}`), CLIENT],
    [forwarded(`${VICTIM}, ${CLIENT}, ${PROXY}`), CLIENT],
    [forwarded(`${VICTIM}, ${VICTIM}, ${VICTIM}, ${CLIENT}, ${PROXY}`), CLIENT],
    [forwarded(VICTIM, CLIENT, PROXY), CLIENT],
    [forwarded(`${VICTIM}, ${CLIENT}`, PROXY), CLIENT],
    [forwarded(`${VICTIM}, ${NET}, ${PROXY}`), SAME_NET],
    [forwarded(`[${NET}]:1, ${PROXY}:2`), SAME_NET],
    ...["", ",", `, ${PROXY}`, `${VICTIM}, , ${PROXY}`].map((value): Row => [forwarded(value), PEER]),
    ...junk.map((value): Row => [forwarded(`${VICTIM}, ${value}, ${PROXY}`), PEER]),
    ...others
  ]
}

const running = new Map<number, Standalone>()
beforeAll(async () => {
  const start = async (trusted: number) => {
    const environment = { TRUST_PROXY: String(trusted), RATE_LIMIT_GENERAL: "1000000" }
    running.set(trusted, await servers.start(`behind-${trusted}`, environment))
  }
  await Promise.all([0, 1, 2].map(start))
})

const text = (lines: Lines): string => JSON.stringify(lines).slice(0, 120)
let last = 0

describe.each([0, 1, 2] as const)("with TRUST_PROXY=%i", (trusted) => {
  const url = () => running.get(trusted)?.url ?? ""

  it.each(TABLE[trusted].map((row) => [text(row[0]), ...row] as const))("%s counts as it has to", async (...row) => {
    const [, lines, countsAs] = row
    const peer = `127.1.${trusted}.${(last = (last % 250) + 1)}`
    const asked = (address: string) =>
      address === PEER
        ? sendFrom(peer, url(), PROFILE)
        : sendFrom("127.2.0.1", url(), PROFILE, forwarded(...[address, PROXY].slice(0, trusted)))
    const candidates = trusted === 0 ? [PEER] : [PEER, CLIENT, VICTIM, PROXY, SAME_NET, OTHER_NET]
    const before = await Promise.all(candidates.map(asked))
    expect((await sendFrom(peer, url(), PROFILE, lines)).status).toBe(401)
    const after = await Promise.all(candidates.map(asked))
    const counted = candidates.filter((_, at) => before[at]!.remaining - after[at]!.remaining === 2)
    expect(counted).toEqual([countsAs])
  })

  describe("behind as many proxies", () => {
    const proxies: Array<Awaited<ReturnType<typeof proxyBefore>>> = []
    beforeAll(async () => {
      for (let each = 0; each < trusted; each += 1) proxies.push(await proxyBefore(proxies.at(-1)?.url ?? url()))
    })
    afterAll(() => proxies.forEach(({ server }) => server.close()))
    const front = () => proxies.at(-1)?.url ?? url()
    const spoofed = (address: string): Lines => ({
      ...Object.fromEntries(OTHER_HEADERS.map(([name, value]) => [name, value.replace(VICTIM, address)])),
      ...forwarded(address, `${address}, ${address}`)
    })

    it("nobody gets more by saying that they are others", async () => {
      const names = Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? `203.0.113.${at}` : `2001:db8:${at}::1`))
      const answers = await Promise.all(names.map((name) => sendFrom("127.3.0.1", front(), SIGN_IN, spoofed(name))))
      expect(answers.filter(({ status }) => status !== 429)).toHaveLength(5)
    })

    it("nobody shuts another out by saying that they are them", async () => {
      const victim = "127.3.0.3"
      await Promise.all(Array.from({ length: 20 }, () => sendFrom("127.3.0.2", front(), SIGN_IN, spoofed(victim))))
      expect(await sendFrom("127.3.0.2", front(), SIGN_IN)).toEqual({ status: 429, remaining: 0 })
      expect(await sendFrom(victim, front(), SIGN_IN)).toMatchObject({ remaining: 4 })
    })
  })
})
