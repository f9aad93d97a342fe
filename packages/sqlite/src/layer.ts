import { statSync } from "node:fs"
import { Metric, Ports } from "@boardwright/core"
import {
  bindFeed,
  Database,
  FailedWrites,
  whereObserved,
  type SqlStatement,
  type Repositories,
  repositories,
  type Run,
  type StorageNotUsable
} from "@boardwright/sql"
import { Context, Duration, Effect, FiberRef, identity, Layer, type Scope } from "effect"
import { databaseIdentity } from "./databaseIdentity.js"
import { hostTransactions } from "./hostTransactions.js"
import { holdServerLock } from "./holdServerLock.js"
import { writeStateOf } from "./errors.js"
import { openLongReads } from "./LongReads.js"
import { notUsable } from "./notUsable.js"
import { openReader, retryingRead } from "./openReader.js"
import { openWriter } from "./openWriter.js"
import { type Prepared, timed } from "./prepared.js"
import { readCache } from "./readCache.js"
import type { WriterStatement } from "./Writer.js"
import { writeState } from "./writeState.js"

export interface SqliteOptions {
  /** The database's file, created if missing in an existing folder; `:memory:` for none. */
  readonly filename: string
  /** Whether to refuse to start beside another server on this file. For servers; command line tools run beside one. */
  readonly exclusive?: boolean | undefined
  /** How long to retry opening and each write while another process holds the file; default 10 seconds. */
  readonly patience?: Duration.DurationInput | undefined
}

const make = Effect.fnUntraced(function* ({ exclusive, filename, patience = "10 seconds" }: SqliteOptions) {
  const inMemory = filename === ":memory:"
  const metrics = yield* Metric.CurrentMetrics
  const observed = yield* whereObserved
  const patienceMillis = Duration.toMillis(patience)
  if (exclusive === true && !inMemory) yield* holdServerLock(filename)
  const writer = yield* openWriter(filename, patienceMillis)
  const reader = inMemory ? null : yield* openReader(filename, patienceMillis)
  const longReads = yield* openLongReads({ filename, patienceMillis }, writer.isSameFile)
  const cached = reader === null ? identity : readCache(reader("pragma data_version"))

  if (!inMemory) {
    metrics?.walBytes.from(() => statSync(`${filename}-wal`, { throwIfNoEntry: false })?.size ?? 0)
    metrics?.longReadsWaiting.from(() => longReads.waiting)
  }

  // A commit invalidates the pages that the reader has cached, but not those of the connection that wrote.
  const onFresherConnection =
    (own: WriterStatement, beside: Prepared): Prepared =>
    (parameters) =>
      writer.isWriting ? beside(parameters) : own.now(parameters)
  const outsideOf = (statement: SqlStatement, own: WriterStatement): Run => {
    if (reader === null) return own.between
    const { cacheable = false, long = false, operation, text } = statement
    const times = metrics?.statements.of(operation)
    if (long) return longReads.prepare(operation, text, times)
    const read = onFresherConnection(own, timed(times, reader(text)))
    return retryingRead(operation, patienceMillis, cacheable ? cached(read) : read)
  }
  const failed = new FailedWrites()
  const note = (failure: unknown) =>
    Effect.sync(() => {
      const state = writeStateOf(failure)
      if (state !== null) failed.record(state)
    })
  const transact = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.tapError(writer.transact(work), note)
  const database = observed.database({
    dialect: "sqlite",
    prepare: (statement) => {
      const own = writer.prepare(statement)
      const outside = outsideOf(statement, own)
      const run: Run = (parameters) =>
        Effect.withFiberRuntime((fiber) => {
          const transaction = fiber.getFiberRef(writer.current)
          const joins = transaction !== null && !(transaction.isHosts && statement.writes)
          if (joins) return own.within(transaction, parameters)
          return statement.writes ? transact(run(parameters)) : outside(parameters)
        })
      return run
    },
    atomic: (work) =>
      Effect.withFiberRuntime((fiber) => {
        const transaction = fiber.getFiberRef(writer.current)
        return transaction === null || transaction.isHosts ? transact(work) : work
      }),
    inTransaction: Effect.map(FiberRef.get(writer.current), (current) => current !== null),
    writes: Effect.suspend(() =>
      inMemory || failed.state !== "ok" ? Effect.succeed(failed.state) : writeState(filename)
    )
  })
  yield* Effect.catchTag(bindFeed(database, databaseIdentity(filename)), "StorageUnavailable", ({ cause }) =>
    Effect.fail(notUsable(filename, cause))
  )
  const transactor = observed.transactor({ transact, alone: writer.alone })
  return Context.make(Database, database).pipe(
    Context.add(Ports.Transactor, transactor),
    Context.add(Ports.HostTransactions, hostTransactions(writer, filename))
  )
})

/**
 * All storage ports on one SQLite file: write-ahead log, `synchronous = FULL` (an acknowledged write survives a power
 * loss), foreign keys on. Migrates the file first, after a check that takes no longer for a large one (`checkFile` reads all of it); any number of processes may start at once. Reads see what is
 * committed and never wait for a writer; those that may take long run in a thread. A file that another process holds never blocks the event loop.
 */
export const layer = (
  options: SqliteOptions
): Layer.Layer<Repositories | Ports.Transactor | Ports.HostTransactions | Database, StorageNotUsable> => {
  // The migrator would have spans with the text of its statements.
  const opened: Effect.Effect<
    Context.Context<Database | Ports.Transactor | Ports.HostTransactions>,
    StorageNotUsable,
    Scope.Scope
  > = Effect.withTracerEnabled(make(options), false)
  return Layer.provideMerge(repositories, Layer.scopedContext(opened))
}
