import { Ports, Rate } from "@boardwright/core"
import {
  Database,
  type MigrationStatus,
  type Parameter,
  type Repositories,
  repositories,
  type StorageNotUsable
} from "@boardwright/sql"
import { Cause, Context, Effect, Layer, type Scope } from "effect"
import type { Pool } from "pg"
import { Connections } from "./Connections.js"
import { databaseOf } from "./databaseOf.js"
import { inSchema } from "./inSchema.js"
import { migrateAlone, statusOf } from "./migrateAlone.js"
import { notUsable } from "./notUsable.js"
import { openPool } from "./openPool.js"
import type { PostgresOptions, PostgresPool } from "./PostgresOptions.js"
import { pointRead } from "./pointRead.js"
import { postgresRateCounts } from "./postgresRateCounts.js"
import { postgresThrottle } from "./postgresThrottle.js"
import { Transactions } from "./Transactions.js"

/** Everything that a PostgreSQL gives: the storage ports, and counts of requests and sign-ins that its users share. */
export type Postgres = Repositories | Ports.Transactor | Rate.RateCounts | Rate.Throttle | Database

type Options = PostgresOptions | PostgresPool

const usable = <A, E>(options: Options, work: (pool: Pool) => Effect.Effect<A, E, Scope.Scope>) =>
  Effect.flatMap("pool" in options ? Effect.succeed(options.pool) : openPool(options), work).pipe(
    Effect.catchAllCause((cause) =>
      Cause.isInterruptedOnly(cause)
        ? Effect.interrupt
        : Effect.fail(notUsable(databaseOf(options), Cause.squash(cause)))
    )
  )

// The database takes no NUL. Nothing that it holds has one, and so a question after it gets the answer "none".
const findable = (value: Parameter): Parameter =>
  typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\uFFFD") : value

const open = Effect.fnUntraced(function* (pool: Pool, options: Options, qualified: (text: string) => string) {
  yield* migrateAlone(pool, options.schema)
  const transactions = new Transactions(new Connections(pool, !("pool" in options)), qualified)
  const database = Database.of({
    dialect: "pg",
    prepare: (statement) => {
      const prepared = transactions.prepare(statement)
      if (statement.writes) return (parameters) => transactions.run(prepared, parameters)
      const together = statement.point === true ? pointRead(transactions, prepared) : () => undefined
      return (parameters) => {
        const values = parameters.map(findable)
        return transactions.run(prepared, values, together(values))
      }
    },
    atomic: (work) => transactions.atomic(work)
  })
  const transactor = Ports.Transactor.of({ transact: (work) => transactions.transact(work) })
  return Context.make(Database, database).pipe(
    Context.add(Ports.Transactor, transactor),
    Context.add(Rate.RateCounts, yield* postgresRateCounts(transactions)),
    Context.add(Rate.Throttle, yield* postgresThrottle(transactions))
  )
})

/**
 * All storage ports on one PostgreSQL database, and `Rate.RateCounts` and `Rate.Throttle` shared by everyone on it. The tables are brought up
 * to date first; any number of processes may start at once. A statement has 5 s (60 s where it removes a whole board or
 * workspace), a connection 6 s to come, both together 9 s; past that, and while the database is away, everything is
 * `StorageUnavailable`. Transactions are READ COMMITTED and begun anew after a deadlock. A write whose answer was lost on
 * the way is a defect: it may have been done. Throws a TypeError for a schema name that `PostgresOptions` does not allow.
 */
export const layer = (options: Options): Layer.Layer<Postgres, StorageNotUsable> => {
  const qualified = inSchema(options.schema)
  return Layer.provideMerge(
    repositories,
    Layer.scopedContext(usable(options, (pool) => open(pool, options, qualified)))
  )
}

/** Which migrations a database has and which it lacks; changes nothing. */
export const migrationStatus = (options: Options): Effect.Effect<MigrationStatus, StorageNotUsable> =>
  Effect.scoped(usable(options, (pool) => statusOf(pool, options.schema)))
