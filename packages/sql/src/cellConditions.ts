import { type Task, Values } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { cellReading, folded, readOnce, someEntry } from "./cellReadings.js"
import { type Codec, json, number, text } from "./codecs.js"
import { COLUMN } from "./entities.js"
import { isOneOf } from "./jsonLists.js"
import type { Parameters } from "./Parameters.js"

type Write = (sql: Statement.Constructor) => Statement.Fragment

/** As `cellReading` reads a date: PostgreSQL as milliseconds since 1970. */
const instant: Codec<Values.Timestamp.Timestamp> = {
  plain: ["sqlite"],
  encode: Values.Timestamp.toMillis,
  decode: (millis) => Values.Timestamp.fromMillis(Number(millis))
}

/** Compares a number or an instant with an end. */
const comparing = (given: Parameters, operator: string, end: number | Values.Timestamp.Timestamp) => {
  const place = typeof end === "number" ? given.add(number, end) : given.add(instant, end)
  return (sql: Statement.Constructor, reading: string) =>
    sql.onDialectOrElse({
      pg: () => sql`(${sql.literal(reading)}) ${sql.literal(operator)} ${place}::float8`,
      orElse: () => sql`(${sql.literal(reading)}) ${sql.literal(operator)} ${place}`
    })
}

/** An expression: true, false or null where the cell passes the test, does not, or means nothing. */
const testOf = (
  given: Parameters,
  { cell, test }: Task.CellCondition
): ((sql: Statement.Constructor, json: string) => Statement.Fragment) => {
  if (test.test === "in") {
    const list = given.add(json<ReadonlyArray<string>>(), test.values)
    return (sql, of) => someEntry(sql, cell, of, (entry) => isOneOf(sql, entry, list))
  }
  if (test.test === "empty") return (sql, of) => sql`${sql.literal(cellReading(sql, cell, of))} is null`
  if (test.test === "checked") return (sql, of) => sql`${sql.literal(cellReading(sql, cell, of))} = 1`
  if (test.test === "between") {
    const { from, strict, to } = test
    const ends = [
      ...(from === null ? [] : [comparing(given, strict ? ">" : ">=", from)]),
      ...(to === null ? [] : [comparing(given, strict ? "<" : "<=", to)])
    ]
    return (sql, of) => sql.and(ends.map((end) => end(sql, cellReading(sql, cell, of))))
  }
  const sought = given.add(text(), test.text)
  return (sql, of) => {
    const key = sql.literal(folded(sql, cellReading(sql, cell, of)))
    if (test.test === "is") return sql`${key} = ${sought}`
    return sql.onDialectOrElse({
      pg: () => sql`strpos(${key}, ${sought}) > 0`,
      orElse: () => sql`instr(${key}, ${sought}) > 0`
    })
  }
}

/** A condition on the cells of the tasks `t`, as `Task.matchesCells` models it. */
export const cellCondition = (given: Parameters, filter: Task.CellFilter): Write => {
  if ("all" in filter || "any" in filter) {
    const parts = ("all" in filter ? filter.all : filter.any).map((part) => cellCondition(given, part))
    return (sql) => ("all" in filter ? sql.and : sql.or)(parts.map((part) => part(sql)))
  }
  const column = given.add(COLUMN.id, filter.column)
  const test = testOf(given, filter)
  const holds = filter.negated ? "is not true" : "is true"
  return (sql) => {
    const key = sql.onDialectOrElse({ pg: () => sql`${column}::text`, orElse: () => sql`${column}` })
    return sql`exists (select 1 from (select t.column_values -> ${key} as json ${readOnce(sql)}) as cell
      where (${test(sql, "cell.json")}) ${sql.literal(holds)})`
  }
}
