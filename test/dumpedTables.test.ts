import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Sqlite from "@boardwright/sqlite"
import { dumpTables, OMITTED_COLUMNS, OMITTED_TABLES, steps, storedName } from "@boardwright/sql"
import { openSqlite } from "@boardwright/sqlite/driver"
import { Effect, Layer } from "effect"
import pg from "pg"
import { afterAll, expect, it } from "vitest"
import { newDatabase } from "./support/postgres/databases.js"

const folder = mkdtempSync(join(tmpdir(), "boardwright-tables-"))
afterAll(() => rmSync(folder, { recursive: true }))

type Rows = ReadonlyArray<readonly [table: string, column: string]>

const inSqlite = async (): Promise<Rows> => {
  const filename = join(folder, "boardwright.db")
  await Effect.runPromise(Effect.scoped(Layer.build(Sqlite.layer({ filename }))))
  const db = openSqlite(filename)
  const text = `select t.name, c.name from sqlite_master t, pragma_table_xinfo(t.name) c
    where t.type = 'table' and t.name not like 'sqlite_%'`
  const rows = db.prepare(text).raw().all() as unknown as Rows
  db.close()
  return rows
}

const inPostgres = async (): Promise<Rows> => {
  const { drop, url } = await newDatabase()
  const client = new pg.Client(url)
  await client.connect()
  const text = "select table_name, column_name from information_schema.columns where table_schema = 'public'"
  const { rows } = await client.query<[string, string]>({ text, rowMode: "array" })
  await client.end()
  await drop()
  return rows
}

const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted()

it.each([
  ["sqlite", inSqlite],
  ["pg", inPostgres]
] as const)(
  "a dump has every column of every table of %s but those that are omitted for a reason",
  async (dialect, read) => {
    // Those of SQLite's own that hold a virtual table are no tables of ours.
    const stored = (await read()).filter(
      ([table]) => !(table in OMITTED_TABLES) && !table.startsWith("boardwright_search_text_")
    )
    const tables = dumpTables(Object.keys(steps).length)
    const dumped = tables.flatMap(({ columns, name }) =>
      name === "boardwright_feed" && dialect === "sqlite"
        ? [] // The position is the last id that SQLite gave to a change.
        : columns.map((column) => `${name}.${storedName(name, column.name, dialect)}`)
    )
    const omitted = Object.entries(OMITTED_COLUMNS).flatMap(([table, columns]) =>
      Object.keys(columns).map((column) => `${table}.${column}`)
    )
    expect(sorted(stored.map(([table, column]) => `${table}.${column}`))).toEqual(sorted([...dumped, ...omitted]))
  }
)

it("every table is ordered by a key of columns that both databases order alike", () => {
  for (const { columns, key, name } of dumpTables(Object.keys(steps).length)) {
    if (name === "boardwright_feed") continue
    expect([name, key.length > 0]).toEqual([name, true])
    for (const part of key) {
      const column = columns.find((each) => each.name === part)
      expect([name, part, column?.isOrdered]).toEqual([name, part, true])
    }
  }
})
