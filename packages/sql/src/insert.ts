import type { Ports } from "@boardwright/core"
import { type Context, Effect } from "effect"
import { columnOf, type Fields, type ValuesOf } from "./columns.js"
import type { Database, Parameter } from "./Database.js"
import { compile } from "./statement.js"

type Db = Context.Tag.Service<Database>
type Insert<A> = (value: A) => Effect.Effect<void, Ports.StorageUnavailable>

/** Rows of one statement in SQLite: past some dozens a longer statement is no faster, and its text is kept prepared. */
const CHUNK = 50
/** Rows of one statement in PostgreSQL, where each statement is a way to the server and back. */
const LIST = 500

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

type InsertMany<F extends Fields> = Insert<ReadonlyArray<ValuesOf<F>>>

/** Inserts in chunks of one size, and what is left row by row: for a database without a way to it. */
const inChunks = <F extends Fields>(db: Db, operation: string, table: string, fields: F): InsertMany<F> => {
  const one = insertOf(db, operation, table, fields, 1)
  const chunk = insertOf(db, operation, table, fields, CHUNK)
  const all = Effect.fnUntraced(function* (rows: ReadonlyArray<ValuesOf<F>>) {
    let at = 0
    for (; at + CHUNK <= rows.length; at += CHUNK) yield* chunk(rows, at)
    for (; at < rows.length; at++) yield* one(rows, at)
  })
  return (rows) => (rows.length === 1 ? one(rows, 0) : db.atomic(all(rows)))
}

/** Inserts lists of rows, each given as JSON: what fields hold is that, and the table's own type tells how to read it. */
const inLists = <F extends Fields>(db: Db, operation: string, table: string, fields: F): InsertMany<F> => {
  const one = insertOf(db, operation, table, fields, 1)
  const entries = Object.keys(fields).map((field) => [columnOf(field), field] as const)
  const names = entries.map(([column]) => `"${column}"`).join(", ")
  const [text] = compile(
    db.dialect,
    (sql) => sql`insert into ${sql.literal(table)} (${sql.literal(names)}) select ${sql.literal(names)}
      from json_populate_recordset(null::${sql.literal(table)}, ${"rows"}::json)`
  )
  const run = db.prepare({ operation, text, writes: true })
  const insert = (rows: ReadonlyArray<ValuesOf<F>>) =>
    run([JSON.stringify(rows.map((row) => Object.fromEntries(entries.map(([column, field]) => [column, row[field]]))))])
  const all = Effect.fnUntraced(function* (rows: ReadonlyArray<ValuesOf<F>>) {
    for (let at = 0; at < rows.length; at += LIST) yield* insert(rows.slice(at, at + LIST))
  })
  return (rows) =>
    rows.length === 1 ? one(rows, 0) : rows.length <= LIST ? Effect.asVoid(insert(rows)) : db.atomic(all(rows))
}

/** Statements that insert any number of rows, all or none, in a transaction or outside. */
export const insertMany = <F extends Fields>(db: Db, operation: string, table: string, fields: F): InsertMany<F> => {
  const several = db.dialect === "pg" ? inLists(db, operation, table, fields) : inChunks(db, operation, table, fields)
  return (rows) => (rows.length === 0 ? Effect.void : several(rows))
}
