import type { Board, Search, Workspace } from "@boardwright/core"
import { type Context, Effect, Option } from "effect"
import type { Database } from "./Database.js"
import { searchInPostgres } from "./searchInPostgres.js"
import { type Entries, type FindWords, type Limits, searchStatements } from "./searchStatements.js"
import { boardWord } from "./searchTexts.js"
import { placesOf } from "./tokenPlaces.js"

type Db = Context.Tag.Service<Database>

/** The index has the entries of each beginning in their order, in which the joins leave them. */
const byIndex: Entries = (sql, p, boards) =>
  sql`boardwright_search_text x
    cross join boardwright_search_entry e on e.id = x.rowid
    cross join boardwright_task t on t.id = e.task_id and t.deletion_id is null
    where boardwright_search_text match ${p.words} and t.board_id in (${boards.ids}) order by x.rowid desc`

const searchInSqlite = ({ find }: ReturnType<typeof searchStatements>): FindWords => {
  const look = find(byIndex)
  return (where, words, boards) => {
    const within = boards.map((id) => `"${boardWord(id)}"`).join(" OR ")
    const conditions = [...words.map((word) => `"${word}" *`), ...(boards.length === 0 ? [] : [`(${within})`])]
    return look({ ...where, words: conditions.join(" AND "), others: "" })
  }
}

const EITHER = [false, true]
const ALL_LIMITS: ReadonlyArray<Limits> = EITHER.flatMap((isUser) =>
  EITHER.flatMap((isPlaced) => EITHER.map((isOnBoard) => ({ isUser, isPlaced, isOnBoard })))
)

/** Finds what has the words, in the boards that the user can read at that time. */
export const searchQueries = (db: Db): Context.Tag.Service<Search.SearchIndex>["find"] => {
  const search = db.dialect === "pg" ? searchInPostgres(db) : searchInSqlite
  const prepare = (limits: Limits) => {
    const statements = searchStatements(db, limits)
    return { boards: statements.boards, find: search(statements) }
  }
  const prepared = new Map(ALL_LIMITS.map((limits) => [JSON.stringify(limits), prepare(limits)]))
  return Effect.fnUntraced(function* ({ boardId, places, userId, words, workspaceId }) {
    const limits = { isUser: userId !== null, isPlaced: places !== null, isOnBoard: boardId !== undefined }
    const { boards, find } = prepared.get(JSON.stringify(limits)) ?? prepare(limits)
    const where = {
      userId,
      ...placesOf(places ?? []),
      boardId: boardId ?? ("" as Board.BoardId),
      workspaceId: workspaceId ?? ("" as Workspace.WorkspaceId)
    }
    const { found, ids } = Option.getOrThrow(yield* boards(where))
    return found === 0 ? [] : yield* find(where, words, ids ?? [])
  })
}
