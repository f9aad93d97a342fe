import { Client } from "pg"
import { expect, it } from "vitest"
import { assertProperFailures, millisUntilServed, Load, print } from "./Load.js"
import { twoInstances } from "./twoInstances.js"

const world = twoInstances()
const KILLS = 40

it("each connection that PostgreSQL ends under writes costs at most one failed request and no acknowledged write", async () => {
  const { database, instances } = world()
  const load = new Load(world())
  await load.more(100, [201])
  const admin = new Client({ connectionString: database.url })
  await admin.connect()
  let killed = 0
  while (killed < KILLS) {
    const { rowCount } = await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'boardwright' and state <> 'idle' order by random() limit 1`
    )
    killed += rowCount ?? 0
    await load.more(5, [201])
  }
  await admin.end()
  await Promise.all([millisUntilServed(world(), 0), millisUntilServed(world(), 1)])
  await load.stop()
  assertProperFailures(load.outcomes)
  const refused = load.count([500, 503])
  print(`${KILLS} connections ended, ${refused} requests refused`)
  expect(refused).toBeLessThanOrEqual(KILLS)
  expect(load.count([201])).toBeGreaterThan(KILLS)
  for (const instance of instances) await load.assertNothingLost(instance)
})
