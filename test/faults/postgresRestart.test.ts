import { expect, it, vi } from "vitest"
import { assertProperFailures, millisUntilServed, Load, send, print } from "./Load.js"
import { outageLines } from "../support/outageLines.js"
import { twoInstances } from "./twoInstances.js"

const world = twoInstances()
const BACK_WITHIN_MILLIS = 5_000

it.each(["immediate", "fast"] as const)(
  "a restart of PostgreSQL (%s) under writes loses no acknowledged write, and service soon resumes",
  async (mode) => {
    const { database, instances } = world()
    const load = new Load(world())
    const before = instances.map((each) => outageLines(each).length)
    await load.more(200, [201])

    await database.stop(mode)
    await Promise.all([load.more(20, [503], 0), load.more(20, [503], 1)])
    const health = await Promise.all(([0, 1] as const).map((instance) => send(world(), instance, "/api/health")))
    expect(health.map(({ status }) => status)).toEqual([503, 503])
    assertProperFailures(health)

    await database.start()
    const back = await Promise.all([millisUntilServed(world(), 0), millisUntilServed(world(), 1)])
    print(`${mode}: served again ${back.map(Math.round).join(" and ")} ms after PostgreSQL was`)
    for (const millis of back) expect(millis).toBeLessThan(BACK_WITHIN_MILLIS)
    await Promise.all([load.more(100, [201], 0), load.more(100, [201], 1)])
    await load.stop()
    assertProperFailures(load.outcomes)
    for (const [at, instance] of instances.entries()) {
      await load.assertNothingLost(instance)
      // An outage is over after 5 s without failures.
      await vi.waitFor(() => expect(outageLines(instance).length - before[at]!).toBe(2), { timeout: 15_000 })
      expect(outageLines(instance).slice(before[at])).toEqual([
        expect.stringMatching(/^storage is unavailable \(.+\)$/),
        expect.stringMatching(/^storage is available again after [\d.]+ s$/)
      ])
      expect(instance.stdout() + instance.stderr()).not.toContain(new URL(database.url).password)
    }
  }
)
