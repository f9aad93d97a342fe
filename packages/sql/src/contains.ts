import type * as Statement from "@effect/sql/Statement"
import type { Place } from "./statement.js"

/**
 * Whether one of the columns contains the text. Both dialects lower only A to Z here and treat no character as a pattern.
 */
export const contains = (
  sql: Statement.Constructor,
  columns: ReadonlyArray<string>,
  search: Place
): Statement.Fragment => {
  const within = (column: string) =>
    sql.onDialectOrElse({
      pg: () => sql`position(lower(${search}::text collate "C") in lower(${sql(column)} collate "C")) > 0`,
      orElse: () => sql`instr(lower(${sql(column)}), lower(${search})) > 0`
    })
  return sql`(${sql.or(columns.map(within))})`
}
