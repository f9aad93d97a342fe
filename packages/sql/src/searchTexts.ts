import { type Account, type Board, Search, type Task, Values } from "@boardwright/core"
import { type Context, Effect } from "effect"
import { json, nullable, text } from "./codecs.js"
import type { Database } from "./Database.js"
import { isOneOf } from "./jsonLists.js"
import { command, query } from "./statement.js"

type Db = Context.Tag.Service<Database>

/** The parameter of statements about several rows. */
export const IDS = { ids: json<ReadonlyArray<string>>() }

/** A word of the index that stands for a board, and is no word of a text. */
export const boardWord = (id: string): string => `¦${id.toLowerCase().replace(/[^a-z0-9]/g, "¦")}`

const TASK_TEXT = {
  taskId: text<Task.TaskId>(),
  boardId: text<Board.BoardId>(),
  name: text(),
  text: text()
}
const COMMENT_TEXT = { ...TASK_TEXT, commentId: text() }
/** The task, the comment and the words of an entry. */
type EntryRow = readonly [string, string | null, string]
const ENTRIES = { entries: json<ReadonlyArray<EntryRow>>() }

/** At so many characters of words SQLite stores them, before the event loop is blocked for long. */
const MOST_LENGTH = 4_000

interface Entry {
  readonly taskId: string
  readonly commentId: string | null
  readonly boardId: string
  readonly texts: ReadonlyArray<string>
}

/** Prepares the statements that index tasks and comments, in place of what was indexed of them. */
export const searchTexts = (db: Db) => {
  const operation = "SearchIndex.update"
  const readTasks = query(db, operation, {
    given: IDS,
    result: TASK_TEXT,
    text: (sql, p) => sql`select t.id as "taskId", t.board_id as "boardId", t.name as "name", t.description as "text"
      from boardwright_task t where ${isOneOf(sql, "t.id", p.ids)}`
  })
  const readComments = (column: "id" | "task_id") =>
    query(db, operation, {
      given: IDS,
      result: COMMENT_TEXT,
      heavy: true,
      text: (sql, p) => sql`select c.id as "commentId", c.task_id as "taskId", t.board_id as "boardId", '' as "name",
        c.content as "text" from boardwright_comment c join boardwright_task t on t.id = c.task_id
        where ${isOneOf(sql, `c.${column}`, p.ids)}`
    })
  const [commentsById, commentsOfTasks] = [readComments("id"), readComments("task_id")]
  const removeTasks = command(db, operation, {
    given: IDS,
    text: (sql, p) => sql`delete from boardwright_search_entry
      where comment_id is null and ${isOneOf(sql, "task_id", p.ids)}`
  })
  const removeComments = command(db, operation, {
    given: IDS,
    text: (sql, p) => sql`delete from boardwright_search_entry where ${isOneOf(sql, "comment_id", p.ids)}`
  })
  const insertEntries = command(db, operation, {
    given: ENTRIES,
    text: (sql, p) =>
      sql.onDialectOrElse({
        pg: () => sql`insert into boardwright_search_entry (task_id, comment_id, words)
          select e ->> 0, e ->> 1, array_to_tsvector(string_to_array(e ->> 2, ' '))
          from json_array_elements(${p.entries}::json) e`,
        orElse: () => sql`insert into boardwright_search_entry (task_id, comment_id)
          select value ->> 0, value ->> 1 from json_each(${p.entries})`
      })
  })
  const insertWords =
    db.dialect === "pg"
      ? null
      : command(db, operation, {
          given: ENTRIES,
          text: (sql, p) => sql`insert into boardwright_search_text (rowid, words)
            select e.id, j.value ->> 2 from json_each(${p.entries}) j
            join boardwright_search_entry e on e.task_id = j.value ->> 0 and e.comment_id is (j.value ->> 1)`
        })

  const insert = Effect.fnUntraced(function* (entries: ReadonlyArray<EntryRow>) {
    yield* insertEntries({ entries })
    if (insertWords !== null) yield* insertWords({ entries })
  })

  const store = Effect.fnUntraced(function* (entries: ReadonlyArray<Entry>) {
    const yieldPoint = yield* Values.makeYieldPoint
    let [rows, length]: [Array<EntryRow>, number] = [[], 0]
    for (const { boardId, commentId, taskId, texts } of entries) {
      const words = [...Search.wordsOf(...texts), boardWord(boardId)].join(" ")
      rows.push([taskId, commentId, words])
      length += words.length
      if (rows.length === Search.INDEX_STEP || (insertWords !== null && length >= MOST_LENGTH)) {
        yield* insert(rows)
        ;[rows, length] = [[], 0]
      }
      yield* yieldPoint
    }
    if (rows.length > 0) yield* insert(rows)
  })

  const indexTasks = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    if (ids.length === 0) return
    yield* removeTasks({ ids })
    const found = yield* readTasks({ ids })
    yield* store(found.map(({ name, text, ...of }) => ({ ...of, commentId: null, texts: [name, text] })))
  })
  const storeComments = Effect.fnUntraced(function* (found: Effect.Effect.Success<ReturnType<typeof commentsById>>) {
    if (found.length === 0) return
    yield* removeComments({ ids: found.map(({ commentId }) => commentId) })
    yield* store(found.map(({ name: _, text, ...of }) => ({ ...of, texts: [text] })))
  })
  const indexComments = (ids: ReadonlyArray<string>) =>
    ids.length === 0 ? Effect.void : Effect.flatMap(commentsById({ ids }), storeComments)
  const indexCommentsOf = (ids: ReadonlyArray<string>) =>
    ids.length === 0 ? Effect.void : Effect.flatMap(commentsOfTasks({ ids }), storeComments)

  return { indexTasks, indexComments, indexCommentsOf }
}

export const USER = { userId: nullable(text<Account.UserId>()) }
