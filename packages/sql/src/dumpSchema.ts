import { Effect } from "effect"
import { DatabaseNotEmpty, type DumpConnection } from "./dumpFormat.js"
import { dumpTables, FEED_TABLE } from "./dumpTables.js"

export const MIGRATIONS = "boardwright_migrations"

/** The number of the newest migration of a database; null if it has none. */
export const schemaOf = Effect.fnUntraced(function* ({ dialect, query }: DumpConnection) {
  const found =
    dialect === "pg"
      ? yield* query(`select to_regclass('${MIGRATIONS}')::text`)
      : yield* query(`select max(name) from sqlite_master where name = '${MIGRATIONS}'`)
  if (found[0]?.[0] === null) return null
  const [newest] = yield* query(`select max(migration_id) from ${MIGRATIONS}`)
  return newest?.[0] === null ? null : Number(newest?.[0])
})

/** Fails with `DatabaseNotEmpty` if a table of a database with the migrations up to number `schema` has rows. */
export const requireEmpty = Effect.fnUntraced(function* ({ query }: DumpConnection, schema: number) {
  const counts: Record<string, number> = {}
  for (const { name } of dumpTables(schema)) {
    if (name === FEED_TABLE) continue
    const count = Number((yield* query(`select count(*) from ${name}`))[0]?.[0])
    if (count > 0) counts[name] = count
  }
  if (Object.keys(counts).length > 0) return yield* new DatabaseNotEmpty({ counts })
})

/** An index, and the statement that makes it. */
export interface Index {
  readonly name: string
  readonly statement: string
}

/** The indexes that can be removed and made again: those that are no part of a table's own definition. */
export const indexesOf = ({ dialect, query }: DumpConnection) => {
  const text =
    dialect === "pg"
      ? `select i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) from pg_index i
          join pg_class t on t.oid = i.indrelid
          where t.relnamespace = current_schema()::regnamespace and t.relname like 'boardwright\\_%' and t.relkind = 'r'
            and not exists (select from pg_constraint c where c.conindid = i.indexrelid) order by i.indexrelid`
      : `select name, sql from sqlite_master
          where type = 'index' and sql is not null and tbl_name like 'boardwright\\_%' escape '\\' order by rowid`
  return Effect.map(query(text), (rows) =>
    rows.map(([name, statement]): Index => ({ name: String(name), statement: String(statement) }))
  )
}
