import { type Board, Search, type Task, type Workspace } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import type { Context } from "effect"
import { boardsReadableBy } from "./boardAccess.js"
import { nullable, text, timestamp } from "./codecs.js"
import type { Database } from "./Database.js"
import { USER } from "./searchTexts.js"
import { type Place, type Places, query } from "./statement.js"
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
export const NARROWED = 300

/** Selects the ids of boards that the user can read, of which an API token is limited to places. */
const boardsOf = (sql: Statement.Constructor, p: Places<typeof WHERE>, isUser: boolean, isPlaced: boolean) =>
  sql`select b.id from boardwright_board b where b.deletion_id is null
    and (b.id = ${p.boardId} or '' = ${p.boardId}) and (b.workspace_id = ${p.workspaceId} or '' = ${p.workspaceId})
    and ${isUser ? sql`b.id in ${boardsReadableBy(sql, p.userId)}` : sql`1 = 1`}
    and ${isPlaced ? isInPlaces(sql, p, "b.id", "b.workspace_id") : sql`1 = 1`}`

/**
 * What follows "from" to select entries `e` with their tasks `t` on the boards, the last ones first. `words` are looked up in the index;
 * what it finds has also the `others`. Both are as each database writes them.
 */
export type Entries = (
  sql: Statement.Constructor,
  p: { readonly words: Place; readonly others: Place },
  boards: Statement.Fragment
) => Statement.Fragment

/** The statements about the boards that a user can read, of which an API token is limited to places. */
export const searchStatements = (db: Db, isUser: boolean, isPlaced: boolean) => ({
  /** At most one more than `NARROWED`. */
  boards: query(db, "SearchIndex.find", {
    given: WHERE,
    result: { id: FOUND.boardId },
    text: (sql, p) => sql`${boardsOf(sql, p, isUser, isPlaced)} limit ${sql.literal(String(NARROWED + 1))}`
  }),
  find: (entries: Entries) =>
    query(db, "SearchIndex.find", {
      given: { ...WHERE, words: text(), others: text() },
      result: FOUND,
      heavy: true,
      long: true,
      text: (sql, p) => {
        const boards = boardsOf(sql, p, isUser, isPlaced)
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
