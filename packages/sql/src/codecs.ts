import { Values } from "@boardwright/core"
import type { Dialect, Parameter } from "./Database.js"

/** How a value of a field is stored, in each dialect. */
export interface Codec<A> {
  /** The dialects whose driver reads and writes the value unchanged. */
  readonly plain: ReadonlyArray<Dialect>
  /** The type of the column in PostgreSQL, which takes a parameter that is selected for text otherwise. */
  readonly cast?: string | undefined
  /** The SQL function that converts the column for JSON built by SQLite. */
  readonly intoJson?: string | undefined
  encode(value: A, dialect: Dialect): Parameter
  /** Reads a column, or the same column inside JSON built by the database. */
  decode(stored: unknown, dialect: Dialect): A
}

/** The fields of an entity and how each is stored. */
export type Fields = { readonly [field: string]: Codec<unknown> }

export type ValuesOf<F extends Fields> = { readonly [K in keyof F]: F[K] extends Codec<infer A> ? A : never }

const asIs = <A extends Parameter>(): Codec<A> => ({
  plain: ["sqlite", "pg"],
  encode: (value) => value,
  decode: (stored) => stored as A
})

/** Text, branded or not. */
export const text = <A extends string = string>(): Codec<A> => asIs<A>()

export const number: Codec<number> = asIs<number>()

/**
 * The SQL function that formats a number as JavaScript does. SQLite before 3.52 writes 15 digits into JSON, and none of
 * its formats round-trips every number. Every SQLite connection must define it.
 */
export const NUMBER_TEXT = "boardwright_number_text"

/** The SQL function that reads a cell, as JSON, as a `Task.CellSort`. Every SQLite connection must define these. */
export const READ_CELL = {
  number: "boardwright_read_number",
  date: "boardwright_read_date",
  dueDate: "boardwright_read_due_date",
  checkbox: "boardwright_read_checkbox"
} as const

/** A 64-bit floating-point number, such as a duration. */
export const real: Codec<number> = {
  ...asIs<number>(),
  cast: "double precision",
  intoJson: NUMBER_TEXT,
  decode: (stored) => Number(stored)
}

/** An integer that PostgreSQL may return as text (`count(*)`). */
export const count: Codec<number> = { plain: ["sqlite"], encode: (value) => value, decode: (stored) => Number(stored) }

/** True or false; 1 or 0 in SQLite. */
export const flag: Codec<boolean> = {
  plain: ["pg"],
  cast: "boolean",
  encode: (value, dialect) => (dialect === "pg" ? value : value ? 1 : 0),
  decode: (stored) => stored === 1 || stored === true
}

/** An object or a list as JSON: read as text, or parsed where it is inside JSON built by the database. */
export const json = <A>(): Codec<A> => ({
  plain: [],
  cast: "json",
  encode: (value) => JSON.stringify(value),
  decode: (stored) => (typeof stored === "string" ? JSON.parse(stored) : stored) as A
})

/** An instant as PostgreSQL writes it in a session in UTC, in a row (`2031-01-01 00:00:00.12+00`) or in JSON (`T`, `+00:00`). */
const IN_UTC = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00(?::00)?$/

const fromPostgres = (text: string): Values.Timestamp.Timestamp => {
  const [, date, time, fraction = ""] = IN_UTC.exec(text) ?? []
  // Six times as fast as a date, and one task has a dozen.
  if (date !== undefined) return `${date}T${time}.${fraction.padEnd(3, "0").slice(0, 3)}Z` as Values.Timestamp.Timestamp
  // The session of a host has a zone of its own: `+05:30`, or `+05`. The last hours of 9999 are of the year 10000 in some.
  const iso = text
    .replace(/^\d{5}-/, "+0$&")
    .replace(" ", "T")
    .replace(/[+-]\d\d$/, "$&:00")
  return Values.Timestamp.fromMillis(Date.parse(iso))
}

/** An instant: its text in SQLite, `timestamptz` in PostgreSQL, read as text. */
export const timestamp: Codec<Values.Timestamp.Timestamp> = {
  plain: ["sqlite"],
  cast: "timestamptz",
  encode: (value) => value,
  decode: (stored, dialect) =>
    dialect === "sqlite" ? (stored as Values.Timestamp.Timestamp) : fromPostgres(String(stored))
}

export const nullable = <A>(codec: Codec<A>): Codec<A | null> => ({
  plain: codec.plain,
  cast: codec.cast,
  intoJson: codec.intoJson,
  encode: (value, dialect) => (value === null ? null : codec.encode(value, dialect)),
  decode: (stored, dialect) => (stored === null ? null : codec.decode(stored, dialect))
})

/** Rows of another table, aggregated by the database into a JSON list of lists with the fields in order. */
export const listOf = <F extends Fields>(fields: F): Codec<ReadonlyArray<ValuesOf<F>>> => {
  const entries = Object.entries(fields)
  return {
    plain: [],
    encode: (value) => JSON.stringify(value),
    decode: (stored, dialect) => {
      if (stored === "[]") return []
      const rows = (typeof stored === "string" ? JSON.parse(stored) : stored) as ReadonlyArray<ReadonlyArray<unknown>>
      return rows.map((row) => {
        const decoded: Record<string, unknown> = {}
        for (const [at, [field, codec]] of entries.entries()) decoded[field] = codec.decode(row[at], dialect)
        return decoded as ValuesOf<F>
      })
    }
  }
}

/** A field's column: `created_at` for `createdAt`. */
export const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Encodes the parameters of a statement in the order of its places, which are their names. */
export const encoderOf = (dialect: Dialect, given: Fields, places: ReadonlyArray<unknown>) => {
  const plan = places.map((place) => {
    const name = String(place)
    const codec = given[name]
    if (codec === undefined) throw new Error(`${name} is not a parameter of this statement`)
    return { name, codec: codec.plain.includes(dialect) ? null : codec }
  })
  return (values: { readonly [name: string]: unknown }): ReadonlyArray<Parameter> =>
    plan.map(({ codec, name }) => (codec === null ? (values[name] as Parameter) : codec.encode(values[name], dialect)))
}

/** Decodes rows in place. */
export const decoderOf = <R extends Fields>(dialect: Dialect, result: R) => {
  const plan: ReadonlyArray<readonly [string, Codec<unknown>]> = Object.entries(result).filter(
    ([, codec]) => !codec.plain.includes(dialect)
  )
  return (rows: ReadonlyArray<unknown>): ReadonlyArray<ValuesOf<R>> => {
    if (plan.length > 0) {
      for (const row of rows) {
        const stored = row as Record<string, unknown>
        for (const [field, codec] of plan) stored[field] = codec.decode(stored[field], dialect)
      }
    }
    return rows as ReadonlyArray<ValuesOf<R>>
  }
}
