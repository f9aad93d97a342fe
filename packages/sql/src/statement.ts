import type { Ports } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { type Context, Effect, identity, Option } from "effect"
import { columnOf, decoderOf, encoderOf, type Fields, type ValuesOf } from "./codecs.js"
import { compile, whenFirstRun } from "./compile.js"
import { type Batch, BATCH_POSITION, type Database, type SqlStatement } from "./Database.js"

type Db = Context.Tag.Service<Database>

/** Stands for a parameter in the text of a statement. */
export type Place = string | Statement.Fragment

/** A place for each parameter. */
export type Places<P extends Fields> = { readonly [K in keyof P]: Place }

/** A statement, written once for both dialects in @effect/sql's template. */
export interface Definition<P extends Fields> extends Pick<
  SqlStatement,
  "heavy" | "long" | "generic" | "cacheable" | "unawaited"
> {
  /** The parameters and how each is stored. */
  readonly given: P
  readonly text: (sql: Statement.Constructor, p: Places<P>) => Statement.Fragment
  /** Whether concurrent callers share a round trip, where the adapter can do so: a small read whose parameters are text. */
  readonly batched?: boolean
}

/** A statement that returns rows. */
export interface QueryDefinition<P extends Fields, R extends Fields> extends Definition<P> {
  /** The columns of a row and how each is stored. */
  readonly result: R
}

/** Writes the same text over a table of callers, one row each, in place of one caller's parameters. */
const batchOf = <P extends Fields>({ text }: Definition<P>, single: ReadonlyArray<unknown>): Batch => {
  const names = [...new Set(single.map(String))]
  const places = (sql: Statement.Constructor) =>
    Object.fromEntries(names.map((name) => [name, sql.literal(`caller."${name}"`)])) as { [K in keyof P]: Place }
  const [batch] = compile("pg", (sql) => {
    const arrays = sql.csv(names.map((name) => sql`${name}::text[]`))
    const columns = sql.literal([...names.map((name) => `"${name}"`), BATCH_POSITION].join(", "))
    return sql`select answer.*, caller.${sql.literal(BATCH_POSITION)}
      from unnest(${arrays}) with ordinality as caller (${columns})
      cross join lateral (${text(sql, places(sql))}) as answer`
  })
  return { text: batch, parameters: names.map((name) => single.indexOf(name)) }
}

const prepare = <P extends Fields>(db: Db, operation: string, writes: boolean, definition: Definition<P>) =>
  whenFirstRun(db, () => {
    const names = Object.fromEntries(Object.keys(definition.given).map((name) => [name, name])) as {
      [K in keyof P]: Place
    }
    const [text, places] = compile(db.dialect, (sql) => definition.text(sql, names))
    const encode = encoderOf(db.dialect, definition.given, places)
    const {
      batched = false,
      cacheable = false,
      generic = false,
      heavy = false,
      long = false,
      unawaited = false
    } = definition
    const batch = batched && db.dialect === "pg" ? batchOf(definition, places) : undefined
    const run = db.prepare({ operation, text, writes, heavy, long, generic, batch, cacheable, unawaited })
    return (values: ValuesOf<P>) => run(encode(values))
  })

/** Prepares a statement that returns rows. Decoding and `make` are one step, since a step costs as much as a small read. */
const prepareQuery = <P extends Fields, R extends Fields, A>(
  db: Db,
  operation: string,
  writes: boolean,
  definition: QueryDefinition<P, R>,
  make: (rows: ReadonlyArray<ValuesOf<R>>) => A
) => {
  const run = prepare(db, operation, writes, definition)
  const decode = decoderOf(db.dialect, definition.result)
  return (values: ValuesOf<P>): Effect.Effect<A, Ports.StorageUnavailable> =>
    Effect.map(run(values), (rows) => make(decode(rows)))
}

/** Prepares a statement that reads rows. */
export const query = <P extends Fields, R extends Fields>(
  db: Db,
  operation: string,
  definition: QueryDefinition<P, R>
) => prepareQuery(db, operation, false, definition, identity)

/** Prepares a statement that reads at most one row. */
export const queryOne = <P extends Fields, R extends Fields>(
  db: Db,
  operation: string,
  definition: QueryDefinition<P, R>
) => prepareQuery(db, operation, false, definition, (rows) => Option.fromNullable(rows[0]))

/** Prepares a statement that writes and returns rows. */
export const returning = <P extends Fields, R extends Fields>(
  db: Db,
  operation: string,
  definition: QueryDefinition<P, R>
) => prepareQuery(db, operation, true, definition, identity)

/** Prepares a statement that writes and returns whether it changed a row; its text returns the rows that it changed. */
export const changing = <P extends Fields>(db: Db, operation: string, definition: Definition<P>) =>
  prepareQuery(db, operation, true, { ...definition, result: {} }, (rows) => rows.length > 0)

/** Prepares a statement that writes and returns nothing. */
export const command = <P extends Fields>(db: Db, operation: string, definition: Definition<P>) => {
  const run = prepare(db, operation, true, definition)
  return (values: ValuesOf<P>): Effect.Effect<void, Ports.StorageUnavailable> => Effect.asVoid(run(values))
}

/** The columns for a `select` or `returning`, each under its field's name. */
export const columns = (sql: Statement.Constructor, fields: Fields, alias?: string): Statement.Fragment =>
  sql.literal(
    Object.keys(fields)
      .map((field) => `${alias === undefined ? "" : `${alias}.`}${columnOf(field)} as "${field}"`)
      .join(", ")
  )

/** Parameter names keyed by column, for `sql.insert` and `sql.update`. */
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
 * refer to them can still be inserted: checking a foreign key waits only for a stronger lock.
 */
export const forUpdate = locking("for no key update")

/** Locks only the rows of `t`, in a statement that also reads other tables. */
export const forUpdateOfT = locking("for no key update of t")

/** Locks the selected rows against everyone, as for their removal: also references to them wait. */
export const forRemoval = locking("for update")

/** Prevents the removal of the selected rows until the transaction ends, as a reference to them would. */
export const forReference = locking("for key share")

/** As `forReference`, only the rows of `b`. */
export const forReferenceToB = locking("for key share of b")

/**
 * Whether another transaction changed the locked row of a table after the statement began. A statement that waits for a
 * row lock reads that row as of after the wait, and everything else as of before.
 */
export const hasChanged = (sql: Statement.Constructor, alias: string, table: string): Statement.Fragment =>
  sql.onDialectOrElse({
    pg: () => sql.literal(`${alias}.xmin <> (select xmin from ${table} where id = ${alias}.id)`),
    orElse: () => sql.literal("false")
  })
