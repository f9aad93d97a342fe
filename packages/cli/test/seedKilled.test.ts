import { openSqlite } from "@boardwright/sqlite/driver"
import pg from "pg"
import { expect, it, vi } from "vitest"
import { NOTHING, seedDatabases } from "./seedDatabases.js"

const { postgres, sqlite } = seedDatabases()

it("killed at its last write on PostgreSQL, it leaves no part of the demo, and the next run creates it", async () => {
  const database = await postgres("killed")
  const other = new pg.Client(database.name)
  await other.connect()
  const waiting = async (): Promise<ReadonlyArray<unknown>> => {
    const { rows } = await other.query("select pid from pg_locks where not granted")
    return rows
  }
  await other.query("begin; lock table boardwright_invitation in share mode")
  const child = database.start("--demo")
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 30_000 })
  child.process.kill("SIGKILL")
  expect(await child.ended).toBe("SIGKILL")
  await other.query("commit")
  const sessions = "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
  await vi.waitFor(async () => expect((await other.query(sessions)).rows).toEqual([]), { timeout: 30_000 })
  await other.end()
  expect(await database.counts()).toEqual(NOTHING)
  expect((await database.seed("--demo")).stderr).toMatch(/^The demo is created/)
})

it("killed while it writes on SQLite, it leaves the complete demo or none", async () => {
  const database = await sqlite("killed")
  expect(await database.counts()).toEqual(NOTHING)
  const file = openSqlite(database.name, { timeout: 0 })
  const isWriting = () => {
    try {
      file.exec("begin immediate; rollback")
      return false
    } catch (error) {
      return error instanceof Error && error.message === "database is locked"
    }
  }
  const child = database.start("--demo")
  await vi.waitFor(() => expect(isWriting() || child.process.exitCode !== null).toBe(true), {
    timeout: 30_000,
    interval: 1
  })
  child.process.kill("SIGKILL")
  await child.ended
  file.close()
  const left = await database.counts()
  const whole = await sqlite("whole")
  await whole.seed("--demo")
  expect([NOTHING, await whole.counts()]).toContainEqual(left)
  await database.seed("--demo")
  expect(await database.counts()).toEqual(await whole.counts())
})
