import type { Ports } from "@boardwright/core"
import { Cause, Context, Data, Effect } from "effect"

/** The SQL dialects that the repositories support. */
export type Dialect = "sqlite" | "pg"

/** A parameter that every driver accepts. */
export type Parameter = string | number | boolean | null

/** The column of a batched row that holds the caller's position in the batch, from 1. */
export const BATCH_POSITION = "batch_position"

/** A read that serves several callers in one round trip. Each row also has the column `BATCH_POSITION`. */
export interface Batch {
  readonly text: string
  /** Each parameter is an array with one entry per caller: the parameter of the single statement at this index. */
  readonly parameters: ReadonlyArray<number>
}

/** A statement as an adapter receives it. */
export interface SqlStatement {
  /** The repository method that runs it, for error messages: `TaskRepository.find`. */
  readonly operation: string
  /** SQL of the database's dialect with its placeholders. */
  readonly text: string
  readonly writes: boolean
  /** Whether it may read or write any number of rows, and so needs a longer timeout. */
  readonly heavy?: boolean
  /** Whether a read may take long by what is stored, and returns at most a page: SQLite runs it beside the event loop. */
  readonly long?: boolean
  /** Whether the plan of a heavy read does not depend on its parameters: outside a transaction PostgreSQL makes it once. */
  readonly generic?: boolean
  /** The batched form of a small read whose parameters are all text; PostgreSQL only. */
  readonly batch?: Batch | undefined
  /** Whether, in a transaction, its caller does not wait for its answer: it writes, and a failure fails the commit. */
  readonly unawaited?: boolean
  /**
   * Whether it reads many rows and returns few: SQLite keeps its result until the next commit, and on PostgreSQL callers who wait for it
   * at the same time share it.
   */
  readonly cacheable?: boolean
  /** Whether its text is one of many, so that no connection keeps it prepared. */
  readonly adhoc?: boolean
}

/** Runs a prepared statement and returns its rows, objects keyed by column alias; no rows if it returns none. */
export type Run = (
  parameters: ReadonlyArray<Parameter>
) => Effect.Effect<ReadonlyArray<unknown>, Ports.StorageUnavailable>

/**
 * What an adapter provides to the repositories. A database that is unreachable, busy, full or read-only fails with
 * `StorageUnavailable`; every other failure of a statement is a defect that names the operation and contains no SQL.
 */
export class Database extends Context.Tag("@boardwright/sql/Database")<
  Database,
  {
    readonly dialect: Dialect
    /** Whether all statements are prepared at the start, for who looks at all of them, and not each when it first runs. */
    readonly eager?: boolean
    /**
     * Prepares a statement, once. It runs in the caller's transaction. Outside one, a read sees what is committed and a
     * write is its own transaction.
     */
    readonly prepare: (statement: SqlStatement) => Run
    /** Runs the work in the caller's transaction, or in a new one if there is none. */
    readonly atomic: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Ports.StorageUnavailable, R>
    /** Whether the caller is in a transaction. */
    readonly inTransaction: Effect.Effect<boolean>
    /**
     * Null if the feed is bound at a `feedSource`; otherwise binds it and then reads, in a transaction of its own. Only of
     * adapters under which another database can take the place of this one while the program runs.
     */
    readonly rebound?: <A>(
      source: string,
      read: Effect.Effect<A, Ports.StorageUnavailable>
    ) => Effect.Effect<A, Ports.StorageUnavailable> | null
    /** What a write would meet, as `StorageHealth.writes`. */
    readonly writes: Effect.Effect<Ports.WriteState, Ports.StorageUnavailable>
  }
>() {}

/** The database cannot be used by this program as it is. `message` is one line for the person who starts it. */
export class StorageNotUsable extends Data.TaggedError("StorageNotUsable")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/** Fails with what `explain` makes of a failure or defect. */
export const explained = <A, E, R, F>(work: Effect.Effect<A, E, R>, explain: (cause: unknown) => F) =>
  Effect.catchAllCause(work, (cause) =>
    Cause.isInterruptedOnly(cause) ? Effect.interrupt : Effect.fail(explain(Cause.squash(cause)))
  )
