import { Values } from "@boardwright/core"
import type { Dialect, Parameter } from "./Database.js"

/** How a value of a field is stored, in each dialect. */
export interface Codec<A> {
  /** The dialects whose driver takes and gives the value as it is. */
  readonly plain: ReadonlyArray<Dialect>
  /** A function of SQL that the column goes through on its way into JSON made by SQLite. */
  readonly intoJson?: string | undefined
  encode(value: A, dialect: Dialect): Parameter
  /** From a column, or from the same column inside JSON made by the database. */
  decode(stored: unknown, dialect: Dialect): A
}

/** Fields of an entity and how each is stored. */
export type Fields = { readonly [field: string]: Codec<unknown> }

/** The values of fields. */
export type ValuesOf<F extends Fields> = { readonly [K in keyof F]: F[K] extends Codec<infer A> ? A : never }

const asIs = <A extends Parameter>(): Codec<A> => ({
  plain: ["sqlite", "pg"],
  encode: (value) => value,
  decode: (stored) => stored as A
})

/** Text, a branded one too. */
export const text = <A extends string = string>(): Codec<A> => asIs<A>()

/** A number that is stored as one. */
export const number: Codec<number> = asIs<number>()

/**
 * The function of SQL that writes a number as JavaScript does. SQLite before 3.52 writes 15 digits into JSON, and no format
 * of its own gives every number back. Whoever opens a SQLite connection defines it.
 */
export const NUMBER_TEXT = "boardwright_number_text"

/** A number of 64 bits that is no whole number, such as a duration. */
export const real: Codec<number> = { ...asIs<number>(), intoJson: NUMBER_TEXT, decode: (stored) => Number(stored) }

/** A count or whole number that may come as text (`count(*)` in PostgreSQL). */
export const count: Codec<number> = { plain: ["sqlite"], encode: (value) => value, decode: (stored) => Number(stored) }

/** True or false; 1 or 0 in SQLite. */
export const flag: Codec<boolean> = {
  plain: ["pg"],
  encode: (value, dialect) => (dialect === "pg" ? value : value ? 1 : 0),
  decode: (stored) => stored === 1 || stored === true
}

/** JSON that is an object or a list: text in SQLite, `json` in PostgreSQL, whose driver parses it. */
export const json = <A>(): Codec<A> => ({
  plain: [],
  encode: (value) => JSON.stringify(value),
  decode: (stored) => (typeof stored === "string" ? JSON.parse(stored) : stored) as A
})

/** An instant: its text in SQLite, `timestamptz` in PostgreSQL, whose driver gives a `Date`. */
export const timestamp: Codec<Values.Timestamp.Timestamp> = {
  plain: ["sqlite"],
  encode: (value) => value,
  decode: (stored, dialect) =>
    dialect === "sqlite"
      ? (stored as Values.Timestamp.Timestamp)
      : Values.Timestamp.fromMillis(stored instanceof Date ? stored.getTime() : Date.parse(String(stored)))
}

/** The value, or null. */
export const nullable = <A>(codec: Codec<A>): Codec<A | null> => ({
  plain: codec.plain,
  intoJson: codec.intoJson,
  encode: (value, dialect) => (value === null ? null : codec.encode(value, dialect)),
  decode: (stored, dialect) => (stored === null ? null : codec.decode(stored, dialect))
})

/** Rows of another table as the database gathers them: a JSON list of lists that hold the fields in their order. */
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
        entries.forEach(([field, codec], at) => (decoded[field] = codec.decode(row[at], dialect)))
        return decoded as ValuesOf<F>
      })
    }
  }
}

/** A field's column: `createdAt` is kept in `created_at`. */
export const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
