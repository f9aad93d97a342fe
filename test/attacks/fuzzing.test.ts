import { inspect } from "node:util"
import fc from "fast-check"
import { afterAll, beforeAll, expect, it } from "vitest"
import { print } from "../faults/Load.js"
import { testSeed } from "../support/seed.js"
import { TAKEN } from "./fuzz/contract.js"
import { Lane } from "./fuzz/Lane.js"
import { request } from "./fuzz/requests.js"
import { startTwoServers, type TwoServers } from "./fuzz/TwoServers.js"

/** Requests that are sent to each of the two servers. */
const REQUESTS = 10_000
/** Worlds that are asked at the same time. */
const LANES = 8
/** What needs the token of a mail or of a session or an identity provider, or would end the tokens of the user who sends it. */
const NOT_DONE = [
  "accounts.resetPassword",
  "accounts.changePassword",
  "accounts.deleteOwn",
  "accounts.changeEmail",
  "accounts.confirmEmail",
  "accounts.undoEmail",
  "accounts.unsubscribe",
  "accounts.startSingleSignOn",
  "accounts.finishSingleSignOn",
  "accounts.exchangeSignInCode",
  "accounts.endSession",
  "accounts.signOut"
]
/** How long a failure is narrowed down. */
const SEARCH_MILLIS = 30_000
const seed = testSeed()

let servers: TwoServers
beforeAll(async () => {
  servers = await startTwoServers()
})
afterAll(() => servers.stop())

it(
  `requests by and beyond the contract are answered by it, on both databases alike (TEST_SEED=${seed})`,
  { timeout: 600_000 },
  async () => {
    print(`fuzzing with TEST_SEED=${seed}`)
    const counts = new Map<number, number>()
    const succeeded = new Set<string>(NOT_DONE)
    const start = performance.now()
    const run = async (at: number) => {
      let lane = new Lane(servers.pair(), `${seed}-${at}`)
      let first: unknown = null
      let end = Number.POSITIVE_INFINITY
      const property = fc.asyncProperty(request, async (given) => {
        if (performance.now() > end) return
        try {
          const status = await lane.send(given)
          counts.set(status, (counts.get(status) ?? 0) + 1)
          if (status < 400) succeeded.add(given.endpoint)
        } catch (error) {
          if (first === null) {
            end = performance.now() + SEARCH_MILLIS
            first = { given, error }
            print(inspect(first, { depth: 6, maxStringLength: 2_000 }))
          }
          // Its world is not known any more to be the same on both servers.
          lane = new Lane(servers.pair(), `${seed}-${at}-${performance.now()}`)
          throw error
        }
      })
      const { counterexample, errorInstance, failed } = await fc.check(property, {
        numRuns: REQUESTS / LANES,
        seed: seed + at
      })
      return failed ? { smallest: counterexample, error: errorInstance, first } : null
    }
    const failures = (await Promise.all(Array.from({ length: LANES }, (_, at) => run(at)))).filter(
      (each) => each !== null
    )
    const seconds = (performance.now() - start) / 1000
    const statuses = [...counts].toSorted(([one], [other]) => one - other)
    const sent = statuses.reduce((sum, [, count]) => sum + count, 0)
    print(`${sent} requests to each of two servers in ${seconds.toFixed(1)} s, ${Math.round(sent / seconds)} a second`)
    print(statuses.map(([status, count]) => `${count} x ${status}`).join(", "))
    expect(inspect(failures, { depth: 6, maxStringLength: 2_000 })).toEqual("[]")
    expect(TAKEN.map(({ name }) => name).filter((name) => !succeeded.has(name))).toEqual([])
    expect(sent).toBeGreaterThanOrEqual(REQUESTS)
  }
)
