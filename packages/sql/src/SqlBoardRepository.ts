import { Board } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { Effect, Layer } from "effect"
import { boardsReadableBy, boardsSharedWith } from "./boardAccess.js"
import { boardCells } from "./boardCells.js"
import { boardColumns } from "./boardColumns.js"
import { boardContents } from "./boardContents.js"
import { boardGroups } from "./boardGroups.js"
import { boardPlaces } from "./boardPlaces.js"
import { boardMembers } from "./boardMembers.js"
import { boardPeople } from "./boardPeople.js"
import { type Fields, listOf } from "./codecs.js"
import { Database } from "./Database.js"
import { BOARD, COLUMN, GROUP, MEMBER } from "./entities.js"
import { insertOne } from "./insert.js"
import { jsonRows } from "./jsonLists.js"
import { listInPages } from "./pages.js"
import { byColumn, columns, command, forUpdate, type Places, queryOne } from "./statement.js"
import { isInPlaces, PLACES, placesOf } from "./tokenPlaces.js"

const id = { id: BOARD.id }
const inWorkspace = { workspaceId: BOARD.workspaceId }
const named = { name: BOARD.name }
const user = { userId: MEMBER.userId }

const DETAILS = { ...BOARD, groups: listOf(GROUP), columns: listOf(COLUMN), members: listOf(MEMBER) }

const selectDetails = (sql: Statement.Constructor) => {
  const part = (fields: typeof GROUP | typeof COLUMN | typeof MEMBER, from: string, orderBy: string) =>
    jsonRows(sql, fields, { from, where: "board_id = b.id", orderBy })
  return sql`${columns(sql, BOARD, "b")},
    ${part(GROUP, "boardwright_group", "rank, id")} as "groups",
    ${part(COLUMN, "boardwright_column", "rank, id")} as "columns",
    ${part(MEMBER, "boardwright_member", "joined_at, user_id")} as "members"`
}

const make = Effect.map(Database, (db) => {
  const insert = insertOne(db, "BoardRepository.insert", "boardwright_board", BOARD)
  const find = queryOne(db, "BoardRepository.find", {
    batched: true,
    given: id,
    result: DETAILS,
    text: (sql, p) => sql`select ${selectDetails(sql)} from boardwright_board b
      where b.id = ${p.id} and b.deletion_id is null`
  })
  const lock = queryOne(db, "BoardRepository.lock", {
    given: id,
    result: BOARD,
    text: (sql, p) => sql`select ${columns(sql, BOARD)} from boardwright_board
      where id = ${p.id} and deletion_id is null ${forUpdate(sql)}`
  })
  const listBoards = <P extends Fields>(
    operation: string,
    given: P,
    where: (sql: Statement.Constructor, p: Places<P>) => Statement.Fragment
  ) =>
    listInPages(db, operation, {
      given,
      result: DETAILS,
      select: selectDetails,
      from: (sql, p: Places<P>) => sql`boardwright_board b where ${where(sql, p)} and b.deletion_id is null`,
      orderBy: "b.created_at, b.id"
    })
  const list = listBoards("BoardRepository.list", inWorkspace, (sql, p) => sql`b.workspace_id = ${p.workspaceId}`)
  const listFor = listBoards(
    "BoardRepository.list",
    { ...inWorkspace, ...user },
    (sql, p) => sql`b.workspace_id = ${p.workspaceId} and b.id in ${boardsSharedWith(sql, p.userId)}`
  )
  const listIn = listBoards(
    "BoardRepository.list",
    { ...inWorkspace, ...user, ...PLACES },
    (sql, p) => sql`b.workspace_id = ${p.workspaceId} and b.id in ${boardsReadableBy(sql, p.userId)}
      and ${isInPlaces(sql, p, "b.id", "b.workspace_id")}`
  )
  const listNamed = listBoards("BoardRepository.listNamed", named, (sql, p) => sql`b.name = ${p.name}`)
  const listNamedFor = listBoards(
    "BoardRepository.listNamed",
    { ...named, ...user },
    (sql, p) => sql`b.name = ${p.name} and b.id in ${boardsReadableBy(sql, p.userId)}`
  )
  const listNamedIn = listBoards(
    "BoardRepository.listNamed",
    { ...named, ...user, ...PLACES },
    (sql, p) => sql`b.name = ${p.name} and b.id in ${boardsReadableBy(sql, p.userId)}
      and ${isInPlaces(sql, p, "b.id", "b.workspace_id")}`
  )
  const replace = command(db, "BoardRepository.replace", {
    given: BOARD,
    text: (sql, p) =>
      sql`update boardwright_board set ${sql.update(byColumn(BOARD, ["id", "workspaceId"]))} where id = ${p.id}`
  })

  return Board.BoardRepository.of({
    insert: (board) => insert(board),
    find: (id) => find({ id }),
    lock: (id) => lock({ id }),
    list: (workspaceId, userId, slice, places = null) =>
      userId === null
        ? list({ workspaceId }, slice)
        : places === null
          ? listFor({ workspaceId, userId }, slice)
          : listIn({ workspaceId, userId, ...placesOf(places) }, slice),
    listNamed: (name, userId, slice, places = null) =>
      userId === null
        ? listNamed({ name }, slice)
        : places === null
          ? listNamedFor({ name, userId }, slice)
          : listNamedIn({ name, userId, ...placesOf(places) }, slice),
    replace: (board) => replace(board),
    ...boardGroups(db),
    ...boardColumns(db),
    ...boardCells(db),
    ...boardPlaces(db),
    ...boardContents(db),
    ...boardMembers(db),
    ...boardPeople(db)
  })
})

/** Boards in the database's `boardwright_board`, `_group`, `_column` and `_member`. */
export const layer: Layer.Layer<Board.BoardRepository, never, Database> = Layer.effect(Board.BoardRepository, make)
