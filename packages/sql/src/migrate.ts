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
}> {
  /** What is the matter with a database, to follow its name. */
  override get message(): string {
    return this.found > this.known
      ? `was written by a newer version of Boardwright (its schema is ${this.found}, this version knows ${this.known})`
      : `could not be brought up to date (its schema is ${this.found}, this version needs ${this.known})`
  }
}

/** The number of the newest migration of this program. */
export const known = Math.max(...Object.keys(steps).map((name) => Number.parseInt(name, 10)))

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

/** The migrations of a database and of this program, by names such as `0001_accounts`, in order. */
export interface MigrationStatus {
  readonly applied: ReadonlyArray<string>
  readonly pending: ReadonlyArray<string>
  /** What a newer version of Boardwright applied. */
  readonly unknown: ReadonlyArray<string>
}

const tableIsThere = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql
    .onDialectOrElse({
      pg: () => sql<{ readonly found: unknown }>`select to_regclass(${TABLE}) as found`,
      orElse: () => sql<{ readonly found: unknown }>`select max(name) as found from sqlite_master where name = ${TABLE}`
    })
    .pipe(Effect.map((rows) => rows[0]?.found !== null))
)

const namesThere = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql<{ readonly id: number; readonly name: string }>`
    select migration_id as id, name from ${sql(TABLE)} order by migration_id`.pipe(
    Effect.map((rows) => rows.map(({ id, name }) => `${String(id).padStart(4, "0")}_${name}`))
  )
)

/** Which migrations a database has and which it lacks; changes nothing. */
export const migrationStatus: Effect.Effect<MigrationStatus, SqlError, SqlClient.SqlClient> = Effect.map(
  Effect.flatMap(tableIsThere, (isThere) => (isThere ? namesThere : Effect.succeed<ReadonlyArray<string>>([]))),
  (there) => {
    const names = Object.keys(steps)
    return {
      applied: there.filter((name) => names.includes(name)),
      pending: names.filter((name) => !there.includes(name)),
      unknown: there.filter((name) => !names.includes(name))
    }
  }
)
