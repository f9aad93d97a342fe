import { Board } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { type Context, Effect, Option } from "effect"
import { COUNTS, lockTasks } from "./boardContents.js"
import { count, flag, json, listOf, nullable, number, text } from "./codecs.js"
import type { Database } from "./Database.js"
import { BINDING, BOARD, COLUMN, RANK, TASK, TYPED_COLUMN } from "./entities.js"
import { hasKey, jsonRows, withKey, withoutKey } from "./jsonLists.js"
import { columns, command, forRemoval, type Place, query, queryOne } from "./statement.js"
import { ASSIGNEES, selectAssignees } from "./listedTask.js"

type Db = Context.Tag.Service<Database>
type Cells = Pick<
  Context.Tag.Service<Board.BoardRepository>,
  | "listUnsettled"
  | "settle"
  | "bindings"
  | "lockAgainstTasks"
  | "listCells"
  | "setCells"
  | "countCells"
  | "replaceCells"
>

/** The column of `selectTyped`. */
export const TYPED = { typed: listOf(TYPED_COLUMN) }

const TYPE_NAMES = Board.CELL_TYPE_NAMES.map((name) => `'${name}'`).join(", ")

/**
 * Selects the columns of a board that are typed or bound to fields, in order, by a partial index. `boardId` is an expression.
 * PostgreSQL reads a small table without the index: there it need not lower the types of plain text columns.
 */
export const selectTyped = (sql: Statement.Constructor, boardId: string): Statement.Fragment => {
  const isNoText = sql.onDialectOrElse({ pg: () => "type <> 'text' and ", orElse: () => "" })
  return sql`${jsonRows(sql, TYPED_COLUMN, {
    from: "boardwright_column",
    where: `board_id = ${boardId} and (field is not null or ${isNoText}lower(type) in (${TYPE_NAMES}))`,
    orderBy: "rank, id"
  })} as "typed"`
}

/** Separates the typed columns from the bound ones, which are in the order of their fields. */
export const bindingsAndTyped = (
  columns: ReadonlyArray<Board.TypedColumn>
): Pick<Board.TaskPlace, "bindings" | "typed"> => ({
  bindings: columns
    .flatMap(({ field, id }) => (field === null ? [] : [{ id, field }]))
    .toSorted((one, other) => (one.field < other.field ? -1 : 1)),
  typed: columns.filter(Board.isTyped)
})

const cell = nullable(json<Board.TaskCell["cell"]>())
const GIVEN = { boardId: BOARD.id, columnId: COLUMN.id }
const TASK_CELL = {
  id: TASK.id,
  ...RANK,
  status: TASK.status,
  priority: TASK.priority,
  dueDate: TASK.dueDate,
  ...ASSIGNEES,
  cell
}
const CELLS = json<ReadonlyArray<Readonly<Record<string, string | null>>>>()

/** The fields that are set with cells. */
type SetField = "status" | "priority" | "none"
const fieldSet = (field: Board.BoundField | null): SetField =>
  field === "status" || field === "priority" ? field : "none"
const byField = <A>(make: (field: SetField) => A): Readonly<Record<SetField, A>> => ({
  none: make("none"),
  status: make("status"),
  priority: make("priority")
})

/** Sets the field to the value of the row `given`, if it has one. */
const setField = (sql: Statement.Constructor, field: SetField) =>
  sql.literal(field === "none" ? "" : `, ${field} = coalesce(given.value, t.${field})`)

/** The cells in an order that no locale changes. */
const byCodePoint = (sql: Statement.Constructor) =>
  sql.onDialectOrElse({ pg: () => sql`cell collate "C"`, orElse: () => sql`cell` })

/** An expression: the cell of a task as JSON text. */
const cellText = (sql: Statement.Constructor, columnId: Place) =>
  sql.onDialectOrElse({
    pg: () => sql`(t.column_values -> ${columnId}::text)::text`,
    orElse: () => sql`t.column_values -> ${columnId}`
  })

/** An expression: the column values of a task with a cell of the row `given`, or without it. */
const withCell = (sql: Statement.Constructor, columnId: Place) =>
  sql`case when given.cell is not null then ${withKey(sql, "t.column_values", columnId, sql`given.cell`)}
    when ${hasKey(sql, "t.column_values", sql`${columnId}`)} then ${withoutKey(sql, "t.column_values", sql`${columnId}`)}
    else t.column_values end`

/**
 * The beginning of a statement: rows `given` of texts out of a JSON list of objects. Materialized, SQLite looks them up by an index;
 * otherwise it would read the list again for each task.
 */
const withRows = (sql: Statement.Constructor, list: Place, names: ReadonlyArray<string>) =>
  sql.onDialectOrElse({
    pg: () =>
      sql`with given as materialized (select * from json_to_recordset(${list}::json)
        as list (${sql.literal(names.map((name) => `"${name}" text`).join(", "))}))`,
    orElse: () =>
      sql`with given as materialized (select ${sql.literal(names.map((name) => `value ->> '${name}' as "${name}"`).join(", "))}
        from json_each(${list}))`
  })

/** The part of the board repository that reads and changes the cells of a column on all tasks. */
export const boardCells = (db: Db): Cells => {
  const bound = query(db, "BoardRepository.bindings", {
    given: { boardId: BOARD.id },
    result: BINDING,
    text: (sql, p) => sql`select ${columns(sql, BINDING)} from boardwright_column
      where board_id = ${p.boardId} and field is not null order by field`
  })
  const unsettled = query(db, "BoardRepository.listUnsettled", {
    given: { after: text(), limit: number },
    result: { boardId: BOARD.id, id: COLUMN.id },
    text: (sql, p) => sql`select c.board_id as "boardId", c.id as "id" from boardwright_column c
      join boardwright_board b on b.id = c.board_id where c.unsettled and c.board_id > ${p.after} and b.deletion_id is null
      order by c.board_id, c.rank, c.id limit ${p.limit}`
  })
  const settle = command(db, "BoardRepository.settle", {
    given: { boardId: BOARD.id, unsettled: flag },
    text: (sql, p) => sql`update boardwright_column set unsettled = ${p.unsettled}
      where board_id = ${p.boardId} and unsettled`
  })
  const lockBoard = queryOne(db, "BoardRepository.lockAgainstTasks", {
    given: { boardId: BOARD.id },
    result: { id: BOARD.id },
    text: (sql, p) => sql`select id as "id" from boardwright_board where id = ${p.boardId} ${forRemoval(sql)}`
  })
  // A changed row shows those who waited for it that what they have read may be outdated.
  const touchBoard = command(db, "BoardRepository.lockAgainstTasks", {
    given: { boardId: BOARD.id },
    text: (sql, p) => sql`update boardwright_board set name = name where id = ${p.boardId}`
  })
  const lockAllTasks = queryOne(db, "BoardRepository.lockAgainstTasks", {
    given: { boardId: BOARD.id },
    result: COUNTS,
    text: (sql, p) => lockTasks(sql, p.boardId, sql`true`)
  })
  const list = query(db, "BoardRepository.listCells", {
    given: { ...GIVEN, afterId: text(), afterRank: text(), limit: number },
    result: TASK_CELL,
    text: (sql, p) => sql`select t.id as "id", t.rank as "rank", t.status as "status", t.priority as "priority",
      t.due_date as "dueDate", ${selectAssignees(sql)}, ${cellText(sql, p.columnId)} as "cell"
      from boardwright_task t where t.board_id = ${p.boardId} and (t.rank, t.id) > (${p.afterRank}, ${p.afterId})
      order by t.rank, t.id limit ${p.limit}`
  })
  const set = byField((field) =>
    command(db, "BoardRepository.setCells", {
      given: { ...GIVEN, cells: CELLS, at: TASK.updatedAt },
      text: (sql, p) => sql`${withRows(sql, p.cells, ["id", "cell", "value"])}
        update boardwright_task as t set column_values = ${withCell(sql, p.columnId)},
          updated_at = case when given.value is null then t.updated_at else ${p.at} end${setField(sql, field)}
        from given where t.id = given.id and t.board_id = ${p.boardId}`
    })
  )
  const size = queryOne(db, "BoardRepository.countCells", {
    given: GIVEN,
    result: { size: number },
    text: (sql, p) => sql`select coalesce(sum(length(cell)), 0) as "size" from (
      select distinct ${cellText(sql, p.columnId)} as cell from boardwright_task t where t.board_id = ${p.boardId}) as measured`
  })
  const counted = query(db, "BoardRepository.countCells", {
    given: GIVEN,
    result: { cell, tasks: count },
    text: (sql, p) => sql`select cell as "cell", count(*) as "tasks" from (
        select ${cellText(sql, p.columnId)} as cell from boardwright_task t where t.board_id = ${p.boardId}) as cells
      group by cell order by count(*) desc, ${byCodePoint(sql)}`
  })
  const isFrom = (sql: Statement.Constructor, columnId: Place) =>
    sql.onDialectOrElse({
      pg: () => sql`coalesce((t.column_values -> ${columnId}::text)::jsonb, 'null') = given."from"::jsonb`,
      orElse: () => sql`coalesce(t.column_values -> ${columnId}, 'null') = given."from"`
    })
  const replace = byField((field) =>
    command(db, "BoardRepository.replaceCells", {
      given: { ...GIVEN, cells: CELLS, at: TASK.updatedAt },
      text: (sql, p) => sql`${withRows(sql, p.cells, ["from", "cell", "value"])}
        update boardwright_task as t
        set column_values = ${withCell(sql, p.columnId)}, updated_at = ${p.at}${setField(sql, field)}
        from given where t.board_id = ${p.boardId} and ${isFrom(sql, p.columnId)}`
    })
  )
  const textOf = (cell: Board.TaskCell["cell"]): string | null => (cell === null ? null : JSON.stringify(cell))
  return {
    listUnsettled: (after, limit) => unsettled({ after: after ?? "", limit }),
    settle: (boardId) => settle({ boardId, unsettled: false }),
    bindings: (boardId) => bound({ boardId }),
    // The tasks are locked before any is read: a statement that waits for one reads its assignees as of before, and misses
    // one that is moved to before its place in the order meanwhile.
    lockAgainstTasks: (boardId) =>
      lockBoard({ boardId }).pipe(Effect.zipRight(touchBoard({ boardId })), Effect.zipRight(lockAllTasks({ boardId }))),
    listCells: (boardId, columnId, after, limit) =>
      list({ boardId, columnId, afterId: after?.id ?? "", afterRank: after?.rank ?? "", limit }),
    setCells: (boardId, { field, id: columnId }, given, at) => {
      const cells = given.map(({ cell, id, value }) => ({ id, cell: textOf(cell), value }))
      return set[fieldSet(field)]({ boardId, columnId, cells, at })
    },
    countCells: Effect.fnUntraced(function* (boardId, columnId, maxSize) {
      const all = yield* size({ boardId, columnId })
      if (Option.exists(all, (each) => each.size > maxSize)) return Option.none()
      return Option.some(yield* counted({ boardId, columnId }))
    }),
    replaceCells: (boardId, { field, id }, replacements, at) => {
      const cells = replacements.map(({ from, to, value }) => ({ from: JSON.stringify(from), cell: textOf(to), value }))
      return replace[fieldSet(field)]({ boardId, columnId: id, cells, at })
    }
  }
}
