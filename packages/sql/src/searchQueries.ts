import { type Board, Search, type Task, type Workspace } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { type Context, Effect } from "effect"
import { boardsReadableBy } from "./boardAccess.js"
import { nullable, text, timestamp } from "./codecs.js"
import type { Database } from "./Database.js"
import { boardWord, USER } from "./searchTexts.js"
import { type Places, query } from "./statement.js"
import { isInPlaces, PLACES, placesOf } from "./tokenPlaces.js"

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

/** Selects the ids of boards that the user can read, of which an API token is limited to places. */
const boardsOf = (sql: Statement.Constructor, p: Places<typeof WHERE>, isUser: boolean, isPlaced: boolean) =>
  sql`select b.id from boardwright_board b where b.deletion_id is null
    and (b.id = ${p.boardId} or '' = ${p.boardId}) and (b.workspace_id = ${p.workspaceId} or '' = ${p.workspaceId})
    and ${isUser ? sql`b.id in ${boardsReadableBy(sql, p.userId)}` : sql`1 = 1`}
    and ${isPlaced ? isInPlaces(sql, p, "b.id", "b.workspace_id") : sql`1 = 1`}`

const queriesFor = (db: Db, isUser: boolean, isPlaced: boolean) => ({
  boards: query(db, "SearchIndex.find", {
    given: WHERE,
    result: { id: FOUND.boardId },
    text: (sql, p) => sql`${boardsOf(sql, p, isUser, isPlaced)} limit ${sql.literal(String(NARROWED + 1))}`
  }),
  entries: query(db, "SearchIndex.find", {
    given: { ...WHERE, words: text(), others: text() },
    result: FOUND,
    heavy: true,
    text: (sql, p) => {
      const from = sql.onDialectOrElse({
        // The words that many texts have are looked for in what the others found, not in the index.
        pg: () => sql`boardwright_search_entry e join boardwright_task t on t.id = e.task_id
          left join boardwright_comment c on c.id = e.comment_id
          where e.words @@ ${p.words}::tsquery and (e.words || ''::tsvector) @@ ${p.others}::tsquery`,
        orElse: () => sql`boardwright_search_text x cross join boardwright_search_entry e on e.id = x.rowid
          cross join boardwright_task t on t.id = e.task_id left join boardwright_comment c on c.id = e.comment_id
          where boardwright_search_text match (${p.words} || ${p.others})`
      })
      const order = sql.onDialectOrElse({ pg: () => sql`e.id`, orElse: () => sql`x.rowid` })
      return sql`select e.task_id as "taskId", e.comment_id as "commentId", t.board_id as "boardId", t.name as "name",
        case when e.comment_id is null then t.updated_at else coalesce(c.edited_at, c.created_at) end as "updatedAt"
        from ${from} and t.deletion_id is null and t.board_id in (${boardsOf(sql, p, isUser, isPlaced)})
        order by ${order} desc limit ${sql.literal(String(Search.MAX_RANKED))}`
    }
  })
})

/** The words as each database writes a condition on its index. */
const conditionsOf = (db: Db, words: ReadonlyArray<string>, boards: ReadonlyArray<string>) => {
  const isPg = db.dialect === "pg"
  const begins = (word: string) => (isPg ? `'${word}':*` : `"${word}" *`)
  const and = isPg ? " & " : " AND "
  const within = boards.map((id) => (isPg ? `'${boardWord(id)}'` : `"${boardWord(id)}"`)).join(isPg ? " | " : " OR ")
  const narrowed = boards.length === 0 ? [] : [`(${within})`]
  const selective = words.filter(Search.isSelective)
  // Where no word is selective, the board is.
  const first = !isPg || (selective.length === 0 && boards.length === 0) ? words : selective
  const others = words.filter((word) => !first.includes(word))
  return {
    words: [...first.map(begins), ...narrowed].join(and),
    // No word is a broken bar alone.
    others: isPg && others.length === 0 ? "!'¦'" : others.map(begins).join(and)
  }
}

/** Finds what has the words, in the boards that the user can read at that time. */
export const searchQueries = (db: Db): Context.Tag.Service<Search.SearchIndex>["find"] => {
  const all = [
    [queriesFor(db, false, false), queriesFor(db, false, true)],
    [queriesFor(db, true, false), queriesFor(db, true, true)]
  ] as const
  return Effect.fnUntraced(function* ({ boardId, places, userId, words, workspaceId }) {
    const { boards, entries } = all[userId === null ? 0 : 1][places === null ? 0 : 1]
    const where = {
      userId,
      ...placesOf(places ?? []),
      boardId: boardId ?? ("" as Board.BoardId),
      workspaceId: workspaceId ?? ("" as Workspace.WorkspaceId)
    }
    const found = yield* boards(where)
    if (found.length === 0) return []
    const narrowed = found.length > NARROWED ? [] : found.map(({ id }) => id)
    return yield* entries({ ...where, ...conditionsOf(db, words, narrowed) })
  })
}
