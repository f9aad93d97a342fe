import { migrate, type MigrationStatus, migrationStatus } from "@boardwright/sql"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Exit } from "effect"
import type { Pool } from "pg"
import { quoted } from "./inSchema.js"

/** What migrating processes lock, one at a time: the bytes of "boardwri". */
const LOCK = "7092995082071536233"

// What the migrator would make itself after a failed look for it; in a transaction a failure would end everything.
const MIGRATIONS_TABLE = `create table if not exists boardwright_migrations (
  migration_id integer primary key,
  created_at timestamp with time zone not null default now(),
  name text not null
)`

/** The pool as @effect/sql's client. */
const clientOf = (pool: Pool) => Effect.provide(PgClient.fromPool({ acquire: Effect.succeed(pool) }), Reactivity.layer)

type Run = (text: string) => Effect.Effect<ReadonlyArray<unknown>, SqlError>

/** Work in a transaction whose `search_path` is the schema, where there is one; a host's session keeps its own. */
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
        // Under another level it would see the tables as they were before it waited for the lock.
        run("begin isolation level read committed"),
        () =>
          Effect.gen(function* () {
            if (schema !== undefined) yield* run(`set local search_path = ${quoted(schema)}`)
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

/** Which migrations a database has and which it lacks; changes nothing. */
export const statusOf = (pool: Pool, schema: string | undefined): Effect.Effect<MigrationStatus, SqlError> =>
  Effect.scoped(
    Effect.flatMap(clientOf(pool), (client) =>
      schema === undefined
        ? Effect.provideService(migrationStatus, SqlClient.SqlClient, client)
        : inTransaction(client, schema, () => migrationStatus)
    )
  )

/** Makes a schema. Where it is there its user needs no right to make one. */
const makeSchema = Effect.fnUntraced(function* (run: Run, schema: string) {
  const found = yield* run(`select from pg_namespace where nspname = '${schema}'`)
  if (found.length === 0) yield* run(`create schema ${quoted(schema)}`)
})

const migrateInTurn = (client: PgClient.PgClient, schema: string | undefined) =>
  inTransaction(client, schema, (run) =>
    Effect.gen(function* () {
      yield* run("set local statement_timeout = 0")
      yield* run("set local lock_timeout = 0")
      yield* run(`select pg_advisory_xact_lock(${LOCK})`)
      if (schema !== undefined) yield* makeSchema(run, schema)
      yield* run(MIGRATIONS_TABLE)
      yield* migrate
    })
  )

/**
 * Brings the tables up to date in one transaction, under an advisory lock that ends with it: any number of processes may
 * try at once, each waits for those before it and finds the work done. Killed at any point it leaves nothing. Where there
 * is nothing to do it locks nothing, and its user needs no right to make tables.
 */
export const migrateAlone = (pool: Pool, schema: string | undefined) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { pending, unknown } = yield* statusOf(pool, schema)
      if (pending.length > 0 || unknown.length > 0) yield* migrateInTurn(yield* clientOf(pool), schema)
    })
  )
