import type { Ports, Values } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { type Context, Effect } from "effect"
import type { Fields, ValuesOf } from "./codecs.js"
import type { Database } from "./Database.js"
import { SLICE, TOTAL } from "./entities.js"
import { columns, type Definition, type Places, query } from "./statement.js"

/** Returns a page and the length of the whole list, which is counted only if the page does not reveal it. */
export const paged = <A>(
  slice: Values.Slice,
  rows: Effect.Effect<ReadonlyArray<A>, Ports.StorageUnavailable>,
  totals: Effect.Effect<ReadonlyArray<{ readonly total: number }>, Ports.StorageUnavailable>
): Effect.Effect<Values.Page<A>, Ports.StorageUnavailable> =>
  Effect.flatMap(rows, (items) => {
    const isLast = items.length < slice.limit && (items.length > 0 || slice.offset === 0)
    return isLast
      ? Effect.succeed({ items, total: slice.offset + items.length })
      : Effect.map(totals, (counted) => ({ items, total: counted[0]?.total ?? 0 }))
  })

interface List<P extends Fields, R extends Fields> extends Pick<Definition<P>, "given" | "heavy" | "long"> {
  readonly result: R
  /** What is selected. Default: the columns of `result`. */
  readonly select?: (sql: Statement.Constructor) => Statement.Fragment
  /** The tables and the condition, which the page and its total share. */
  readonly from: (sql: Statement.Constructor, p: Places<P>) => Statement.Fragment
  readonly orderBy: string
}

/** Prepares the two statements of a list: one for a page of it, one for its total. */
export const listInPages = <P extends Fields, R extends Fields>(
  db: Context.Tag.Service<Database>,
  operation: string,
  { from, given, heavy = false, long = false, orderBy, result, select = (sql) => columns(sql, result) }: List<P, R>
) => {
  const page = query(db, operation, {
    given: { ...given, ...SLICE },
    result,
    heavy,
    long,
    text: (sql, p) => sql`select ${select(sql)} from ${from(sql, p)}
      order by ${sql.literal(orderBy)} limit ${p.limit} offset ${p.offset}`
  })
  const total = query(db, operation, {
    given,
    result: TOTAL,
    heavy,
    long,
    text: (sql, p) => sql`select count(*) as "total" from ${from(sql, p)}`
  })
  return (values: ValuesOf<P>, slice: Values.Slice) =>
    paged(slice, page({ ...values, limit: slice.limit, offset: slice.offset }), total(values))
}
