import type { Ports } from "@boardwright/core"
import { Context, type Effect } from "effect"

/** The SQL dialects the repositories speak. */
export type Dialect = "sqlite" | "pg"

/** What every driver takes as a parameter. */
export type Parameter = string | number | boolean | null

/** A statement as a driver takes it. */
export interface PlainStatement {
  /** Who runs it, for errors: `TaskRepository.find`. */
  readonly operation: string
  /** SQL of the database's dialect with its placeholders. */
  readonly text: string
  /** Whether it changes anything. */
  readonly writes: boolean
  /** Whether it may touch any number of rows, and so take its time. */
  readonly heavy?: boolean
  /** Whether it reads little by texts alone, so that it may be asked for several callers at once. */
  readonly point?: boolean
  /** Whether it reads many rows to answer little, so that its answer is worth keeping while nothing is written. */
  readonly keeps?: boolean
}

/** Runs a prepared statement and gives the rows it answers, objects keyed by column alias; none where it has none. */
export type Run = (
  parameters: ReadonlyArray<Parameter>
) => Effect.Effect<ReadonlyArray<unknown>, Ports.StorageUnavailable>

/**
 * What a dialect's adapter gives to the repositories. A database that is out of reach, busy, full or read-only is
 * `StorageUnavailable`; every other failure of a statement is a defect that names the operation and no SQL.
 */
export class Database extends Context.Tag("@boardwright/sql/Database")<
  Database,
  {
    readonly dialect: Dialect
    /**
     * Makes a statement ready to run, once. It runs as part of the transaction it is called in; outside one a read
     * sees what is committed, and a write is a transaction of its own.
     */
    readonly prepare: (statement: PlainStatement) => Run
    /** The work as part of the transaction it is called in, and else as one of its own. */
    readonly atomic: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Ports.StorageUnavailable, R>
  }
>() {}
