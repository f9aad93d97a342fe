import type { Board } from "@boardwright/core"
import { type Context, Effect, Option } from "effect"
import { columnForRemoval } from "./boardContents.js"
import { listEnd } from "./boardGroups.js"
import { flag, json, text } from "./codecs.js"
import type { Database } from "./Database.js"
import { BOARD, COLUMN, RANK } from "./entities.js"
import { findBy } from "./findBy.js"
import { insertMany, insertOne } from "./insert.js"
import { hasKey, isOneOf } from "./jsonLists.js"
import { byColumn, columns, command, forReference, forRemoval, forUpdate, query, returning } from "./statement.js"

type Db = Context.Tag.Service<Database>
type Columns = Pick<
  Context.Tag.Service<Board.BoardRepository>,
  | "insertColumn"
  | "insertColumns"
  | "findColumn"
  | "lockColumn"
  | "holdColumns"
  | "lockOptions"
  | "removeColumn"
  | "columnsEnd"
  | "replaceColumn"
>

const board = { boardId: BOARD.id }
const child = { ...board, id: COLUMN.id }

const PLACED = { ...COLUMN, ...RANK }
const STORED = { ...board, ...PLACED, unsettled: flag }

/** The part of the board repository that stores columns. */
export const boardColumns = (db: Db): Columns => {
  const insert = insertOne(db, "BoardRepository.insertColumn", "boardwright_column", STORED)
  const insertAll = insertMany(db, "BoardRepository.insertColumns", "boardwright_column", STORED)
  const find = findBy(db, "BoardRepository.findColumn", "boardwright_column", COLUMN, child)
  const lock = findBy(db, "BoardRepository.lockColumn", "boardwright_column", COLUMN, child, forRemoval)
  const several = (operation: string, locking: typeof forReference) =>
    query(db, operation, {
      given: { ...board, ids: json<ReadonlyArray<string>>() },
      result: COLUMN,
      text: (sql, p) => sql`select ${columns(sql, COLUMN)} from boardwright_column
        where board_id = ${p.boardId} and ${isOneOf(sql, "id", p.ids)} order by id ${locking(sql)}`
    })
  // A holder can lock the options while others hold the column too: a share lock would have each wait for the others.
  const hold = several("BoardRepository.holdColumns", forReference)
  const holdOne = query(db, "BoardRepository.holdColumns", {
    given: { ...board, id: text() },
    result: COLUMN,
    text: (sql, p) => sql`select ${columns(sql, COLUMN)} from boardwright_column
      where id = ${p.id} and board_id = ${p.boardId} ${forReference(sql)}`
  })
  const lockOptions = several("BoardRepository.lockOptions", forUpdate)
  const lockForRemoval = columnForRemoval(db, "BoardRepository.removeColumn")
  const removeUnused = returning(db, "BoardRepository.removeColumn", {
    given: child,
    result: PLACED,
    text: (sql, p) => sql`delete from boardwright_column where id = ${p.id} and board_id = ${p.boardId}
      and not exists (select 1 from boardwright_task t where t.board_id = boardwright_column.board_id
        and ${hasKey(sql, "t.column_values", sql.literal("boardwright_column.id"))}) returning ${columns(sql, PLACED)}`
  })
  const end = listEnd(db, "BoardRepository.columnsEnd", "boardwright_column")
  const replace = command(db, "BoardRepository.replaceColumn", {
    given: { ...board, ...COLUMN },
    text: (sql, p) => sql`update boardwright_column set ${sql.update(byColumn(COLUMN, ["id"]))}
      where id = ${p.id} and board_id = ${p.boardId}`
  })
  return {
    insertColumn: (boardId, column) => insert({ ...column, boardId, unsettled: false }),
    insertColumns: (boardId, columns) => insertAll(columns.map((column) => ({ ...column, boardId, unsettled: false }))),
    findColumn: (boardId, id) => find({ boardId, id }),
    lockColumn: (boardId, id) => lock({ boardId, id }),
    // Most changes are of one cell, and reading a list of ids takes as long as reading the column.
    holdColumns: (boardId, ids) =>
      ids.length === 1 && ids[0] !== undefined ? holdOne({ boardId, id: ids[0] }) : hold({ boardId, ids }),
    lockOptions: (boardId, ids) => lockOptions({ boardId, ids }),
    // Two statements: the second sees the values that were stored before the first had its lock.
    removeColumn: (boardId, id) =>
      Effect.zipRight(
        lockForRemoval({ boardId, id }),
        Effect.map(removeUnused({ boardId, id }), ([removed]) => Option.fromNullable(removed))
      ),
    columnsEnd: (boardId) => end(boardId),
    replaceColumn: (boardId, column) => replace({ ...column, boardId })
  }
}
