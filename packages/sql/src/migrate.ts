import * as Migrator from "@effect/sql/Migrator"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Data, Effect } from "effect"
import { type Step, steps, words } from "./migrations/index.js"

const TABLE = "boardwright_migrations"

/** The newest migration in the database is not this program's newest. */
export class SchemaMismatch extends Data.TaggedError("SchemaMismatch")<{
  readonly found: number
  readonly known: number
}> {
  /** What is wrong with a database: a phrase that follows its name. */
  override get message(): string {
    if (this.found === 0) return "is no database of Boardwright"
    return this.found > this.known
      ? `was written by a newer version of Boardwright (its schema is ${this.found}, this version knows ${this.known})`
      : `could not be brought up to date (its schema is ${this.found}, this version needs ${this.known})`
  }
}

const effectOf = (step: Step) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(
      step(sql.onDialectOrElse({ pg: () => words.pg, orElse: () => words.sqlite })),
      (text) => sql.unsafe(text),
      { discard: true }
    )
  )

/** The number of a migration by its name, such as `0001_accounts`. */
export const numberOf = (name: string): number => Number.parseInt(name, 10)

/** The number of this program's newest migration. */
export const known = Math.max(...Object.keys(steps).map(numberOf))

const runTo = (schema: number) => {
  const wanted = Object.entries(steps).filter(([name]) => numberOf(name) <= schema)
  const loader = Migrator.fromRecord(Object.fromEntries(wanted.map(([name, step]) => [name, effectOf(step)])))
  return Migrator.make({})({ table: TABLE, loader })
}

const newest = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql<{ readonly found: number | null }>`select max(migration_id) as found from ${sql(TABLE)}`.pipe(
    Effect.map((rows) => rows[0]?.found ?? 0)
  )
)

/**
 * Applies the missing migrations up to number `schema` and checks that the last one is there: a migrator that lost a race
 * reports success before the winner is done. Run it under a lock that one process at a time can hold. Leaves a newer database
 * alone. Fails with `SchemaMismatch`; a failing migration is a defect.
 */
export const migrateTo = (
  schema: number
): Effect.Effect<void, SchemaMismatch | Migrator.MigrationError | SqlError, SqlClient.SqlClient> =>
  Effect.zipRight(runTo(schema), newest).pipe(
    Effect.flatMap((found) => (found === schema ? Effect.void : new SchemaMismatch({ found, known: schema })))
  )

/** Applies all missing migrations, as `migrateTo` does. */
export const migrate = migrateTo(known)

/** The migrations of a database compared with those of this program, by names such as `0001_accounts`, in order. */
export interface MigrationStatus {
  readonly applied: ReadonlyArray<string>
  readonly pending: ReadonlyArray<string>
  /** Applied by a newer version of Boardwright. */
  readonly unknown: ReadonlyArray<string>
}

const hasTable = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql
    .onDialectOrElse({
      pg: () => sql<{ readonly found: unknown }>`select to_regclass(${TABLE}) as found`,
      orElse: () => sql<{ readonly found: unknown }>`select max(name) as found from sqlite_master where name = ${TABLE}`
    })
    .pipe(Effect.map((rows) => rows[0]?.found !== null))
)

const appliedNames = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql<{ readonly id: number; readonly name: string }>`
    select migration_id as id, name from ${sql(TABLE)} order by migration_id`.pipe(
    Effect.map((rows) => rows.map(({ id, name }) => `${String(id).padStart(4, "0")}_${name}`))
  )
)

/** Reads which migrations a database has and which it lacks. */
export const migrationStatus: Effect.Effect<MigrationStatus, SqlError, SqlClient.SqlClient> = Effect.map(
  Effect.flatMap(hasTable, (exists) => (exists ? appliedNames : Effect.succeed<ReadonlyArray<string>>([]))),
  (found) => {
    const names = Object.keys(steps)
    return {
      applied: found.filter((name) => names.includes(name)),
      pending: names.filter((name) => !found.includes(name)),
      unknown: found.filter((name) => !names.includes(name))
    }
  }
)
