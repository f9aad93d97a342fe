import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { afterAll, describe, expect, it } from "vitest"
import { bodyOf } from "../../packages/cli/test/dumps.js"
import { runCommand } from "../support/childServer.js"
import { newEmptyDatabase } from "../support/postgres/databases.js"
import { withAdmin } from "../support/postgres/TestPostgres.js"
import { type PgBouncer, startPgBouncer } from "../support/postgres/PgBouncer.js"
import { endConnections } from "./endConnections.js"
import { assertProperFailures, Load, millisUntilServed, print } from "./Load.js"
import { twoInstances } from "./twoInstances.js"

const KILLS = 20

/** Most connections that PgBouncer may use for 20 of its clients, by mode. */
const MODES = [
  ["transaction", 3],
  ["session", 20]
] as const

describe.each(MODES)("behind PgBouncer in %s mode", (mode, most) => {
  const folder = mkdtempSync(join(tmpdir(), "boardwright-pooled-"))
  let pooler: PgBouncer | undefined
  const world = twoInstances(undefined, async ({ url }) => {
    pooler = await startPgBouncer(url, mode)
    return { DATABASE_URL: pooler.via(url), DATABASE_POOL_SIZE: "10" }
  })
  afterAll(async () => {
    await pooler?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it("ended connections and a crash of it under writes lose no acknowledged write", async () => {
    const { database, instances } = world()
    const load = new Load(world(), 8)
    await load.more(200, [201])
    const admin = new Client({ connectionString: database.url })
    await admin.connect()
    await endConnections(admin, load, KILLS)
    const refused = load.count([500, 503])
    expect(refused).toBeLessThanOrEqual(KILLS)
    await pooler?.restart()
    await Promise.all([millisUntilServed(world(), 0), millisUntilServed(world(), 1)])
    await load.more(100, [201])
    const { rows } = await admin.query(
      `select count(*)::int as used from pg_stat_activity where application_name = 'boardwright'`
    )
    await admin.end()
    await load.stop()
    assertProperFailures(load.outcomes)
    print(`${mode} mode: ${KILLS} connections ended, ${refused} requests refused; ${rows[0].used} connections used`)
    for (const instance of instances) await load.assertNothingLost(instance)
    expect(rows[0].used).toBeLessThanOrEqual(most)
  })

  it("commands work: doctor, dump, and load into an empty database", async () => {
    const { database } = world()
    const empty = await newEmptyDatabase({ url: database.url, run: "pooled" })
    const run = async (url: string, ...words: ReadonlyArray<string>) => {
      const JWT_SECRET = "a secret of at least thirty-two bytes"
      const command = runCommand(words, { DATA_DIR: folder, DATABASE_URL: pooler?.via(url) ?? "", JWT_SECRET })
      expect({ code: await command.ended, stderr: command.stderr() }).toMatchObject({ code: 0 })
      return command.stdout()
    }
    const [first, second] = [join(folder, "first.dump"), join(folder, "second.dump")]
    await run(database.url, "dump", first)
    await run(empty.url, "load", first)
    await run(empty.url, "dump", second)
    expect(bodyOf(second)).toBe(bodyOf(first))
    expect(await run(database.url, "doctor")).toContain("in front of the database, whose role has no timeouts")
    await withAdmin(database.url, (admin) =>
      admin.query(
        "alter role postgres set statement_timeout = '5s'; alter role postgres set idle_in_transaction_session_timeout = '10s'"
      )
    )
    await pooler?.restart()
    expect(await run(database.url, "doctor")).toContain("in front of the database, whose role has timeouts")
  })
})
