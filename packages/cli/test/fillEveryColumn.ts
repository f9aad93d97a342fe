import { dumpTables, steps, storedName } from "@boardwright/sql"
import { openSqlite } from "@boardwright/sqlite/driver"

type DumpColumn = ReturnType<typeof dumpTables>[number]["columns"][number]

/** Values of which each column takes one: the first is only JSON. */
const SAMPLES = [{ text: "ümläut \u0001", list: [1.5, null] }, true, 7, "2026-11-22T18:05:00.001Z"]

/** Gives every column of a dump a value in at least one row of a SQLite file, and every table a row. */
export const fillEveryColumn = (file: string): void => {
  const db = openSqlite(file)
  const [one, many] = [
    (text: string, ...values: ReadonlyArray<unknown>) =>
      db
        .prepare(text)
        .pluck()
        .get(...values),
    (text: string, ...values: ReadonlyArray<unknown>) =>
      db.prepare(text).all(...values) as Array<Record<string, string>>
  ]
  const stored = ({ accepts, codec }: DumpColumn): unknown => {
    const value = SAMPLES.find((sample) => accepts(sample))
    return codec.plain.includes("sqlite") ? value : codec.encode(value, "sqlite")
  }
  db.exec("pragma foreign_keys = on")
  for (const { columns, key, name } of dumpTables(Object.keys(steps).length)) {
    if (name === "boardwright_feed") continue
    const parents = new Map(
      many("select * from pragma_foreign_key_list(?)", name).map(({ from = "", table = "", to = "" }) => [
        from,
        one(`select ${to} from ${table} limit 1`)
      ])
    )
    const empty = columns
      .map((column) => [storedName(name, column.name, "sqlite"), parents.get(column.name) ?? stored(column)] as const)
      .filter(([column]) => one(`select count(${column}) from ${name}`) === 0)
    const names = empty.map(([column]) => column)
    const values = empty.map(([, value]) => value)
    const marks = names.map(() => "?").join(", ")
    const row = key.map((column) => storedName(name, column, "sqlite")).join(", ")
    if (names.length === columns.length)
      db.prepare(`insert into ${name} (${names.join(", ")}) values (${marks})`).run(...values)
    else if (names.length > 0)
      db.prepare(
        `update ${name} set (${names.join(", ")}) = (select ${marks}) where (${row}) = (select ${row} from ${name} limit 1)`
      ).run(...values)
  }
  db.close()
}
