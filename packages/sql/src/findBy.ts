import type * as Statement from "@effect/sql/Statement"
import type { Context } from "effect"
import { columnOf, type Fields } from "./codecs.js"
import type { Database } from "./Database.js"
import { changing, columns, type Places, queryOne } from "./statement.js"

type Db = Context.Tag.Service<Database>

const equal = <P extends Fields>(sql: Statement.Constructor, given: P, p: Places<P>): Statement.Fragment =>
  sql.join(
    " and ",
    false
  )(Object.keys(given).map((field) => sql`${sql.literal(columnOf(field))} = ${p[field] ?? field}`))

/** Prepares a statement that reads the one row of a table with the given values, and may lock it. */
export const findBy = <P extends Fields, R extends Fields>(
  db: Db,
  operation: string,
  table: string,
  result: R,
  given: P,
  locked: (sql: Statement.Constructor) => Statement.Fragment = (sql) => sql.literal("")
) =>
  queryOne(db, operation, {
    given,
    result,
    text: (sql, p) =>
      sql`select ${columns(sql, result)} from ${sql.literal(table)} where ${equal(sql, given, p)} ${locked(sql)}`
  })

/** Prepares a statement that removes the rows of a table with the given values, and returns whether there were any. */
export const removeBy = <P extends Fields>(db: Db, operation: string, table: string, given: P) =>
  changing(db, operation, {
    given,
    text: (sql, p) => sql`delete from ${sql.literal(table)} where ${equal(sql, given, p)} returning 1`
  })
