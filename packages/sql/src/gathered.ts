import type * as Statement from "@effect/sql/Statement"
import { columnOf, type Fields } from "./columns.js"

/** Which rows are gathered, and their order. */
export interface Gathering {
  readonly from: string
  readonly where: string
  readonly order: string
}

/** A subselect: one column of another table, or an expression over its row, as a JSON list. */
export const gatheredValues = (
  sql: Statement.Constructor,
  element: string,
  { from, order, where }: Gathering
): Statement.Fragment =>
  sql.onDialectOrElse({
    pg: () =>
      sql.literal(`(select coalesce(json_agg(${element} order by ${order}), '[]') from ${from} where ${where})`),
    orElse: () => sql.literal(`(select json_group_array(${element} order by ${order}) from ${from} where ${where})`)
  })

/** An expression: a row as the JSON list of its fields. */
export const jsonRow = (sql: Statement.Constructor, fields: Fields): string => {
  const names = Object.keys(fields).map(columnOf)
  const values = Object.values(fields).map(({ intoJson }, at) => (intoJson ? `${intoJson}(${names[at]})` : names[at]))
  return sql.onDialectOrElse({
    pg: () => `json_build_array(${names.join(", ")})`,
    orElse: () => `json_array(${values.join(", ")})`
  })
}

/** A subselect: rows of another table as one JSON list that `listOf` of the same fields reads. */
export const gathered = (sql: Statement.Constructor, fields: Fields, from: Gathering): Statement.Fragment =>
  gatheredValues(sql, jsonRow(sql, fields), from)

/**
 * A condition: the column is one of the texts of a JSON list given as a parameter. PostgreSQL takes a list that it is
 * given as an array for a short one, and looks each up by the index.
 */
export const isOneOf = (sql: Statement.Constructor, column: string, place: string): Statement.Fragment =>
  sql.onDialectOrElse({
    pg: () => sql`${sql.literal(column)} = any(array(select json_array_elements_text(${place}::json)))`,
    orElse: () => sql`${sql.literal(column)} in (select value from json_each(${place}))`
  })
