import { expect, it, vi } from "vitest"
import { Client } from "pg"
import { assertProperFailures, millisUntilServed, Load, type Outcome, send, print } from "./Load.js"
import { outages } from "../support/outageLines.js"
import { twoInstances } from "./twoInstances.js"

const world = twoInstances()
const BACK_WITHIN_MILLIS = 5_000

const ask = (count: number): Promise<ReadonlyArray<Outcome>> => {
  const { boardId } = world()
  return Promise.all(
    Array.from({ length: count }, (_, index) => {
      const instance = index % 2 === 0 ? 0 : 1
      return [
        send(world(), instance, "/api/health"),
        send(world(), instance, `/api/tasks?boardId=${boardId}`),
        send(world(), instance, "/api/tasks", { boardId, name: `asked ${performance.now()} ${index}` })
      ]
    }).flat()
  )
}

const connections = async (url: string): Promise<number> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    "select count(*)::int as it from pg_stat_activity where application_name = 'boardwright'"
  )
  await client.end()
  return rows[0].it
}

it("while PostgreSQL is halted all requests fail within 10 s, health too; they succeed when it continues", async () => {
  const { database, instances } = world()
  const load = new Load(world())
  await load.more(200, [201])
  await database.kill("SIGSTOP")

  // Requests in flight, requests that wait for a connection, and requests after all connections were closed.
  for (const _ of [1, 2]) {
    const refused = await ask(20)
    expect(refused.filter(({ status }) => status !== 503)).toEqual([])
    assertProperFailures(refused)
    print(`refused after at most ${Math.round(Math.max(...refused.map(({ millis }) => millis)))} ms`)
  }

  await database.kill("SIGCONT")
  const back = await Promise.all([millisUntilServed(world(), 0), millisUntilServed(world(), 1)])
  print(`served again ${back.map(Math.round).join(" and ")} ms after PostgreSQL went on`)
  for (const millis of back) expect(millis).toBeLessThan(BACK_WITHIN_MILLIS)
  await load.more(200, [201])
  await load.stop()
  assertProperFailures(load.outcomes)
  for (const instance of instances) await load.assertNothingLost(instance)

  for (const instance of instances) {
    // An outage is over after 5 s without failures.
    await vi.waitFor(() => expect(outages(instance).length).toBeGreaterThan(1), { timeout: 15_000 })
    expect(outages(instance)).toMatchObject([
      { message: expect.stringMatching(/^storage is unavailable\b/), annotations: { operation: expect.any(String) } },
      {
        message: expect.stringMatching(/^storage is available again after [\d.]+ s$/),
        annotations: { durationSeconds: expect.any(Number), failures: expect.any(Number) }
      }
    ])
    const { annotations } = outages(instance)[1]!
    // At least half of the requests sent to each while PostgreSQL was halted.
    expect(annotations["failures"]).toBeGreaterThanOrEqual(30)
    expect(annotations["durationSeconds"]).toBeGreaterThan(1)
  }

  const served = await ask(50)
  expect(served.filter(({ status }) => status > 201)).toEqual([])
  // The abandoned connections are closed: each pool has at most ten.
  await vi.waitFor(async () => expect(await connections(database.url)).toBeLessThanOrEqual(20), { timeout: 15_000 })
})
