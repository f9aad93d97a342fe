import type { Ports } from "@boardwright/core"
import { type Context, Effect } from "effect"
import { columnOf, type Fields, type ValuesOf } from "./columns.js"
import type { Database, Parameter } from "./Database.js"
import { compile } from "./statement.js"

type Db = Context.Tag.Service<Database>

/** Rows of one statement: past some dozens a longer statement is no faster, and its text is kept prepared. */
const CHUNK = 50

/** A statement that inserts rows, any number in one go. All or none; `insert` may be called in a transaction or not. */
export const insertInto = <F extends Fields>(db: Db, operation: string, table: string, fields: F) => {
  const entries = Object.entries(fields)
  const insertOf = (rows: number) => {
    const places = Object.fromEntries(entries.map(([field]) => [columnOf(field), field]))
    const [text] = compile(
      db.dialect,
      (sql) => sql`insert into ${sql.literal(table)} ${sql.insert(Array.from({ length: rows }, () => places))}`
    )
    return db.prepare({ operation, text, writes: true })
  }
  const one = insertOf(1)
  const many = insertOf(CHUNK)

  const parametersOf = (rows: ReadonlyArray<ValuesOf<F>>): ReadonlyArray<Parameter> => {
    const parameters: Array<Parameter> = []
    for (const row of rows) {
      for (const [field, codec] of entries) {
        const value: unknown = row[field]
        parameters.push(codec.plain.includes(db.dialect) ? (value as Parameter) : codec.encode(value, db.dialect))
      }
    }
    return parameters
  }

  const chunksOf = Effect.fnUntraced(function* (rows: ReadonlyArray<ValuesOf<F>>) {
    let at = 0
    for (; at + CHUNK <= rows.length; at += CHUNK) yield* many(parametersOf(rows.slice(at, at + CHUNK)))
    for (; at < rows.length; at++) yield* one(parametersOf(rows.slice(at, at + 1)))
  })

  return (rows: ReadonlyArray<ValuesOf<F>>): Effect.Effect<void, Ports.StorageUnavailable> =>
    rows.length === 0
      ? Effect.void
      : rows.length === 1
        ? Effect.asVoid(one(parametersOf(rows)))
        : db.atomic(chunksOf(rows))
}
