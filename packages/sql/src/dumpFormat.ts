import { Data, type Effect } from "effect"
import type { Dialect, StorageNotUsable } from "./Database.js"

export const FORMAT = "boardwright dump"
/** The version of the format, which a change that older programs could not read raises. */
export const VERSION = 1

/** The first line of a dump. */
export interface DumpHeader {
  readonly format: typeof FORMAT
  readonly version: typeof VERSION
  /** The number of the newest migration of the database. */
  readonly schema: number
  readonly at: string
  readonly from: "SQLite" | "PostgreSQL"
}

/** The line before the rows of a table. */
export interface DumpTableLine {
  readonly table: string
  readonly columns: ReadonlyArray<string>
}

/** The last line of a dump. */
export interface DumpEnd {
  /** How many rows each table has. */
  readonly counts: Readonly<Record<string, number>>
  /** SHA-256 in hex of everything between the first line and this one. */
  readonly sha256: string
}

/** Computes the SHA-256 of texts. */
export interface Digest {
  readonly update: (text: string) => unknown
  readonly hex: () => string
}

/** A connection to a database. */
export interface DumpConnection {
  readonly dialect: Dialect
  /** Runs a statement and returns its rows as arrays, decoded by the driver as for the repositories. */
  readonly query: (
    text: string,
    parameters?: ReadonlyArray<unknown>
  ) => Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>, StorageNotUsable>
}

/** A file is not a dump that this program can load. `message` is one line, without the file's name. */
export class DumpRejected extends Data.TaggedError("DumpRejected")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/** A dump is loaded into an empty database only. */
export class DatabaseNotEmpty extends Data.TaggedError("DatabaseNotEmpty")<{
  readonly counts: Readonly<Record<string, number>>
}> {
  override get message(): string {
    const many = Object.entries(this.counts).map(([table, count]) => `${table} has ${count.toLocaleString("en")}`)
    return `the database is not empty (rows: ${many.join(", ")}); a dump is loaded into an empty one`
  }
}
