import { statSync } from "node:fs"
import { join } from "node:path"
import { openSqlite } from "@boardwright/sqlite/driver"
import pg from "pg"
import { expect, vi } from "vitest"
import type { TestDatabase } from "./database.js"

/** A second connection to the database of a running command. */
export interface Watched {
  /** Bytes written of tasks so far, committed or not. */
  readonly bytes: () => Promise<number>
  /** Rows of boards and their contents, after the command ended. */
  readonly rows: () => Promise<number>
  readonly close: () => Promise<void>
}

const TABLES = ["board", "group", "column", "task", "task_assignee"]
const COUNT = `select ${TABLES.map((table) => `(select count(*) from boardwright_${table})`).join(" + ")} as count`

const sqlite = (file: string): Watched => ({
  // A transaction is all in the log until it is committed.
  bytes: () => Promise.resolve(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0),
  rows: () => {
    const database = openSqlite(file)
    expect(database.pragma("integrity_check")).toEqual([{ integrity_check: "ok" }])
    const [count] = database.prepare(COUNT).pluck().all()
    database.close()
    return Promise.resolve(Number(count))
  },
  close: () => Promise.resolve()
})

const postgres = async (url: string): Promise<Watched> => {
  const client = new pg.Client(url)
  await client.connect()
  const number = async (statement: string): Promise<number> => {
    const { rows } = await client.query<{ count: string }>(statement)
    return Number(rows[0]?.count)
  }
  const others = `select count(*) from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`
  return {
    bytes: () => number("select pg_table_size('boardwright_task') as count"),
    rows: async () => {
      // The server notices later that the process has ended.
      await vi.waitFor(async () => expect(await number(others)).toBe(0), { timeout: 30_000 })
      return number(COUNT)
    },
    close: () => client.end()
  }
}

/** Watches the database that the variables lead to. */
export const watched = ({ environment, folder }: TestDatabase): Promise<Watched> => {
  const { DATABASE_URL: url } = environment
  return url === undefined ? Promise.resolve(sqlite(join(folder, "boardwright.db"))) : postgres(url)
}
