import type * as Statement from "@effect/sql/Statement"
import { columnOf, type Fields } from "./codecs.js"
import type { Place } from "./statement.js"

interface Rows {
  readonly from: string
  readonly where: string
  readonly orderBy: string
  /** The most rows that are read; all without it. */
  readonly limit?: number
}

/**
 * A subselect: one column of other rows, or an expression over each, as a JSON list. The rows are ordered before they are aggregated,
 * which an index can do: an order within the aggregate sorts them again. Both databases keep the order of a subselect that they
 * cannot merge with what is around it (https://sqlite.org/optoverview.html#omitorderby,
 * https://www.postgresql.org/docs/current/functions-aggregate.html).
 */
export const jsonList = (
  sql: Statement.Constructor,
  element: string,
  { from, limit, orderBy, where }: Rows
): Statement.Fragment => {
  const most = limit === undefined ? "" : ` limit ${limit}`
  const list = sql.onDialectOrElse({
    pg: () => `coalesce(json_agg(${element}), '[]')`,
    orElse: () => `json_group_array(${element})`
  })
  return sql.literal(
    `(select ${list} from (select * from ${from} where ${where} order by ${orderBy}${most}) as listed)`
  )
}

/** An expression: a row as the JSON list of its fields. */
export const jsonRow = (sql: Statement.Constructor, fields: Fields): string => {
  const names = Object.keys(fields).map(columnOf)
  const values = Object.values(fields).map(({ intoJson }, at) => (intoJson ? `${intoJson}(${names[at]})` : names[at]))
  return sql.onDialectOrElse({
    pg: () => `json_build_array(${names.join(", ")})`,
    orElse: () => `json_array(${values.join(", ")})`
  })
}

/** A subselect: other rows as a JSON list that `listOf` the same fields decodes. */
export const jsonRows = (sql: Statement.Constructor, fields: Fields, rows: Rows): Statement.Fragment =>
  jsonList(sql, jsonRow(sql, fields), rows)

/** A condition: the column is among the selected, as an array where PostgreSQL would read the whole table for a join. */
export const among = (
  sql: Statement.Constructor,
  column: Statement.Fragment,
  selected: Statement.Fragment
): Statement.Fragment =>
  sql.onDialectOrElse({
    pg: () => sql`${column} = any(array(${selected}))`,
    orElse: () => sql`${column} in (${selected})`
  })

/**
 * A condition: the column equals one of the texts in a JSON list parameter. PostgreSQL expects an array to be short and
 * looks up each entry by the index.
 */
export const isOneOf = (sql: Statement.Constructor, column: string, list: Place): Statement.Fragment =>
  sql.onDialectOrElse({
    pg: () => sql`${sql.literal(column)} = any(array(select json_array_elements_text(${list}::json)))`,
    orElse: () => sql`${sql.literal(column)} in (select value from json_each(${list}))`
  })

/** A condition: a column of JSON objects has a key. */
export const hasKey = (sql: Statement.Constructor, object: string, key: Statement.Fragment): Statement.Fragment =>
  sql.onDialectOrElse({
    pg: () => sql`${sql.literal(object)} -> cast(${key} as text) is not null`,
    orElse: () => sql`exists (select 1 from json_each(${sql.literal(object)}) where key = ${key})`
  })

/** An expression: a JSON object that has a key, without it. What is left keeps its order and its numbers their digits. */
export const withoutKey = (sql: Statement.Constructor, object: string, key: Statement.Fragment): Statement.Fragment => {
  const each = sql`json_each(${sql.literal(object)})`
  return sql.onDialectOrElse({
    pg: () => sql`(select coalesce(json_object_agg(key, value), '{}') from ${each} where key <> ${key})`,
    orElse: () => sql`json_remove(${sql.literal(object)}, (select fullkey from ${each} where key = ${key}))`
  })
}

/**
 * An expression: a JSON object with this value, as JSON text, at a key: in place, or else at its end. All others keep their
 * order and their numbers their digits.
 */
export const withKey = (
  sql: Statement.Constructor,
  object: string,
  key: Place,
  value: Statement.Fragment
): Statement.Fragment =>
  sql.onDialectOrElse({
    pg: () => sql`(select json_object_agg(entry.key, entry.value order by entry.place)
      from (select ${key}::text as name) as wanted cross join lateral (
        select key, case when key = name then ${value}::json else value end as value, place
          from json_each(${sql.literal(object)}) with ordinality as each (key, value, place)
        union all select name, ${value}::json, null where ${sql.literal(object)} -> name is null) as entry)`,
    orElse: () => sql`json_set(${sql.literal(object)}, '$."' || ${key} || '"', json(${value}))`
  })
