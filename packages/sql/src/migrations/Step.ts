import type { Dialect } from "../Database.js"

/** The parts of a `create table` that differ between the dialects. */
export interface Words {
  /** An id, compared byte by byte. */
  readonly id: string
  /** A rank, ordered byte by byte. */
  readonly rank: string
  readonly text: string
  readonly flag: string
  readonly integer: string
  /** A number that the database assigns to each row, rising and never reused. */
  readonly serial: string
  readonly real: string
  readonly json: string
  readonly timestamp: string
  readonly strict: string
  /** Options of a table with few columns besides its key. */
  readonly clustered: string
  /** Makes a table whose writes wait for no disk and which a crash empties; null where such counts are in memory. */
  readonly unlogged: string | null
  /** The kind of statistics that records which column determines another; null where there is none. */
  readonly dependencies: string | null
  /** The type of a number that rows get after their commit, to be in the order of the commits; null where a serial is. */
  readonly commitOrder: string | null
  /** The type of a set of words that an index finds; null where a virtual table does. */
  readonly wordSet: string | null
}

export const words: Record<Dialect, Words> = {
  sqlite: {
    id: "text",
    rank: "text",
    text: "text",
    flag: "integer",
    integer: "integer",
    serial: "integer primary key autoincrement",
    real: "real",
    json: "text",
    timestamp: "text",
    strict: " strict",
    clustered: " strict, without rowid",
    unlogged: null,
    dependencies: null,
    commitOrder: null,
    wordSet: null
  },
  pg: {
    id: 'text collate "C"',
    rank: 'text collate "C"',
    text: "text",
    flag: "boolean",
    integer: "integer",
    serial: "bigint generated always as identity primary key",
    real: "double precision",
    json: "json",
    timestamp: "timestamptz",
    strict: "",
    clustered: "",
    unlogged: "unlogged",
    dependencies: "(dependencies)",
    commitOrder: "bigint",
    wordSet: "tsvector"
  }
}

/** A migration: its statements for both dialects. Never changed after a release. */
export type Step = (words: Words) => ReadonlyArray<string>
