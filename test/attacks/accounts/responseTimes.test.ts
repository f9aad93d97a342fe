import { beforeAll, describe, expect, it } from "vitest"
import { quantile } from "../../faults/given.js"
import { print } from "../../faults/Load.js"
import { REAL_PASSWORDS, runCommand } from "../../support/childServer.js"
import { newPerson, post, signUp, type Standalone, standaloneServers, UNLIMITED } from "../../support/standalone.js"
import { addressesOf, type Bodies, mailRequests, signIns } from "./given.js"

describe("how long an answer takes", () => {
  const servers = standaloneServers()
  const addresses = addressesOf("example.com")
  let server: Standalone
  beforeAll(async () => {
    server = await servers.start("timed", { ...UNLIMITED, BCRYPT_WORKERS: "2", ...REAL_PASSWORDS })
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
    const medians = await timed("/api/auth/signin", bodies, 8, 2)
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
