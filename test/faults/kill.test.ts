import { join } from "node:path"
import { openSqlite } from "@boardwright/sqlite/driver"
import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { ORPHANS } from "../support/postgres/orphans.js"
import { get, type Standalone, standaloneServers } from "../support/standalone.js"
import { DATABASES, databases, type Kept, quantile, somebody } from "./given.js"
import { print } from "./Load.js"
import { Writes } from "./Writes.js"

const servers = standaloneServers()
vi.setConfig({ testTimeout: 240_000 })

const KILLS = 8
const WRITERS = 6
/** Fails on corruption: an ordered index out of order, or a row missing from it. The index of words is none. */
const CHECK_INDEXES = `select bt_index_check(index => c.oid, heapallindexed => true)
  from pg_class c join pg_am a on a.oid = c.relam
  where c.relkind = 'i' and a.amname = 'btree' and c.relname like 'boardwright%'`
/** The number of responses before the kill, different in each round. */
const answersBefore = (round: number): number => 40 + 13 * (round % 6)

const isWhole = async ({ dataDir }: Standalone, { DATABASE_URL: connectionString }: Kept["environment"]) => {
  if (connectionString !== undefined) {
    const client = new Client({ connectionString })
    await client.connect()
    expect((await client.query(ORPHANS)).rows).toEqual([])
    await client.query("create extension if not exists amcheck")
    await client.query(CHECK_INDEXES)
    await client.end()
    return
  }
  const database = openSqlite(join(dataDir, "boardwright.db"), { readonly: true })
  try {
    expect(database.pragma("integrity_check")).toEqual([{ integrity_check: "ok" }])
    expect(database.pragma("foreign_key_check")).toEqual([])
  } finally {
    database.close()
  }
}

describe.each(DATABASES)("on %s", (database) => {
  let kept: Kept
  beforeAll(async () => {
    kept = await databases[database]()
  })
  afterAll(() => kept.remove())

  it(`${KILLS} kills (SIGKILL) under writes lose no acknowledged write and leave no partial import`, async () => {
    let server: Standalone = await servers.start(database, kept.environment)
    const who = await somebody(server, "kit")
    const rounds: Array<Writes> = []
    const ready: Array<number> = []
    const readyAfterStop: Array<number> = []
    const stop = async () => expect(await server.stop()).toBe(0)
    const startAgain = async (seconds: Array<number>) => {
      const from = performance.now()
      server = await servers.start(database, kept.environment)
      expect(await get(server, "/api/health")).toMatchObject({ status: 200 })
      seconds.push((performance.now() - from) / 1000)
    }
    for (let round = 1; round <= KILLS; round += 1) {
      const writes = await Writes.begin(server, who, round)
      rounds.push(writes)
      await writes.untilKilled(server, WRITERS, answersBefore(round))
      await startAgain(ready)
      if (round % 4 === 0) {
        await stop()
        await startAgain(readyAfterStop)
      }
      await isWhole(server, kept.environment)
      await writes.assertStored(server)
    }
    for (const writes of rounds) await writes.assertStored(server)
    await stop()

    const sum = (count: (writes: Writes) => number) => rounds.reduce((all, writes) => all + count(writes), 0)
    const [tasks, imports] = [sum((writes) => writes.tasks.length), sum((writes) => writes.imports.length)]
    const seconds = `${quantile(ready).toFixed(2)} s, at worst ${Math.max(...ready).toFixed(2)} s, after a stop in ${quantile(readyAfterStop).toFixed(2)} s`
    print(
      `${database}: ${KILLS} kills, ${tasks} tasks and ${imports} imports acknowledged and stored; ready in ${seconds}`
    )
    expect(imports).toBeGreaterThan(0)
    expect(quantile(ready)).toBeLessThan(4 * quantile(readyAfterStop))
  })
})
