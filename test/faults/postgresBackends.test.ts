import { Client } from "pg"
import { expect, it } from "vitest"
import { endConnections } from "./endConnections.js"
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
  await endConnections(admin, load, KILLS)
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
