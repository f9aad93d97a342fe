import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { nullable } from "./codecs.js"
import type { Parameter, StorageNotUsable } from "./Database.js"
import { type Digest, type DumpConnection, DumpRejected } from "./dumpFormat.js"
import { type Index, indexesOf, MIGRATIONS, requireEmpty, schemaOf } from "./dumpSchema.js"
import { CHANGE, CONSUMER_TABLE, dumpTables, FEED_TABLE, OMITTED_TABLES, storedName } from "./dumpTables.js"
import { FEED, UNBOUND } from "./feedEpoch.js"
import { known, migrate, migrateTo, SchemaMismatch } from "./migrate.js"
import { holdDatabase } from "./holdDatabase.js"
import { DumpReader, type DumpRows } from "./readDump.js"

/** About how many characters of rows are stored at once. */
const BATCH = 500_000

/** A connection in the transaction in which a dump is loaded. */
export interface LoadConnection extends DumpConnection {
  /**
   * Stores rows of a table, each with the values of the columns in order. Fails with `DumpRejected` if the database does not
   * accept them.
   */
  readonly insert: (
    table: string,
    columns: ReadonlyArray<string>,
    rows: ReadonlyArray<ReadonlyArray<Parameter>>
  ) => Effect.Effect<void, StorageNotUsable | DumpRejected>
  /** Runs migrations in the transaction. */
  readonly migrating: <A, E>(work: Effect.Effect<A, E, SqlClient.SqlClient>) => Effect.Effect<A, StorageNotUsable>
}

/** Brings a database without rows to the schema of a dump. */
const makeTables = Effect.fnUntraced(function* (connection: LoadConnection, schema: number) {
  const found = yield* schemaOf(connection)
  if (found !== null && found > known) return yield* new SchemaMismatch({ found, known })
  if (found !== null) {
    const names = dumpTables(found).map(({ name }) => name)
    // Nobody may add a row between the check and the commit.
    if (connection.dialect === "pg") yield* connection.query(`lock table ${names.join(", ")} in access exclusive mode`)
    yield* requireEmpty(connection, found)
  }
  if (found !== null && found > schema) {
    // The table of migrations stays: the migrator would look for it by a query that fails, which ends a transaction.
    const others = Object.keys(OMITTED_TABLES).filter((name) => name !== MIGRATIONS)
    const names = [...dumpTables(found).map(({ name }) => name), ...others]
    for (const name of names.toReversed()) yield* connection.query(`drop table if exists ${name}`)
    yield* connection.query(`delete from ${MIGRATIONS}`)
  }
  yield* connection.migrating(migrateTo(schema))
})

/** Stores the position of the last change, after which ids go on. */
const insertHead = Effect.fnUntraced(function* ({ dialect, query }: LoadConnection, position: number) {
  const head = Number(position)
  yield* query(`delete from ${FEED_TABLE}`)
  if (dialect === "pg") {
    const epoch = "replace(gen_random_uuid()::text, '-', '')"
    yield* query(
      `insert into ${FEED_TABLE} (id, epoch, binding, position) values ('${FEED}', ${epoch}, '${UNBOUND}', ${head})`
    )
    if (head > 0) yield* query(`select setval(pg_get_serial_sequence('${CHANGE}', 'id'), ${head})`)
    return
  }
  const epoch = "lower(hex(randomblob(16)))"
  yield* query(`insert into ${FEED_TABLE} (id, epoch, binding) values ('${FEED}', ${epoch}, '${UNBOUND}')`)
  yield* query(`delete from sqlite_sequence where name = '${CHANGE}'`)
  yield* query(`insert into sqlite_sequence (name, seq) values ('${CHANGE}', ${head})`)
})

const insertRows = (connection: LoadConnection, { rows, table }: DumpRows) => {
  if (rows.length === 0) return Effect.void
  if (table.name === FEED_TABLE) return insertHead(connection, Number(rows[0]?.[0]))
  const { dialect } = connection
  const codecs = table.columns.map(({ codec }) => nullable(codec))
  const columns = table.columns.map(({ name }) => storedName(table.name, name, dialect))
  const encoded = rows.map((row) => codecs.map((codec, at) => codec.encode(row[at] as never, dialect)))
  // The position is the id too, as in SQLite.
  const position = table.name === CHANGE && dialect === "pg" ? columns.indexOf("position") : -1
  if (position === -1) return connection.insert(table.name, columns, encoded)
  return connection.insert(
    table.name,
    [...columns, "id"],
    encoded.map((row) => [...row, row[position] ?? null])
  )
}

/** Runs what throws `DumpRejected`. */
const reading = (work: () => void): Effect.Effect<void, DumpRejected> =>
  Effect.suspend(() => {
    try {
      work()
      return Effect.void
    } catch (failure) {
      return failure instanceof DumpRejected ? failure : Effect.die(failure)
    }
  })

/** A dump to load. */
export interface Loaded<E> {
  /** The next piece of the text of the dump; null after the last. */
  readonly next: Effect.Effect<string | null, E>
  readonly digest: Digest
  /** The instant of the load. */
  readonly at: string
}

/**
 * Loads a dump into a database without rows, brings it to this program's schema and holds it until `boardwright resume`: in
 * a transaction that the caller commits if this succeeds. Returns the number of rows. Fails with `DumpRejected`,
 * `DatabaseNotEmpty` or `SchemaMismatch`.
 */
export const loadDump = Effect.fnUntraced(function* <E>(connection: LoadConnection, { at, digest, next }: Loaded<E>) {
  const reader = new DumpReader(digest)
  let indexes: ReadonlyArray<Index> | null = null
  let loaded = 0

  const store = Effect.gen(function* () {
    if (indexes === null && reader.header !== null) {
      yield* makeTables(connection, reader.header.schema)
      // They are made again once the tables are filled.
      indexes = yield* indexesOf(connection)
      for (const { name } of indexes) yield* connection.query(`drop index ${name}`)
    }
    for (const each of reader.takeRows()) {
      yield* insertRows(connection, each)
      loaded += each.rows.length
    }
  })

  for (;;) {
    const text = yield* next
    if (text === null) break
    yield* reading(() => reader.take(text))
    if (reader.size >= BATCH) yield* store
  }
  yield* reading(() => reader.finish())
  yield* store
  const stored = dumpTables(reader.header?.schema ?? 0)
  if (stored.some(({ name }) => name === CONSUMER_TABLE))
    yield* connection.query(`update ${CONSUMER_TABLE} set epoch = (select epoch from ${FEED_TABLE}) where epoch = ''`)
  for (const { statement } of indexes ?? []) yield* connection.query(statement)
  yield* connection.migrating(migrate)
  // All texts are indexed again.
  yield* connection.query("delete from boardwright_search")
  for (const { name } of dumpTables(known)) yield* connection.query(`analyze ${name}`)
  yield* holdDatabase(connection, at)
  return loaded
})
