import type { Ports } from "@boardwright/core"
import * as Statement from "@effect/sql/Statement"
import { type Context, Effect, identity, Option } from "effect"
import { columnOf, type Codec, type Fields, type ValuesOf } from "./columns.js"
import type { Database, Dialect, Parameter, PlainStatement } from "./Database.js"

type Db = Context.Tag.Service<Database>

const quote = Statement.defaultEscape('"')
const nothing = (): readonly [string, ReadonlyArray<unknown>] => ["", []]

const compilerOf = (dialect: Dialect, placeholder: (index: number) => string): Statement.Compiler =>
  Statement.makeCompiler({ dialect, placeholder, onIdentifier: quote, onRecordUpdate: nothing, onCustom: nothing })

const compilers: Record<Dialect, Statement.Compiler> = {
  // Once someone ran ANALYZE, SQLite plans a statement anew each time a bare `?` is bound that its plan might depend on
  // (its STAT4), which costs several times what the statement does. What stands in an expression is no such value.
  sqlite: compilerOf("sqlite", () => "+?"),
  pg: compilerOf("pg", (index) => `$${index}`)
}

// A constructor only writes here; its statements are compiled and never run by it.
const constructorOf = (dialect: Dialect): Statement.Constructor =>
  Statement.make(Effect.dieMessage("A statement is run by the database"), compilers[dialect], [], undefined)

const constructors: Record<Dialect, Statement.Constructor> = {
  sqlite: constructorOf("sqlite"),
  pg: constructorOf("pg")
}

/** A statement as it is written: once, in @effect/sql's template, with names where values go. */
export interface Written<P extends Fields> extends Pick<PlainStatement, "heavy" | "point" | "keeps"> {
  /** The parameters and how each is stored. */
  readonly given: P
  readonly text: (sql: Statement.Constructor, p: { readonly [K in keyof P]: string }) => Statement.Fragment
}

/** A written statement that answers rows of these fields. */
export interface Answering<P extends Fields, R extends Fields> extends Written<P> {
  readonly result: R
}

/** Compiles a fragment: its text and, in the placeholders' order, what was written where values go. */
export const compile = (
  dialect: Dialect,
  write: (sql: Statement.Constructor) => Statement.Fragment
): readonly [text: string, places: ReadonlyArray<unknown>] => {
  const [text, places] = compilers[dialect].compile(write(constructors[dialect]), false)
  return [text.replace(/\s+/g, " ").trim(), places]
}

const encoderOf = (dialect: Dialect, given: Fields, places: ReadonlyArray<unknown>) => {
  const plan = places.map((place) => {
    const name = String(place)
    const codec = given[name]
    if (codec === undefined) throw new Error(`A statement holds ${name}, which is no parameter of it`)
    return { name, codec: codec.plain.includes(dialect) ? null : codec }
  })
  return (values: { readonly [name: string]: unknown }): ReadonlyArray<Parameter> =>
    plan.map(({ codec, name }) => (codec === null ? (values[name] as Parameter) : codec.encode(values[name], dialect)))
}

const decoderOf = <R extends Fields>(dialect: Dialect, result: R) => {
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

const prepare = <P extends Fields>(db: Db, operation: string, writes: boolean, written: Written<P>) => {
  const names = Object.fromEntries(Object.keys(written.given).map((name) => [name, name]))
  const [text, places] = compile(db.dialect, (sql) => written.text(sql, names as { readonly [K in keyof P]: string }))
  const encode = encoderOf(db.dialect, written.given, places)
  const { heavy = false, keeps = false, point = false } = written
  const run = db.prepare({ operation, text, writes, heavy, point, keeps })
  return (values: ValuesOf<P>) => run(encode(values))
}

/** A statement that answers rows, and what is made of them. Both are one step, since a step costs what a small read does. */
const answering = <P extends Fields, R extends Fields, A>(
  db: Db,
  operation: string,
  writes: boolean,
  statement: Answering<P, R>,
  make: (rows: ReadonlyArray<ValuesOf<R>>) => A
) => {
  const run = prepare(db, operation, writes, statement)
  const decode = decoderOf(db.dialect, statement.result)
  return (values: ValuesOf<P>): Effect.Effect<A, Ports.StorageUnavailable> =>
    Effect.map(run(values), (rows) => make(decode(rows)))
}

/** A statement that reads: compiled now, run with values later. */
export const query = <P extends Fields, R extends Fields>(db: Db, operation: string, statement: Answering<P, R>) =>
  answering(db, operation, false, statement, identity)

/** A statement that writes and answers rows. */
export const returning = <P extends Fields, R extends Fields>(db: Db, operation: string, statement: Answering<P, R>) =>
  answering(db, operation, true, statement, identity)

/** A statement that reads at most one row. */
export const queryOne = <P extends Fields, R extends Fields>(db: Db, operation: string, statement: Answering<P, R>) =>
  answering(db, operation, false, statement, (rows) => Option.fromNullable(rows[0]))

/** A statement that writes and answers nothing. */
export const command = <P extends Fields>(db: Db, operation: string, statement: Written<P>) => {
  const run = prepare(db, operation, true, statement)
  return (values: ValuesOf<P>): Effect.Effect<void, Ports.StorageUnavailable> => Effect.asVoid(run(values))
}

/** The columns of fields for a `select` or `returning`, each under its field's name. */
export const columns = (sql: Statement.Constructor, fields: Fields, alias?: string): Statement.Fragment =>
  sql.literal(
    Object.keys(fields)
      .map((field) => `${alias === undefined ? "" : `${alias}.`}${columnOf(field)} as "${field}"`)
      .join(", ")
  )

/** Places keyed by column, for `sql.insert` and `sql.update`. */
export const byColumn = (fields: Fields, omit: ReadonlyArray<string> = []): Record<string, string> =>
  Object.fromEntries(
    Object.keys(fields)
      .filter((field) => !omit.includes(field))
      .map((field) => [columnOf(field), field])
  )

const locking =
  (words: string) =>
  (sql: Statement.Constructor): Statement.Fragment =>
    sql.onDialectOrElse({ pg: () => sql.literal(words), orElse: () => sql.literal("") })

/**
 * Locks the selected rows until the transaction ends, where a transaction does not lock the whole database. Rows that
 * refer to them may still come: a check of a foreign key would have to wait for more.
 */
export const forUpdate = locking("for no key update")

/** The same for the rows of `t` alone, where a statement reads other tables beside it. */
export const forUpdateOfT = locking("for no key update of t")

/** Keeps the selected rows from being removed until the transaction ends, as a reference to them would. */
export const forReference = locking("for key share")
