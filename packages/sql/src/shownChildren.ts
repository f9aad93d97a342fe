import { Task } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { type Codec, count, type Fields, listOf, type ValuesOf } from "./codecs.js"
import { COMMENT, SUBTASK, TIME_ENTRY } from "./entities.js"
import { jsonList, jsonRow } from "./jsonLists.js"

interface List {
  readonly table: string
  readonly fields: Fields
}

const COMMENTS = { table: "boardwright_comment", fields: COMMENT }
const SUBTASKS = { table: "boardwright_subtask", fields: SUBTASK }
const TIME_ENTRIES = { table: "boardwright_time_entry", fields: TIME_ENTRY }

/** The columns by which a list is ordered, as its table is indexed; those of subtasks by which they are placed come first. */
const orders = (table: string) =>
  table === SUBTASKS.table
    ? {
        columns: "id, created_at, rank",
        forward: "rank is null, rank, created_at, id",
        backward: "rank is null desc, rank desc, created_at desc, id desc"
      }
    : { columns: "id, created_at", forward: "created_at, id", backward: "created_at desc, id desc" }

/** The order of a list of a task. */
export const orderOf = (table: string): string => orders(table).forward

/** An expression: bytes of text in a row, as `Task.textBytes` counts them. */
const sizeOf = (sql: Statement.Constructor, table: string): string => {
  if (table === SUBTASKS.table) return "octet_length(name)"
  if (table === TIME_ENTRIES.table) return "octet_length(description)"
  const mentions = sql.onDialectOrElse({ pg: () => "mentions::text", orElse: () => "mentions" })
  return `octet_length(content) + octet_length(${mentions})`
}

/** Most entries of a list, and bytes of an entry, that the first statement for a task reads. */
const FEW = 100
const SHORT = 4096

/** The first entries of a list of a task `t`, null for a long one. One more than `FEW` shows that there are more. */
const fewOf = (sql: Statement.Constructor, { fields, table }: List) =>
  jsonList(sql, `case when ${sizeOf(sql, table)} <= ${SHORT} then ${jsonRow(sql, fields)} end`, {
    from: table,
    where: "task_id = t.id",
    orderBy: orderOf(table),
    limit: FEW + 1
  })

/**
 * A subselect: ids of the rows of a list, in order, up to and including the row that brings their texts to `bytes`. The
 * sizes are computed without reading the texts.
 */
export const idsWithinBytes = (
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
      select ${sql.literal(orders(table).columns)}, ${size} as size from ${sql.literal(table)}
      where task_id = ${rows.task} order by ${order} ${rows.slice}
    ) as part) as measured where others < ${sql.literal(String(rows.bytes))})`
}

/** The newest entries of a list of a task `t`: all that `Task.shownChildren` can show, and a few more. */
const newestOf = (sql: Statement.Constructor, { fields, table }: List): Statement.Fragment => {
  const ids = idsWithinBytes(sql, table, {
    task: sql.literal("t.id"),
    order: orders(table).backward,
    bytes: Task.MAX_SHOWN_BYTES,
    slice: sql.literal(`limit ${Task.MAX_SHOWN}`)
  })
  const rows = sql`${sql.literal(`${jsonRow(sql, fields)} order by ${orderOf(table)}`)}`
  return sql.onDialectOrElse({
    pg: () => sql`(select coalesce(json_agg(${rows}), '[]') from ${sql.literal(table)} where id in ${ids})`,
    orElse: () => sql`(select json_group_array(${rows}) from ${sql.literal(table)} where id in ${ids})`
  })
}

/** Selects the whole lists of a task `t` if they are small. */
export const selectFewChildren = (sql: Statement.Constructor): Statement.Fragment =>
  sql`${fewOf(sql, COMMENTS)} as "comments", ${fewOf(sql, SUBTASKS)} as "subtasks",
    ${fewOf(sql, TIME_ENTRIES)} as "timeEntries"`

/** Selects the newest entries of each list of a task `t`, and the lengths of the lists. */
export const selectNewestChildren = (sql: Statement.Constructor): Statement.Fragment => {
  const total = ({ table }: List) => sql.literal(`(select count(*) from ${table} where task_id = t.id)`)
  return sql`${newestOf(sql, COMMENTS)} as "comments", ${newestOf(sql, SUBTASKS)} as "subtasks",
    ${newestOf(sql, TIME_ENTRIES)} as "timeEntries", ${total(COMMENTS)} as "totalComments",
    ${total(SUBTASKS)} as "totalSubtasks", ${total(TIME_ENTRIES)} as "totalTimeEntries"`
}

/** Decodes a list; null if it has more than `FEW` entries or a long one. */
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

/** The columns of `selectFewChildren`; null for a large list. */
export const FEW_CHILDREN = {
  comments: fewFrom(COMMENT),
  subtasks: fewFrom(SUBTASK),
  timeEntries: fewFrom(TIME_ENTRY)
}

/** The columns of `selectNewestChildren`. */
export const NEWEST_CHILDREN = {
  comments: listOf(COMMENT),
  subtasks: listOf(SUBTASK),
  timeEntries: listOf(TIME_ENTRY),
  totalComments: count,
  totalSubtasks: count,
  totalTimeEntries: count
}
