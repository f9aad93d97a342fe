import { type Board, Values } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { type Context, Effect, Option } from "effect"
import { count, json, nullable, number, text, timestamp } from "./codecs.js"
import type { Database } from "./Database.js"
import { BOARD, COLUMN, GROUP, RANK } from "./entities.js"
import { hasKey, isOneOf, withoutKey } from "./jsonLists.js"
import { command, forRemoval, forUpdate, type Place, query, queryOne } from "./statement.js"

type Db = Context.Tag.Service<Database>
type Contents = Pick<Context.Tag.Service<Board.BoardRepository>, "lockTasksOf" | "moveTasks" | "clearColumn">

const board = { boardId: BOARD.id }
/** The columns of `lockTasks`. */
export const COUNTS = { tasks: count, inTrash: count }
const column = { ...board, id: COLUMN.id }
const ROW = { prefix: text(), digits: number, start: number }

/** Locks the tasks of a board that fulfil a condition, in the order of their ids, and counts them. */
export const lockTasks = (sql: Statement.Constructor, boardId: Place, condition: Statement.Fragment) =>
  sql`select count(*) - count(deletion_id) as "tasks", count(deletion_id) as "inTrash" from (
    select deletion_id from boardwright_task where board_id = ${boardId} and ${condition}
    order by id ${forUpdate(sql)}) part`

/** An expression: the last digits of the rank at a place of a row of ranks, which has eight digits or fewer. */
const lastDigits = (sql: Statement.Constructor, at: string, digits: Place) => {
  const all = Array.from({ length: Values.ROW_DIGITS }, (_, place) => {
    const power = Values.RANK_DIGITS.length ** (Values.ROW_DIGITS - 1 - place)
    return `substr('${Values.RANK_DIGITS}', cast(${at} / ${power} % ${Values.RANK_DIGITS.length} as integer) + 1, 1)`
  })
  const from = Values.ROW_DIGITS + 1
  return sql`substr(${sql.literal(all.join(" || "))}, ${sql.literal(String(from))} - cast(${digits} as integer))`
}

/** Locks a column, so that no task gets a value in it and no other transaction changes it. */
export const columnForRemoval = (db: Db, operation: string) =>
  queryOne(db, operation, {
    given: column,
    result: { id: COLUMN.id },
    text: (sql, p) => sql`select id as "id" from boardwright_column
      where id = ${p.id} and board_id = ${p.boardId} ${forRemoval(sql)}`
  })

/** The part of the board repository that changes the tasks of a group or the values of a column together. */
export const boardContents = (db: Db): Contents => {
  const lockGroups = query(db, "BoardRepository.lockTasksOf", {
    given: { ...board, ids: json<ReadonlyArray<string>>() },
    result: { id: GROUP.id },
    text: (sql, p) => sql`select id from boardwright_group
      where board_id = ${p.boardId} and ${isOneOf(sql, "id", p.ids)} order by id ${forRemoval(sql)}`
  })
  const lockGroupTasks = queryOne(db, "BoardRepository.lockTasksOf", {
    given: { ...board, id: GROUP.id },
    result: COUNTS,
    text: (sql, p) => lockTasks(sql, p.boardId, sql`group_id = ${p.id}`)
  })
  const lastRank = queryOne(db, "BoardRepository.moveTasks", {
    given: board,
    result: { rank: nullable(RANK.rank) },
    text: (sql, p) => sql`select max(rank) as "rank" from boardwright_task where board_id = ${p.boardId}`
  })
  const move = command(db, "BoardRepository.moveTasks", {
    given: { ...board, from: GROUP.id, to: GROUP.id, at: timestamp, ...ROW },
    text: (sql, p) => sql`update boardwright_task set group_id = ${p.to}, updated_at = ${p.at},
        rank = cast(${p.prefix} as text) || ${lastDigits(sql, "part.place", p.digits)}
      from (select id as task_id, cast(${p.start} as bigint) + row_number() over (order by rank, id) - 1 as place
        from boardwright_task where board_id = ${p.boardId} and group_id = ${p.from}) part
      where boardwright_task.id = part.task_id`
  })
  const lockValues = queryOne(db, "BoardRepository.clearColumn", {
    given: column,
    result: COUNTS,
    text: (sql, p) => lockTasks(sql, p.boardId, hasKey(sql, "column_values", sql`${p.id}`))
  })
  const lockColumn = columnForRemoval(db, "BoardRepository.clearColumn")
  const clear = command(db, "BoardRepository.clearColumn", {
    given: { ...column, at: timestamp },
    text: (sql, p) => sql`update boardwright_task set column_values = ${withoutKey(sql, "column_values", sql`${p.id}`)},
      updated_at = ${p.at} where board_id = ${p.boardId} and ${hasKey(sql, "column_values", sql`${p.id}`)}`
  })
  return {
    lockTasksOf: (boardId, id, other) =>
      Effect.zipRight(
        lockGroups({ boardId, ids: [id, other] }),
        Effect.map(lockGroupTasks({ boardId, id }), Option.getOrThrow)
      ),
    moveTasks: ({ boardId, from, to }, { inTrash, tasks }, at) =>
      Effect.flatMap(lastRank({ boardId }), (last) => {
        const row = Values.rowAfter(Option.getOrThrow(last).rank, tasks + inTrash)
        return move({ boardId, from, to, at, ...row })
      }),
    // The tasks before the column, as those lock who store a value; then those that got a value before its lock.
    clearColumn: (boardId, id, at) =>
      lockValues({ boardId, id }).pipe(
        Effect.zipRight(lockColumn({ boardId, id })),
        Effect.zipRight(Effect.map(lockValues({ boardId, id }), Option.getOrThrow)),
        Effect.zipLeft(clear({ boardId, id, at }))
      )
  }
}
