import type { Board, Values } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { type Context, Effect, Option } from "effect"
import { nullable } from "./columns.js"
import type { Database } from "./Database.js"
import { insertOne } from "./insert.js"
import { BOARD, GROUP, RANK } from "./rows.js"
import { columns, forReference, queryOne } from "./statement.js"

type Db = Context.Tag.Service<Database>
type Groups = Pick<
  Context.Tag.Service<Board.BoardRepository>,
  "insertGroup" | "findGroup" | "holdGroup" | "firstGroup" | "lastGroupRank"
>

const board = { boardId: BOARD.id }

const GROUP_WITH_END = { ...GROUP, lastTaskRank: nullable(RANK.rank) }

const withEnd = (sql: Statement.Constructor) => sql`${columns(sql, GROUP, "g")},
  (select rank from boardwright_task where board_id = g.board_id order by rank desc, id desc limit 1) as "lastTaskRank"
  from boardwright_group g`

/** The rank of an answered row, or null where there was none. */
export const rankOf = (row: Option.Option<{ readonly rank: Values.Rank }>): Values.Rank | null =>
  Option.match(row, { onNone: () => null, onSome: ({ rank }) => rank })

/** The part of the board repository that keeps groups. */
export const boardGroups = (db: Db): Groups => {
  const insert = insertOne(db, "BoardRepository.insertGroup", "boardwright_group", { ...board, ...GROUP, ...RANK })
  const find = queryOne(db, "BoardRepository.findGroup", {
    given: { ...board, id: GROUP.id },
    result: GROUP_WITH_END,
    text: (sql, p) => sql`select ${withEnd(sql)} where g.id = ${p.id} and g.board_id = ${p.boardId}`
  })
  const hold = queryOne(db, "BoardRepository.holdGroup", {
    given: { ...board, id: GROUP.id },
    result: GROUP_WITH_END,
    text: (sql, p) =>
      sql`select ${withEnd(sql)} where g.id = ${p.id} and g.board_id = ${p.boardId} ${forReference(sql)}`
  })
  const first = queryOne(db, "BoardRepository.firstGroup", {
    given: board,
    result: GROUP_WITH_END,
    text: (sql, p) => sql`select ${withEnd(sql)} where g.board_id = ${p.boardId} order by g.rank, g.id limit 1`
  })
  const lastRank = queryOne(db, "BoardRepository.lastGroupRank", {
    given: board,
    result: RANK,
    text: (sql, p) =>
      sql`select rank from boardwright_group where board_id = ${p.boardId} order by rank desc, id desc limit 1`
  })
  return {
    insertGroup: (boardId, group) => insert({ ...group, boardId }),
    findGroup: (boardId, id) => find({ boardId, id }),
    holdGroup: (boardId, id) => hold({ boardId, id }),
    firstGroup: (boardId) => first({ boardId }),
    lastGroupRank: (boardId) => Effect.map(lastRank({ boardId }), rankOf)
  }
}
