import { Change } from "@boardwright/core"
import { Database } from "@boardwright/sql"
import { openSqlite } from "@boardwright/sqlite/driver"
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

/** Prepares to run a statement once or more. */
const on = (db: Db) => (text: string, writes: boolean) => db.prepare({ operation: "Stored", text, writes })([])

/** Notes each change of a row in a table of its own, in the transaction of the change. A copy of a database does so already. */
const noteChanges = (tables: Iterable<string>) => `do $do$ begin
  create table if not exists stored_change (id bigint generated always as identity);
  create or replace function note_change() returns trigger language plpgsql
    as 'begin insert into public.stored_change default values; return null; end';
  ${[...tables]
    .flatMap((table) => [
      `create or replace trigger note_row after insert or update or delete on ${table} for each row execute function note_change();`,
      `create or replace trigger note_all after truncate on ${table} for each statement execute function note_change();`
    ])
    .join("\n")}
end $do$`

/** What differs once any of the tables has changed. */
const versionOf = Effect.fnUntraced(function* (db: Db, tables: Iterable<string>) {
  const run = on(db)
  if (db.dialect === "pg") {
    yield* run(noteChanges(tables), true)
    return Effect.map(run("select count(*)::int as version from stored_change", false), (rows) =>
      Number((rows[0] as { version: number }).version)
    )
  }
  const [{ file }] = (yield* run("select file from pragma_database_list where name = 'main'", false)) as [
    { file: string }
  ]
  // It counts the commits of other connections.
  const beside = openSqlite(file, { readonly: true })
  return Effect.sync(() => Number(beside.pragma("data_version", { simple: true })))
})

const ofDatabase = Effect.fnUntraced(function* (db: Db) {
  const run = on(db)
  const catalog = (yield* run(CATALOG[db.dialect], false)) as ReadonlyArray<{ table: string; column: string }>
  const tables = new Set(catalog.map(({ table }) => table).filter((table) => !isLeftOut(table)))
  const columnsOf = (table: string) => catalog.filter((each) => each.table === table).map(({ column }) => column)
  const selects = [...tables].map((table) => rowsOf[db.dialect](table, columnsOf(table)))
  const text = `select line from (${selects.join(" union all ")}) as lines order by line`
  const read = Effect.map(run(text, false), (rows) => rows.map((row) => (row as { line: string }).line).join("\n"))
  const version = yield* versionOf(db, tables)
  let last = { version: Number.NaN, text: "" }
  return Effect.gen(function* () {
    const now = yield* version
    if (now !== last.version) last = { version: now, text: yield* read }
    return last.text
  })
})

/**
 * Reads all that a server's storage holds, every table of it, as text: a row a line. Changes are placed in the feed before. Reads it once
 * until something changes.
 */
export const storedReader = async (server: TestServer): Promise<() => Promise<string>> => {
  const read = await server.run(
    Effect.flatMap(Effect.serviceOption(Database), (database) => ofDatabase(Option.getOrThrow(database)))
  )
  const place = Effect.flatMap(Change.ChangeRepository, (changes) => changes.place)
  return () => server.run(Effect.zipRight(place, read))
}
