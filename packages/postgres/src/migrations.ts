import { migrate, type MigrationStatus, migrationStatus } from "@boardwright/sql"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Exit, Stream } from "effect"
import type { Pool, PoolClient } from "pg"
import { quoteSchema } from "./preparedStatement.js"

/** The advisory lock of migrations: the bytes of "boardwri". */
const LOCK = "7092995082071536233"

// The migrator would create this table after a failed query for it, which would abort the transaction.
const MIGRATIONS_TABLE = `create table if not exists boardwright_migrations (
  migration_id integer primary key,
  created_at timestamp with time zone not null default now(),
  name text not null
)`

/** The pool as @effect/sql's client. */
const clientOf = (pool: Pool) => Effect.provide(PgClient.fromPool({ acquire: Effect.succeed(pool) }), Reactivity.layer)

type Run<E = SqlError> = (text: string) => Effect.Effect<ReadonlyArray<unknown>, E>

/** A client in a transaction as @effect/sql's connection. */
const connectionOn = (client: PoolClient): Connection => {
  const query = (text: string, parameters: ReadonlyArray<unknown>) =>
    Effect.tryPromise({
      try: () => client.query<Record<string, unknown>>(text, [...parameters]),
      catch: (cause) => new SqlError({ cause })
    })
  const execute: Connection["execute"] = (text, parameters, transformRows) =>
    Effect.map(query(text, parameters), ({ rows }) => transformRows?.(rows) ?? rows)
  return {
    execute,
    executeUnprepared: execute,
    executeRaw: query,
    executeValues: (text, parameters) =>
      Effect.map(query(text, parameters), ({ rows }) => rows.map((row) => Object.values(row))),
    executeStream: () => Stream.dieMessage("A migration reads no stream")
  }
}

/** Runs migrations in the transaction that a client is in. */
export const inTransactionOf = <A, E>(client: PoolClient, work: Effect.Effect<A, E, SqlClient.SqlClient>) => {
  const connection = connectionOn(client)
  const sql = SqlClient.make({
    acquirer: Effect.succeed(connection),
    compiler: PgClient.makeCompiler(),
    spanAttributes: []
  })
  return work.pipe(
    Effect.provideService(SqlClient.TransactionConnection, [connection, 0]),
    Effect.provideServiceEffect(SqlClient.SqlClient, Effect.provide(sql, Reactivity.layer))
  )
}

/** Runs work in a transaction whose `search_path` is the schema, if any; the session keeps its own. */
const inTransaction = <A, E>(
  client: PgClient.PgClient,
  schema: string | undefined,
  work: (run: Run) => Effect.Effect<A, E, SqlClient.SqlClient>
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* client.reserve
      const run: Run = (text) => connection.execute(text, [], undefined)
      return yield* Effect.acquireUseRelease(
        // Another level would see the tables as of before the wait for the lock.
        run("begin isolation level read committed"),
        () =>
          Effect.gen(function* () {
            if (schema !== undefined) yield* run(`set local search_path = ${quoteSchema(schema)}`)
            const result = yield* work(run)
            yield* run("commit")
            return result
          }).pipe(
            Effect.provideService(SqlClient.SqlClient, client),
            Effect.provideService(SqlClient.TransactionConnection, [connection, 0])
          ),
        (_, exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.ignore(run("rollback")))
      )
    })
  )

/** Reads which migrations a database has and which it lacks. */
export const readMigrationStatus = (pool: Pool, schema: string | undefined): Effect.Effect<MigrationStatus, SqlError> =>
  Effect.scoped(
    Effect.flatMap(clientOf(pool), (client) =>
      schema === undefined
        ? Effect.provideService(migrationStatus, SqlClient.SqlClient, client)
        : inTransaction(client, schema, () => migrationStatus)
    )
  )

/** Creates a missing schema; needs no right to create schemas if it exists. */
const createSchema = Effect.fnUntraced(function* <E>(run: Run<E>, schema: string) {
  const found = yield* run(`select from pg_namespace where nspname = '${schema}'`)
  if (found.length === 0) yield* run(`create schema ${quoteSchema(schema)}`)
})

/** Waits until no other process migrates the database, and creates what the migrations need; in a transaction. */
export const lockForMigrations = Effect.fnUntraced(function* <E>(run: Run<E>, schema: string | undefined) {
  yield* run(`select pg_advisory_xact_lock(${LOCK})::text`)
  if (schema !== undefined) yield* createSchema(run, schema)
  yield* run(MIGRATIONS_TABLE)
})

const migrateLocked = (client: PgClient.PgClient, schema: string | undefined) =>
  inTransaction(client, schema, (run) =>
    Effect.gen(function* () {
      yield* run("set local statement_timeout = 0")
      yield* run("set local lock_timeout = 0")
      yield* lockForMigrations(run, schema)
      yield* migrate
    })
  )

/**
 * Applies the missing migrations in one transaction, under an advisory lock that ends with it: any number of processes may
 * start at once, and a process killed at any point leaves nothing behind. If no migration is missing, it takes no lock and
 * needs no right to create tables.
 */
export const migrateUnderLock = (pool: Pool, schema: string | undefined) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { pending, unknown } = yield* readMigrationStatus(pool, schema)
      if (pending.length > 0 || unknown.length > 0) yield* migrateLocked(yield* clientOf(pool), schema)
    })
  )
