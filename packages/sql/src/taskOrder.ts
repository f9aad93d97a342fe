import { Task } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { cellReading, readOnce } from "./cellReadings.js"
import { columnOf, json, text } from "./codecs.js"
import { COLUMN } from "./entities.js"
import type { Parameters } from "./Parameters.js"

type Write = (sql: Statement.Constructor) => Statement.Fragment

/** What a page of tasks is sorted by, before rank and id. */
export interface TaskOrder {
  /** Joined to the tasks `t`. */
  readonly cells: Write
  /** What the cells mean: `, ... as read0`. */
  readonly readings: Write
  /** Joined to the tasks `t` with their readings. */
  readonly places: Write
  /** `, ... as key0` of the tasks with their readings. */
  readonly keys: Write
  readonly orderBy: string
}

const TEXTS = new Set<Task.CellSort>(["text", "person"])
const LABELS = new Set<Task.CellSort>(["label", "labels"])

const all =
  (parts: ReadonlyArray<Write>): Write =>
  (sql) =>
    sql.join("", false)(parts.map((write) => write(sql)))

/** What `Task.sortTasks` models. */
export const taskOrder = (given: Parameters, sort: ReadonlyArray<Task.SortKey>): TaskOrder => {
  const [cells, readings, places, keys]: [Array<Write>, Array<Write>, Array<Write>, Array<Write>] = [[], [], [], []]
  const orderBy: Array<string> = []
  const add = (descending: boolean, key: Write) => {
    const name = `key${orderBy.length}`
    keys.push((sql) => sql`, ${key(sql)} as ${sql.literal(name)}`)
    orderBy.push(`${name} ${descending ? "desc" : "asc"} nulls last`)
  }
  const addText = (descending: boolean, key: string) =>
    add(descending, (sql) => sql.literal(sql.onDialectOrElse({ pg: () => `(${key}) collate "C"`, orElse: () => key })))
  /** Sorts by the place of a label, and by the label if it has none. */
  const addLabel = (descending: boolean, at: number, label: string, folded: boolean, of: Task.LabelPlaces) => {
    const list = given.add(json<Task.LabelPlaces>(), of)
    places.push((sql) => {
      const [rows, key] = sql.onDialectOrElse({
        pg: () =>
          [
            sql`select key, value::int as value from json_each_text(${list}::json)`,
            folded ? `lower(${label} collate "C")` : label
          ] as const,
        orElse: () => [sql`select key, value from json_each(${list})`, folded ? `lower(${label})` : label] as const
      })
      return sql` left join (${rows}) as ${sql.literal(`place${at} on place${at}.key = ${key}`)}`
    })
    const place = `place${at}.value`
    add(descending, (sql) =>
      sql.literal(`case when ${label} is not null then coalesce(${place}, ${Task.NO_PLACE}) end`)
    )
    addText(descending, `case when ${place} is null then ${label} else '' end`)
  }
  sort.forEach((key, at) => {
    if (key.by === "label" && key.field === "assignee") {
      const first =
        "select a.user_id from boardwright_task_assignee a where a.task_id = t.id order by a.position limit 1"
      readings.push((sql) => sql.literal(`, (${first}) as read${at}`))
      return addLabel(key.descending, at, `t.read${at}`, false, key.places)
    }
    if (key.by === "label") return addLabel(key.descending, at, `t.${columnOf(key.field)}`, false, key.places)
    if (key.by === "field") {
      if (key.field === "name" || key.field === "id") return addText(key.descending, `t.${key.field}`)
      return add(key.descending, (sql) => sql.literal(`t.${columnOf(key.field)}`))
    }
    const column = given.add(COLUMN.id, key.column)
    const unset = key.unset === undefined ? undefined : given.add(text(), key.unset)
    const [cell, read] = [`cell${at}`, `read${at}`]
    cells.push((sql) =>
      sql.onDialectOrElse({
        pg: () =>
          sql` cross join lateral (select t.column_values -> ${column}::text as json ${readOnce(sql)}) as ${sql.literal(cell)}`,
        orElse: () => sql` cross join (select ${column} as id) as ${sql.literal(cell)}`
      })
    )
    readings.push((sql) => {
      const value = sql.onDialectOrElse({ pg: () => `${cell}.json`, orElse: () => `(t.column_values -> ${cell}.id)` })
      const reading = sql.literal(cellReading(sql, key.cell, value))
      return unset === undefined
        ? sql`, ${reading} as ${sql.literal(read)}`
        : sql`, coalesce(${reading}, ${unset}) as ${sql.literal(read)}`
    })
    if (LABELS.has(key.cell)) return addLabel(key.descending, at, `t.${read}`, true, key.places)
    if (TEXTS.has(key.cell)) return addText(key.descending, `t.${read}`)
    return add(key.descending, (sql) => sql.literal(`t.${read}`))
  })
  return {
    cells: all(cells),
    readings: all(readings),
    places: all(places),
    keys: all(keys),
    orderBy: [...orderBy, "rank", "id"].join(", ")
  }
}
