import { Task } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { type Codec, count, type Fields, listOf, type ValuesOf } from "./columns.js"
import { gatheredValues, jsonRow } from "./gathered.js"
import { COMMENT, SUBTASK, TIME_ENTRY } from "./rows.js"

interface List {
  readonly table: string
  readonly fields: Fields
}

const COMMENTS = { table: "boardwright_comment", fields: COMMENT }
const SUBTASKS = { table: "boardwright_subtask", fields: SUBTASK }
const TIME_ENTRIES = { table: "boardwright_time_entry", fields: TIME_ENTRY }

/** Bytes of what a client wrote into a row, as `Task.textBytes` counts them. */
const sizeOf = (sql: Statement.Constructor, table: string): string => {
  if (table === SUBTASKS.table) return "octet_length(name)"
  if (table === TIME_ENTRIES.table) return "octet_length(description)"
  const mentions = sql.onDialectOrElse({ pg: () => "mentions::text", orElse: () => "mentions" })
  return `octet_length(content) + octet_length(${mentions})`
}

/** Entries of a list, and bytes of an entry, up to which a task is read by its first statement. */
const FEW = 100
const SHORT = 4096

/** The first entries of a list under a task `t`; null in place of a long one. One more than `FEW` tells of more. */
const fewOf = (sql: Statement.Constructor, { fields, table }: List) =>
  gatheredValues(sql, `case when ${sizeOf(sql, table)} <= ${SHORT} then ${jsonRow(sql, fields)} end`, {
    from: `(select * from ${table} where task_id = t.id order by created_at, id limit ${FEW + 1}) as few`,
    where: "true",
    order: "created_at, id"
  })

/**
 * The rows of a list, newest or oldest first, up to that with which their texts have so many bytes: their ids. What a row
 * holds is not read to be measured.
 */
export const idsWithin = (
  sql: Statement.Constructor,
  table: string,
  rows: {
    readonly task: Statement.Fragment
    readonly order: string
    readonly bytes: number
    readonly slice: Statement.Fragment
  }
): Statement.Fragment => {
  const [order, size] = [sql.literal(rows.order), sql.literal(sizeOf(sql, table))]
  return sql`(select id from (
    select id, sum(size) over (order by ${order} rows unbounded preceding) - size as others from (
      select id, created_at, ${size} as size from ${sql.literal(table)}
      where task_id = ${rows.task} order by ${order} ${rows.slice}
    ) as part) as measured where others < ${sql.literal(String(rows.bytes))})`
}

/** A list under a task `t` as far as `Task.shownChildren` can want it, and somewhat more. */
const newestOf = (sql: Statement.Constructor, { fields, table }: List): Statement.Fragment => {
  const ids = idsWithin(sql, table, {
    task: sql.literal("t.id"),
    order: "created_at desc, id desc",
    bytes: Task.MAX_SHOWN_BYTES,
    slice: sql.literal(`limit ${Task.MAX_SHOWN}`)
  })
  const rows = sql`${sql.literal(`${jsonRow(sql, fields)} order by created_at, id`)}`
  return sql.onDialectOrElse({
    pg: () => sql`(select coalesce(json_agg(${rows}), '[]') from ${sql.literal(table)} where id in ${ids})`,
    orElse: () => sql`(select json_group_array(${rows}) from ${sql.literal(table)} where id in ${ids})`
  })
}

/** Everything under a task `t` that has little: one select reads it. */
export const fewChildren = (sql: Statement.Constructor): Statement.Fragment =>
  sql`${fewOf(sql, COMMENTS)} as "comments", ${fewOf(sql, SUBTASKS)} as "subtasks",
    ${fewOf(sql, TIME_ENTRIES)} as "timeEntries"`

/** What a task `t` is shown with, whatever it has, and how much that is. */
export const newestChildren = (sql: Statement.Constructor): Statement.Fragment => {
  const total = ({ table }: List) => sql.literal(`(select count(*) from ${table} where task_id = t.id)`)
  return sql`${newestOf(sql, COMMENTS)} as "comments", ${newestOf(sql, SUBTASKS)} as "subtasks",
    ${newestOf(sql, TIME_ENTRIES)} as "timeEntries", ${total(COMMENTS)} as "totalComments",
    ${total(SUBTASKS)} as "totalSubtasks", ${total(TIME_ENTRIES)} as "totalTimeEntries"`
}

/** Null where an entry is: there are more than few, or a long one. */
const fewFrom = <F extends Fields>(fields: F): Codec<ReadonlyArray<ValuesOf<F>> | null> => {
  const all = listOf(fields)
  return {
    plain: [],
    encode: (value, dialect) => all.encode(value ?? [], dialect),
    decode: (stored, dialect) => {
      const rows: ReadonlyArray<unknown> = typeof stored === "string" ? JSON.parse(stored) : stored
      return rows.length > FEW || rows.includes(null) ? null : all.decode(rows, dialect)
    }
  }
}

/** Reads what `fewChildren` selects; null for a list that has much. */
export const FEW_CHILDREN = {
  comments: fewFrom(COMMENT),
  subtasks: fewFrom(SUBTASK),
  timeEntries: fewFrom(TIME_ENTRY)
}

/** Reads what `newestChildren` selects. */
export const NEWEST_CHILDREN = {
  comments: listOf(COMMENT),
  subtasks: listOf(SUBTASK),
  timeEntries: listOf(TIME_ENTRY),
  totalComments: count,
  totalSubtasks: count,
  totalTimeEntries: count
}
