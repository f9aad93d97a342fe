import * as Migrator from "@effect/sql/Migrator"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Data, Effect } from "effect"
import { type Step, steps, words } from "./migrations/index.js"

const TABLE = "boardwright_migrations"

/** The newest migration in the database is not the newest that this program knows. */
export class SchemaMismatch extends Data.TaggedError("SchemaMismatch")<{
  readonly found: number
  readonly known: number
}> {}

const known = Math.max(...Object.keys(steps).map((name) => Number.parseInt(name, 10)))

const effectOf = (step: Step) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(
      step(sql.onDialectOrElse({ pg: () => words.pg, orElse: () => words.sqlite })),
      (text) => sql.unsafe(text),
      { discard: true }
    )
  )

const run = Migrator.make({})({
  table: TABLE,
  loader: Migrator.fromRecord(Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, effectOf(step)])))
})

const newest = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql<{ readonly found: number | null }>`select max(migration_id) as found from ${sql(TABLE)}`.pipe(
    Effect.map((rows) => rows[0]?.found ?? 0)
  )
)

/**
 * Applies the migrations that are missing and makes sure that the newest is there: a migrator that lost a race reports
 * success before the winner is done. Run it under a lock that only one process at a time can hold. A database that is
 * newer than this program is left alone. Fails with `SchemaMismatch`; a migration that fails is a defect.
 */
export const migrate: Effect.Effect<void, SchemaMismatch | Migrator.MigrationError | SqlError, SqlClient.SqlClient> =
  Effect.zipRight(run, newest).pipe(
    Effect.flatMap((found) => (found === known ? Effect.void : new SchemaMismatch({ found, known })))
  )
