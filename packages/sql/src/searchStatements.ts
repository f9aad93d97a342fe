import { type Board, Search, type Task, type Workspace } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import type { Context } from "effect"
import { boardsSharedWith, workspacesWithRole } from "./boardAccess.js"
import { count, json, nullable, text, timestamp } from "./codecs.js"
import type { Database } from "./Database.js"
import { USER } from "./searchTexts.js"
import { type Place, type Places, query, queryOne } from "./statement.js"
import { isInPlaces, PLACES } from "./tokenPlaces.js"

type Db = Context.Tag.Service<Database>

const FOUND = {
  taskId: text<Task.TaskId>(),
  commentId: nullable(text()),
  boardId: text<Board.BoardId>(),
  name: text(),
  updatedAt: timestamp
}

const WHERE = { ...USER, ...PLACES, boardId: text<Board.BoardId>(), workspaceId: text<Workspace.WorkspaceId>() }

/** Most boards by which the index is narrowed; a user with more looks through all of it. */
const NARROWED = 300

/** How a search is limited: each kind has statements of its own, which need no plan by their parameters. */
export interface Limits {
  /** To what a user can read. */
  readonly isUser: boolean
  /** To the places of an API token. */
  readonly isPlaced: boolean
  readonly isOnBoard: boolean
}

/** The boards that are searched. */
export interface Boards {
  /** Selects their ids, each once. */
  readonly ids: Statement.Fragment
  /** A condition: a board `b` is one of them. */
  readonly hasBoard: Statement.Fragment
}

/**
 * When their ids are selected, the boards shared with a user and those of the user's workspaces are apart: together they would be
 * looked for among all boards again.
 */
const boardsOf = (
  sql: Statement.Constructor,
  p: Places<typeof WHERE>,
  { isOnBoard, isPlaced, isUser }: Limits
): Boards => {
  const also = (readable: Statement.Fragment) => sql`b.deletion_id is null and ${readable}
    and ${isOnBoard ? sql`b.id = ${p.boardId}` : sql`1 = 1`}
    and (b.workspace_id = ${p.workspaceId} or '' = ${p.workspaceId})
    and ${isPlaced ? isInPlaces(sql, p, "b.id", "b.workspace_id") : sql`1 = 1`}`
  const select = (readable: Statement.Fragment) => sql`select b.id from boardwright_board b where ${also(readable)}`
  if (!isUser) return { ids: select(sql`1 = 1`), hasBoard: also(sql`1 = 1`) }
  const isShared = sql`b.id in ${boardsSharedWith(sql, p.userId)}`
  const isInOwn = sql`b.workspace_id in ${workspacesWithRole(sql, p.userId)}`
  return {
    ids: sql`${select(isShared)} union all ${select(sql`${isInOwn} and not ${isShared}`)}`,
    hasBoard: also(sql`(${isInOwn} or ${isShared})`)
  }
}

/**
 * What follows "from" to select entries `e` with their tasks `t` on the boards, the last ones first. `words` are looked up in the index;
 * what it finds has also the `others`. Both are as each database writes them.
 */
export type Entries = (
  sql: Statement.Constructor,
  p: { readonly words: Place; readonly others: Place },
  boards: Boards
) => Statement.Fragment

/** The statements of searches with these limits. */
export const searchStatements = (db: Db, limits: Limits) => ({
  /** The number of boards, at most one more than `NARROWED`, and their ids unless there are that many. */
  boards: queryOne(db, "SearchIndex.find", {
    given: WHERE,
    result: { found: count, ids: nullable(json<ReadonlyArray<Board.BoardId>>()) },
    text: (sql, p) => {
      const all = sql.literal(sql.onDialectOrElse({ pg: () => "json_agg(id)", orElse: () => "json_group_array(id)" }))
      const narrowed = sql.literal(String(NARROWED))
      return sql`select count(*) as "found", case when count(*) <= ${narrowed} then ${all} end as "ids"
        from (${boardsOf(sql, p, limits).ids} limit ${narrowed} + 1) as b`
    }
  }),
  find: (entries: Entries) =>
    query(db, "SearchIndex.find", {
      given: { ...WHERE, words: text(), others: text() },
      result: FOUND,
      heavy: true,
      long: true,
      // Its joins are in a fixed order.
      generic: true,
      text: (sql, p) => {
        const boards = boardsOf(sql, p, limits)
        return sql`select f.task_id as "taskId", f.comment_id as "commentId", f.board_id as "boardId", f.name as "name",
          case when f.comment_id is null then f.updated_at else coalesce(c.edited_at, c.created_at) end as "updatedAt"
          from (select e.task_id, e.comment_id, t.board_id, t.name, t.updated_at from ${entries(sql, p, boards)} limit ${sql.literal(String(Search.MAX_RANKED))}) f
          left join boardwright_comment c on c.id = f.comment_id`
      }
    })
})

type Find = ReturnType<ReturnType<typeof searchStatements>["find"]>

/** The user, the places and the condition of a search, as parameters. */
export type Where = Omit<Parameters<Find>[0], "words" | "others">

/** Finds what has every word. If there are `boards`, the user can read no others. */
export type FindWords = (
  where: Where,
  words: ReadonlyArray<string>,
  boards: ReadonlyArray<Board.BoardId>
) => ReturnType<Find>
