import { existsSync } from "node:fs"
import { basename, dirname } from "node:path"
import {
  type DatabaseNotEmpty,
  type DumpConnection,
  DumpRejected,
  explained,
  holdDatabase,
  type Loaded,
  type LoadConnection,
  loadDump,
  requireEmpty,
  SchemaMismatch,
  schemaOf,
  type StorageNotUsable,
  type Written,
  writeDump
} from "@boardwright/sql"
import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { attempt } from "./busyRetry.js"
import { existing } from "./checkFile.js"
import { draftOf, keepLogs, linkedFile, putInPlace, removeDrafts, settle, unused } from "./draft.js"
import { openSqlite, type SqliteDatabase, type SqliteStatement } from "./driver.js"
import { codeOf } from "./errors.js"
import { holdServerLock } from "./holdServerLock.js"
import { clientOn, connectionOn, migrateUnderLock } from "./migrations.js"
import { notUsable } from "./notUsable.js"

/** What indexes are made in, in KiB. 64,000 takes 60 MB more and saves no time. */
const CACHE_KIB = 16_000

const open = (filename: string) =>
  Effect.acquireRelease(
    Effect.mapError(
      attempt(() => openSqlite(filename)),
      (cause) => notUsable(filename, cause)
    ),
    (db) => Effect.sync(() => db.close())
  )

const dumpConnection = (db: SqliteDatabase, filename: string): DumpConnection => ({
  dialect: "sqlite",
  query: (text, parameters = []) =>
    attempt(() => {
      const statement = db.prepare(text)
      if (statement.reader) return statement.raw().all(...parameters) as ReadonlyArray<ReadonlyArray<unknown>>
      statement.run(...parameters)
      return []
    }).pipe(Effect.mapError((cause) => notUsable(filename, cause)))
})

const loadConnection = (db: SqliteDatabase, filename: string): LoadConnection => {
  const connection = connectionOn(db)
  const inserts = new Map<string, SqliteStatement>()
  const insertInto = (table: string, columns: ReadonlyArray<string>): SqliteStatement => {
    const places = columns.map(() => "?").join(", ")
    const found = inserts.get(table)
    const statement = found ?? db.prepare(`insert into ${table} (${columns.join(", ")}) values (${places})`)
    inserts.set(table, statement)
    return statement
  }
  return {
    ...dumpConnection(db, filename),
    insert: (table, columns, rows) =>
      attempt(() => {
        const insert = insertInto(table, columns)
        for (const row of rows) insert.run(...row)
      }).pipe(
        Effect.mapError((cause) =>
          /^SQLITE_(CONSTRAINT|MISMATCH)/.test(codeOf(cause) ?? "")
            ? new DumpRejected({ message: `is damaged: a row of ${table} does not fit its table`, cause })
            : notUsable(filename, cause)
        )
      ),
    migrating: (work) =>
      work.pipe(
        Effect.provideService(SqlClient.TransactionConnection, [connection, 0]),
        Effect.provideServiceEffect(SqlClient.SqlClient, clientOn(connection)),
        (migrated) => explained(migrated, (cause) => notUsable(filename, cause))
      )
  }
}

const explain =
  (filename: string) =>
  <A, E>(work: Effect.Effect<A, E | SchemaMismatch | SqlError>) =>
    Effect.mapError(work, (failure) =>
      failure instanceof SchemaMismatch || failure instanceof SqlError ? notUsable(filename, failure) : failure
    )

/** Brings a file that nobody else has open to this program's schema, and holds it. */
export const holdFile = (filename: string, at: string): Effect.Effect<void, StorageNotUsable> =>
  Effect.scoped(
    Effect.gen(function* () {
      const db = yield* open(filename)
      yield* explained(migrateUnderLock(db, 0), (cause) => notUsable(filename, cause))
      yield* holdDatabase(dumpConnection(db, filename), at)
    })
  )

/** Writes a dump of what is committed; nobody else waits. Returns the number of rows. */
export const dumpFile = <E>(filename: string, written: Written<E>): Effect.Effect<number, StorageNotUsable | E> =>
  Effect.gen(function* () {
    yield* existing(filename)
    const connection = dumpConnection(yield* open(filename), filename)
    yield* connection.query("begin")
    return yield* writeDump(connection, written)
  }).pipe(Effect.scoped, explain(filename))

const fill = <E>(draft: string, loaded: Loaded<E>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const db = yield* open(draft)
      const connection = loadConnection(db, draft)
      // Nobody reads the draft of a load that was interrupted.
      for (const setting of ["journal_mode = off", "synchronous = off", "foreign_keys = off"])
        yield* connection.query(`pragma ${setting}`)
      yield* connection.query(`pragma cache_size = -${CACHE_KIB}`)
      yield* connection.query("begin")
      const rows = yield* loadDump(connection, loaded)
      yield* connection.query("commit")
      return rows
    })
  )

const requireEmptyFile = (filename: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      if (!existsSync(filename)) return
      const connection = dumpConnection(yield* open(filename), filename)
      const schema = yield* schemaOf(connection)
      if (schema !== null) return yield* requireEmpty(connection, schema)
      const [tables] = yield* connection.query("select count(*) from sqlite_master")
      if (tables?.[0] !== 0) return yield* new SchemaMismatch({ found: 0, known: 0 })
    })
  )

/**
 * Puts a database with what a dump contains in the place of one that is missing or has no rows: as a file that is complete
 * and checked before it gets its name. The log of a database that was moved away is kept under the database's name with `ending`.
 * Returns the number of rows, and the new name of that log, if any. Fails while a server or another program has the file open.
 */
export const loadFile = <E>(
  filename: string,
  loaded: Loaded<E>,
  ending: string
): Effect.Effect<
  { readonly rows: number; readonly kept: string | null },
  StorageNotUsable | DumpRejected | DatabaseNotEmpty | E
> =>
  Effect.gen(function* () {
    yield* holdServerLock(filename)
    const file = yield* linkedFile(filename)
    yield* requireEmptyFile(file)
    yield* attempt(() => removeDrafts(dirname(file), (name) => name === basename(file)))
    const { draft, made: rows } = yield* draftOf(file, (draft) => fill(draft, loaded))
    if (existsSync(file)) yield* Effect.zipRight(requireEmptyFile(file), settle(file))
    const kept = yield* attempt(() => keepLogs(file, unused(file + ending)))
    yield* putInPlace(draft, file)
    return { rows, kept }
  }).pipe(Effect.scoped, explain(filename))
