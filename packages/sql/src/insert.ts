import type { Ports } from "@boardwright/core"
import { type Context, Effect } from "effect"
import { columnOf, type Fields, type ValuesOf } from "./columns.js"
import type { Database, Parameter } from "./Database.js"
import { compile } from "./statement.js"

type Db = Context.Tag.Service<Database>
type Insert<A> = (value: A) => Effect.Effect<void, Ports.StorageUnavailable>

/** Rows of one statement: past some dozens a longer statement is no faster, and its text is kept prepared. */
const CHUNK = 50

const insertOf = <F extends Fields>(db: Db, operation: string, table: string, fields: F, rows: number) => {
  const entries = Object.entries(fields)
  const places = Object.fromEntries(entries.map(([field]) => [columnOf(field), field]))
  const [text] = compile(
    db.dialect,
    (sql) => sql`insert into ${sql.literal(table)} ${sql.insert(Array.from({ length: rows }, () => places))}`
  )
  const run = db.prepare({ operation, text, writes: true })
  return (from: ReadonlyArray<ValuesOf<F>>, start: number) => {
    const parameters: Array<Parameter> = []
    for (let at = start; at < start + rows; at++) {
      for (const [field, codec] of entries) {
        const value: unknown = from[at]?.[field]
        parameters.push(codec.plain.includes(db.dialect) ? (value as Parameter) : codec.encode(value, db.dialect))
      }
    }
    return Effect.asVoid(run(parameters))
  }
}

/** A statement that inserts a row. */
export const insertOne = <F extends Fields>(
  db: Db,
  operation: string,
  table: string,
  fields: F
): Insert<ValuesOf<F>> => {
  const insert = insertOf(db, operation, table, fields, 1)
  return (row) => insert([row], 0)
}

/** Statements that insert any number of rows, all or none, in a transaction or outside. */
export const insertMany = <F extends Fields>(
  db: Db,
  operation: string,
  table: string,
  fields: F
): Insert<ReadonlyArray<ValuesOf<F>>> => {
  const one = insertOf(db, operation, table, fields, 1)
  const chunk = insertOf(db, operation, table, fields, CHUNK)
  const all = Effect.fnUntraced(function* (rows: ReadonlyArray<ValuesOf<F>>) {
    let at = 0
    for (; at + CHUNK <= rows.length; at += CHUNK) yield* chunk(rows, at)
    for (; at < rows.length; at++) yield* one(rows, at)
  })
  return (rows) => (rows.length === 0 ? Effect.void : rows.length === 1 ? one(rows, 0) : db.atomic(all(rows)))
}
