import { migrate, migrationStatus } from "@boardwright/sql"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Exit } from "effect"
import type { Pool } from "pg"

/** What migrating processes lock, one at a time: the bytes of "boardwri". */
const LOCK = "7092995082071536233"

// What the migrator would make itself after a failed look for it; in a transaction a failure would end everything.
const MIGRATIONS_TABLE = `create table if not exists boardwright_migrations (
  migration_id integer primary key,
  created_at timestamp with time zone not null default now(),
  name text not null
)`

/** The pool as @effect/sql's client. */
export const clientOf = (pool: Pool) =>
  Effect.provide(PgClient.fromPool({ acquire: Effect.succeed(pool) }), Reactivity.layer)

const migrateInTurn = (client: PgClient.PgClient) =>
  Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* client.reserve
      const run = (text: string) => connection.execute(text, [], undefined)
      yield* Effect.acquireUseRelease(
        // Under another level it would see the tables as they were before it waited for the lock.
        run("begin isolation level read committed"),
        () =>
          Effect.gen(function* () {
            yield* run("set local statement_timeout = 0")
            yield* run("set local lock_timeout = 0")
            yield* run(`select pg_advisory_xact_lock(${LOCK})`)
            yield* run(MIGRATIONS_TABLE)
            yield* migrate
            yield* run("commit")
          }).pipe(
            Effect.provideService(SqlClient.SqlClient, client),
            Effect.provideService(SqlClient.TransactionConnection, [connection, 0])
          ),
        (_, exit) => (Exit.isSuccess(exit) ? Effect.void : Effect.ignore(run("rollback")))
      )
    })
  )

/**
 * Brings the tables up to date in one transaction, under an advisory lock that ends with it: any number of processes may
 * try at once, each waits for those before it and finds the work done. Killed at any point it leaves nothing. Where there
 * is nothing to do it locks nothing, and its user needs no right to make tables.
 */
export const migrateAlone = (pool: Pool) =>
  Effect.scoped(
    Effect.gen(function* () {
      const client = yield* clientOf(pool)
      const { pending, unknown } = yield* Effect.provideService(migrationStatus, SqlClient.SqlClient, client)
      if (pending.length > 0 || unknown.length > 0) yield* migrateInTurn(client)
    })
  )
