import type { Dialect } from "../Database.js"

/** The words of a `create table` that differ between the dialects. */
export interface Words {
  /** An id, compared byte by byte. */
  readonly id: string
  /** A rank, whose order is that of its bytes. */
  readonly rank: string
  readonly text: string
  readonly flag: string
  readonly integer: string
  readonly real: string
  readonly json: string
  readonly timestamp: string
  /** What follows the columns of a table. */
  readonly strict: string
  /** The same of a table that is little more than its key. */
  readonly clustered: string
  /** A table that a crash empties, whose writes wait for no disk; null where such counts are kept in memory. */
  readonly unlogged: string | null
  /** The kind of statistics that says which column determines another; null where planners keep none such. */
  readonly dependencies: string | null
}

export const words: Record<Dialect, Words> = {
  sqlite: {
    id: "text",
    rank: "text",
    text: "text",
    flag: "integer",
    integer: "integer",
    real: "real",
    json: "text",
    timestamp: "text",
    strict: " strict",
    clustered: " strict, without rowid",
    unlogged: null,
    dependencies: null
  },
  pg: {
    id: 'text collate "C"',
    rank: 'text collate "C"',
    text: "text",
    flag: "boolean",
    integer: "integer",
    real: "double precision",
    json: "json",
    timestamp: "timestamptz",
    strict: "",
    clustered: "",
    unlogged: "unlogged",
    dependencies: "(dependencies)"
  }
}

/** A migration: its statements, written once for both dialects. Never changed after a release. */
export type Step = (words: Words) => ReadonlyArray<string>
