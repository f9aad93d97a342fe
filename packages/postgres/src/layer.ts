import { Metric, Ports, Rate } from "@boardwright/core"
import {
  bindFeed,
  Database,
  explained,
  type MigrationStatus,
  whereObserved,
  type Parameter,
  type Repositories,
  repositories,
  type SqlStatement,
  type StorageNotUsable
} from "@boardwright/sql"
import { Context, Effect, Layer, type Scope } from "effect"
import type { Pool } from "pg"
import { batchedRead } from "./batchedRead.js"
import { ConnectionPool } from "./ConnectionPool.js"
import { databaseIdentity } from "./databaseIdentity.js"
import { hostTransactions } from "./hostTransactions.js"
import { migrateUnderLock, readMigrationStatus } from "./migrations.js"
import { notUsable } from "./notUsable.js"
import { openPool } from "./openPool.js"
import { databaseOf, type PostgresOptions, type PostgresPool } from "./PostgresOptions.js"
import { postgresRateCounts } from "./postgresRateCounts.js"
import { postgresThrottle } from "./postgresThrottle.js"
import { preparerFor } from "./preparedStatement.js"
import { sharedRead } from "./sharedRead.js"
import { Transactions } from "./Transactions.js"

/** What the layer provides: the storage ports, and the request and sign-in counts that all instances share. */
export type Postgres =
  | Repositories
  | Ports.Transactor
  | Ports.HostTransactions
  | Rate.RateCounts
  | Rate.Throttle
  | Database

type Options = PostgresOptions | PostgresPool

export const withPool = <A, E>(options: Options, work: (pool: Pool) => Effect.Effect<A, E, Scope.Scope>) =>
  explained(Effect.flatMap("pool" in options ? Effect.succeed(options.pool) : openPool(options), work), (cause) =>
    notUsable(databaseOf(options), cause)
  )

// PostgreSQL accepts no NUL and stores none, so a query for a text with a NUL must find nothing.
const withoutNul = (value: Parameter): Parameter =>
  typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\uFFFD") : value

// On for a standby, too.
const READ_ONLY: SqlStatement = {
  operation: "StorageHealth.writes",
  text: `select current_setting('transaction_read_only')::boolean as "readOnly"`,
  writes: false
}

const measurePool = (metrics: Metric.Metrics, pool: Pool): void => {
  metrics.poolConnections.of("used").from(() => pool.totalCount - pool.idleCount)
  metrics.poolConnections.of("idle").from(() => pool.idleCount)
  metrics.poolSize.from(() => pool.options.max)
  metrics.poolWaiting.from(() => pool.waitingCount)
}

const open = Effect.fnUntraced(function* (pool: Pool, options: Options, prepare: ReturnType<typeof preparerFor>) {
  const metrics = yield* Metric.CurrentMetrics
  const observed = yield* whereObserved
  if (metrics !== null) measurePool(metrics, pool)
  yield* migrateUnderLock(pool, options.schema)
  const connections = new ConnectionPool(pool, !("pool" in options))
  const transactions = new Transactions(
    connections,
    (statement) => prepare(statement, metrics?.statements.of(statement.operation)),
    metrics?.statements.of("Transactor.commit")
  )
  const readOnly = transactions.prepare(READ_ONLY)
  const bound = new Set<string>()
  const database = observed.database({
    dialect: "pg",
    prepare: (statement) => {
      const prepared = transactions.prepare(statement)
      if (statement.writes) return (parameters) => transactions.run(prepared, parameters)
      const shared = statement.cacheable === true ? sharedRead(transactions, prepared) : undefined
      const outside = statement.batch ? batchedRead(transactions, prepared, statement.batch) : shared
      return (parameters) => {
        const values = parameters.map(withoutNul)
        return transactions.run(prepared, values, outside?.(values))
      }
    },
    atomic: (work) => transactions.atomic(work),
    inTransaction: transactions.isOpen,
    rebound: (source, read) =>
      bound.has(source)
        ? null
        : Effect.map(transactions.apart(Effect.zip(bind, read)), ([at, result]) => {
            bound.add(at.source)
            return result
          }),
    writes: Effect.map(transactions.run(readOnly, []), ([row]) =>
      (row as { readonly readOnly: boolean }).readOnly ? "read-only" : connections.failedWrites.state
    )
  })
  const bind = Effect.gen(function* () {
    const identity = yield* databaseIdentity(transactions, database)
    return { identity, source: yield* bindFeed(database, identity) }
  })
  // In a transaction, which a pooler may refuse: then the start fails.
  const { identity, source } = yield* transactions.transact(bind)
  bound.add(source)
  const transactor = observed.transactor({
    transact: (work) => transactions.transact(work),
    // Each has its own connection and commit.
    alone: Effect.void
  })
  return Context.make(Database, database).pipe(
    Context.add(Ports.Transactor, transactor),
    Context.add(Ports.HostTransactions, hostTransactions(transactions, database, identity)),
    Context.add(Rate.RateCounts, yield* postgresRateCounts(transactions)),
    Context.add(Rate.Throttle, yield* postgresThrottle(transactions))
  )
})

/**
 * All storage ports on one PostgreSQL database, with `Rate.RateCounts` and `Rate.Throttle` shared by all instances on it.
 * Applies missing migrations first; any number of processes may start at once. A statement has 5 s (60 s if it removes a
 * whole board or workspace), a connection 6 s, both together 9 s; after that, and while the database is down, everything
 * fails with `StorageUnavailable`. Transactions are READ COMMITTED and run again after a deadlock. A write whose answer was
 * lost is a defect: it may have been done. Throws a TypeError for a schema name that `PostgresOptions` does not allow.
 */
export const layer = (options: Options): Layer.Layer<Postgres, StorageNotUsable> => {
  const prepare = preparerFor(options.schema)
  return Layer.provideMerge(
    repositories,
    // The migrator would have spans with the text of its statements.
    Layer.scopedContext(
      Effect.withTracerEnabled(
        withPool(options, (pool) => open(pool, options, prepare)),
        false
      )
    )
  )
}

/** Reads which migrations a database has and which it lacks. */
export const migrationStatus = (options: Options): Effect.Effect<MigrationStatus, StorageNotUsable> =>
  Effect.scoped(withPool(options, (pool) => readMigrationStatus(pool, options.schema)))
