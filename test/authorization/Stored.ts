import { Change } from "@boardwright/core"
import { Database } from "@boardwright/sql"
import { Effect, Option } from "effect"
import type { TestServer } from "../support/server.js"

type Db = typeof Database.Service

const CATALOG = {
  sqlite: `select m.name as "table", c.name as "column" from sqlite_master m, pragma_table_info(m.name) c
    where m.type = 'table' and m.name like 'boardwright%' order by m.name, c.cid`,
  pg: `select table_name::text as "table", column_name::text as "column" from information_schema.columns
    where table_schema = current_schema() and table_name like 'boardwright%' order by table_name, ordinal_position`
}

const rowsOf: Record<Db["dialect"], (table: string, columns: ReadonlyArray<string>) => string> = {
  sqlite: (table, columns) => {
    const fields = columns.map((column) => `'${column}', "${column}"`).join(", ")
    return `select json_object('table', '${table}', 'row', json_object(${fields})) as line from "${table}"`
  },
  pg: (table) => `select json_build_object('table', '${table}', 'row', to_json(t))::text as line from "${table}" t`
}

// Counts are what even a refusal changes; the index of words is made from the rest, by whoever searches first.
const isLeftOut = (table: string) => /^boardwright_(rate_count|throttle|search.*)$/.test(table)

const ofDatabase = Effect.fnUntraced(function* (db: Db) {
  const ask = (text: string) => db.prepare({ operation: "Stored", text, writes: false })([])
  const catalog = (yield* ask(CATALOG[db.dialect])) as ReadonlyArray<{ table: string; column: string }>
  const tables = new Set(catalog.map(({ table }) => table).filter((table) => !isLeftOut(table)))
  const columnsOf = (table: string) => catalog.filter((each) => each.table === table).map(({ column }) => column)
  const selects = [...tables].map((table) => rowsOf[db.dialect](table, columnsOf(table)))
  const text = `select line from (${selects.join(" union all ")}) as lines order by line`
  const read = db.prepare({ operation: "Stored", text, writes: false })
  return Effect.map(read([]), (rows) => rows.map((row) => (row as { line: string }).line).join("\n"))
})

/** Reads all that a server's storage holds, every table of it, as text: a row a line. Changes are placed in the feed before. */
export const storedReader = async (server: TestServer): Promise<() => Promise<string>> => {
  const read = await server.run(
    Effect.flatMap(Effect.serviceOption(Database), (database) => ofDatabase(Option.getOrThrow(database)))
  )
  const place = Effect.flatMap(Change.ChangeRepository, (changes) => changes.place)
  return () => server.run(Effect.zipRight(place, read))
}
