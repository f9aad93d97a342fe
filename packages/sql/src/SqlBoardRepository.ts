import { Board } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { Effect, Layer } from "effect"
import { boardColumns } from "./boardColumns.js"
import { boardGroups } from "./boardGroups.js"
import { boardMembers } from "./boardMembers.js"
import { listOf } from "./columns.js"
import { Database } from "./Database.js"
import { boardsOpenTo, boardsSeenBy } from "./boardsSeenBy.js"
import { gathered } from "./gathered.js"
import { insertOne } from "./insert.js"
import { paged } from "./paged.js"
import { BOARD, COLUMN, GROUP, MEMBER, SLICE, TOTAL } from "./rows.js"
import { byColumn, columns, command, forUpdate, query, queryOne, returning } from "./statement.js"

const id = { id: BOARD.id }
const inWorkspace = { workspaceId: BOARD.workspaceId }
const seen = { ...inWorkspace, userId: MEMBER.userId }
const named = { name: BOARD.name }
const namedSeen = { ...named, userId: MEMBER.userId }

const DETAILS = { ...BOARD, groups: listOf(GROUP), columns: listOf(COLUMN), members: listOf(MEMBER) }

const details = (sql: Statement.Constructor) => {
  const part = (fields: typeof GROUP | typeof COLUMN | typeof MEMBER, from: string, order: string) =>
    gathered(sql, fields, { from, where: "board_id = b.id", order })
  return sql`${columns(sql, BOARD, "b")},
    ${part(GROUP, "boardwright_group", "rank, id")} as "groups",
    ${part(COLUMN, "boardwright_column", "rank, id")} as "columns",
    ${part(MEMBER, "boardwright_member", "joined_at, user_id")} as "members"`
}

const make = Effect.map(Database, (db) => {
  const insert = insertOne(db, "BoardRepository.insert", "boardwright_board", BOARD)
  const find = queryOne(db, "BoardRepository.find", {
    point: true,
    given: id,
    result: DETAILS,
    text: (sql, p) => sql`select ${details(sql)} from boardwright_board b where b.id = ${p.id}`
  })
  const lock = queryOne(db, "BoardRepository.lock", {
    given: id,
    result: BOARD,
    text: (sql, p) => sql`select ${columns(sql, BOARD)} from boardwright_board where id = ${p.id} ${forUpdate(sql)}`
  })
  const list = query(db, "BoardRepository.list", {
    given: { ...inWorkspace, ...SLICE },
    result: DETAILS,
    text: (sql, p) => sql`select ${details(sql)} from boardwright_board b where b.workspace_id = ${p.workspaceId}
      order by b.created_at, b.id limit ${p.limit} offset ${p.offset}`
  })
  const listSeen = query(db, "BoardRepository.list", {
    given: { ...seen, ...SLICE },
    result: DETAILS,
    text: (sql, p) => sql`select ${details(sql)} from boardwright_board b
      where b.workspace_id = ${p.workspaceId} and b.id in ${boardsSeenBy(sql, p.userId)}
      order by b.created_at, b.id limit ${p.limit} offset ${p.offset}`
  })
  const total = query(db, "BoardRepository.list", {
    given: inWorkspace,
    result: TOTAL,
    text: (sql, p) => sql`select count(*) as "total" from boardwright_board where workspace_id = ${p.workspaceId}`
  })
  const totalSeen = query(db, "BoardRepository.list", {
    given: seen,
    result: TOTAL,
    text: (sql, p) => sql`select count(*) as "total" from boardwright_board
      where workspace_id = ${p.workspaceId} and id in ${boardsSeenBy(sql, p.userId)}`
  })
  const listNamed = query(db, "BoardRepository.listNamed", {
    given: { ...named, ...SLICE },
    result: DETAILS,
    text: (sql, p) => sql`select ${details(sql)} from boardwright_board b where b.name = ${p.name}
      order by b.created_at, b.id limit ${p.limit} offset ${p.offset}`
  })
  const listNamedSeen = query(db, "BoardRepository.listNamed", {
    given: { ...namedSeen, ...SLICE },
    result: DETAILS,
    text: (sql, p) => sql`select ${details(sql)} from boardwright_board b
      where b.name = ${p.name} and b.id in ${boardsOpenTo(sql, p.userId)}
      order by b.created_at, b.id limit ${p.limit} offset ${p.offset}`
  })
  const totalNamed = query(db, "BoardRepository.listNamed", {
    given: named,
    result: TOTAL,
    text: (sql, p) => sql`select count(*) as "total" from boardwright_board where name = ${p.name}`
  })
  const totalNamedSeen = query(db, "BoardRepository.listNamed", {
    given: namedSeen,
    result: TOTAL,
    text: (sql, p) => sql`select count(*) as "total" from boardwright_board
      where name = ${p.name} and id in ${boardsOpenTo(sql, p.userId)}`
  })
  const replace = command(db, "BoardRepository.replace", {
    given: BOARD,
    text: (sql, p) =>
      sql`update boardwright_board set ${sql.update(byColumn(BOARD, ["id", "workspaceId"]))} where id = ${p.id}`
  })
  const remove = returning(db, "BoardRepository.remove", {
    given: id,
    result: id,
    text: (sql, p) => sql`delete from boardwright_board where id = ${p.id} returning id`,
    heavy: true
  })

  return Board.BoardRepository.of({
    insert: (board) => insert(board),
    find: (id) => find({ id }),
    lock: (id) => lock({ id }),
    list: (workspaceId, userId, slice) => {
      const part = { limit: slice.limit, offset: slice.offset }
      return userId === null
        ? paged(slice, list({ workspaceId, ...part }), total({ workspaceId }))
        : paged(slice, listSeen({ workspaceId, userId, ...part }), totalSeen({ workspaceId, userId }))
    },
    listNamed: (name, userId, slice) => {
      const part = { limit: slice.limit, offset: slice.offset }
      return userId === null
        ? paged(slice, listNamed({ name, ...part }), totalNamed({ name }))
        : paged(slice, listNamedSeen({ name, userId, ...part }), totalNamedSeen({ name, userId }))
    },
    replace: (board) => replace(board),
    remove: (id) => Effect.map(remove({ id }), (rows) => rows.length === 1),
    ...boardGroups(db),
    ...boardColumns(db),
    ...boardMembers(db)
  })
})

/** Boards in the database's `boardwright_board`, `_group`, `_column` and `_member`. */
export const layer: Layer.Layer<Board.BoardRepository, never, Database> = Layer.effect(Board.BoardRepository, make)
