import type { Board } from "@boardwright/core"
import { type Context, Effect } from "effect"
import { listEnd } from "./boardGroups.js"
import type { Database } from "./Database.js"
import { BOARD, COLUMN, RANK } from "./entities.js"
import { insertMany, insertOne } from "./insert.js"
import { byColumn, columns, command, forUpdate, query, queryOne } from "./statement.js"

type Db = Context.Tag.Service<Database>
type Columns = Pick<
  Context.Tag.Service<Board.BoardRepository>,
  "insertColumn" | "insertColumns" | "findColumn" | "lockColumn" | "columnIds" | "columnsEnd" | "replaceColumn"
>

const board = { boardId: BOARD.id }
const child = { ...board, id: COLUMN.id }

const PLACED = { ...board, ...COLUMN, ...RANK }

/** The part of the board repository that stores columns. */
export const boardColumns = (db: Db): Columns => {
  const insert = insertOne(db, "BoardRepository.insertColumn", "boardwright_column", PLACED)
  const insertAll = insertMany(db, "BoardRepository.insertColumns", "boardwright_column", PLACED)
  const find = queryOne(db, "BoardRepository.findColumn", {
    given: child,
    result: COLUMN,
    text: (sql, p) =>
      sql`select ${columns(sql, COLUMN)} from boardwright_column where id = ${p.id} and board_id = ${p.boardId}`
  })
  const lock = queryOne(db, "BoardRepository.lockColumn", {
    given: child,
    result: COLUMN,
    text: (sql, p) => sql`select ${columns(sql, COLUMN)} from boardwright_column
      where id = ${p.id} and board_id = ${p.boardId} ${forUpdate(sql)}`
  })
  const ids = query(db, "BoardRepository.columnIds", {
    given: board,
    result: { id: COLUMN.id },
    text: (sql, p) => sql`select id from boardwright_column where board_id = ${p.boardId} order by rank, id`
  })
  const end = listEnd(db, "BoardRepository.columnsEnd", "boardwright_column")
  const replace = command(db, "BoardRepository.replaceColumn", {
    given: { ...board, ...COLUMN },
    text: (sql, p) => sql`update boardwright_column set ${sql.update(byColumn(COLUMN, ["id"]))}
      where id = ${p.id} and board_id = ${p.boardId}`
  })
  return {
    insertColumn: (boardId, column) => insert({ ...column, boardId }),
    insertColumns: (boardId, columns) => insertAll(columns.map((column) => ({ ...column, boardId }))),
    findColumn: (boardId, id) => find({ boardId, id }),
    lockColumn: (boardId, id) => lock({ boardId, id }),
    columnIds: (boardId) => Effect.map(ids({ boardId }), (rows) => rows.map(({ id }) => id)),
    columnsEnd: (boardId) => end(boardId),
    replaceColumn: (boardId, column) => replace({ ...column, boardId })
  }
}
