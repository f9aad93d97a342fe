import { type Board, type Change, Search, type Ports, type Task } from "@boardwright/core"
import { type Context, Effect, Option } from "effect"
import { positionOf } from "./changeLists.js"
import { count, flag, nullable, number, text } from "./codecs.js"
import type { Database } from "./Database.js"
import { FEED_HEAD, RANK } from "./entities.js"
import { FEED } from "./feedEpoch.js"
import { hasUnplaced, selectHead } from "./placeChanges.js"
import { searchTexts } from "./searchTexts.js"
import { command, forUpdate, query, queryOne } from "./statement.js"

type Db = Context.Tag.Service<Database>

/** The id of the one row of `boardwright_search`. */
const ROW = "search"
const OPERATION = "SearchIndex.update"

const BOARD = { boardId: text<Board.BoardId>(), afterRank: RANK.rank, afterId: text<Task.TaskId>() }

const statements = (db: Db) => ({
  head: queryOne(db, OPERATION, {
    given: { feed: text() },
    result: { ...FEED_HEAD, indexed: nullable(count), hasBoards: flag, hasUnplaced: flag },
    text: (sql, p) => sql`select (select position from boardwright_search) as "indexed",
      ${hasUnplaced(sql)} as "hasUnplaced", exists (select 1 from boardwright_search_board) as "hasBoards", ${selectHead(sql, p.feed)}`
  }),
  lock: queryOne(db, OPERATION, {
    given: { id: text() },
    result: { indexed: count },
    text: (sql, p) => sql`select position as "indexed" from boardwright_search where id = ${p.id} ${forUpdate(sql)}`
  }),
  begin: command(db, OPERATION, {
    given: { id: text() },
    text: (sql, p) =>
      sql`insert into boardwright_search (id, position) values (${p.id}, -1) on conflict (id) do nothing`
  }),
  advance: command(db, OPERATION, {
    given: { id: text(), position: count },
    text: (sql, p) => sql`update boardwright_search set position = ${p.position} where id = ${p.id}`
  }),
  addBoards: command(db, OPERATION, {
    given: { all: number },
    heavy: true,
    text: (sql, p) => sql`insert into boardwright_search_board (board_id, after_rank, after_id)
      select id, '', '' from boardwright_board where 1 = ${p.all} on conflict (board_id) do nothing`
  }),
  addBoard: command(db, OPERATION, {
    given: { boardId: BOARD.boardId },
    text: (sql, p) => sql`insert into boardwright_search_board (board_id, after_rank, after_id)
      select id, '', '' from boardwright_board where id = ${p.boardId} on conflict (board_id) do nothing`
  }),
  board: queryOne(db, OPERATION, {
    given: { limit: number },
    result: BOARD,
    text: (sql, p) => sql`select board_id as "boardId", after_rank as "afterRank", after_id as "afterId"
      from boardwright_search_board order by board_id limit ${p.limit}`
  }),
  tasks: query(db, OPERATION, {
    given: { ...BOARD, limit: number },
    result: { id: text<Task.TaskId>(), ...RANK },
    text: (sql, p) => sql`select id as "id", rank as "rank" from boardwright_task
      where board_id = ${p.boardId} and (rank, id) > (${p.afterRank}, ${p.afterId}) order by rank, id limit ${p.limit}`
  }),
  advanceBoard: command(db, OPERATION, {
    given: BOARD,
    text: (sql, p) => sql`update boardwright_search_board set after_rank = ${p.afterRank}, after_id = ${p.afterId}
      where board_id = ${p.boardId}`
  }),
  removeBoard: command(db, OPERATION, {
    given: { boardId: BOARD.boardId },
    text: (sql, p) => sql`delete from boardwright_search_board where board_id = ${p.boardId}`
  }),
  changes: query(db, OPERATION, {
    given: { after: count, limit: number },
    result: {
      position: count,
      type: text<Change.ChangeType>(),
      boardId: nullable(BOARD.boardId),
      taskId: nullable(BOARD.afterId),
      subjectId: text(),
      isText: flag
    },
    text: (sql, p) => {
      const position = positionOf(sql)
      const fields = sql.onDialectOrElse({ pg: () => sql`fields::text`, orElse: () => sql`fields` })
      return sql`select ${position} as "position", type as "type", board_id as "boardId", task_id as "taskId",
        subject_id as "subjectId", case type
          when 'task.updated' then (${fields} like '%"name":%' or ${fields} like '%"description":%')
          when 'task.moved' then exists (select 1 from boardwright_search_board)
          else true end as "isText"
        from boardwright_change where ${position} > ${p.after} order by ${position} limit ${p.limit}`
    }
  })
})

/** Indexes what the next changes named, and then tasks of boards of which all texts are to be indexed. */
export const updateSearch = (db: Db): Effect.Effect<boolean, Ports.StorageUnavailable> => {
  const sql = statements(db)
  const index = searchTexts(db)

  const indexChanges = Effect.fnUntraced(function* (indexed: number) {
    const changes = yield* sql.changes({ after: indexed, limit: Search.INDEX_STEP })
    const last = changes.at(-1)
    if (last === undefined) return false
    const tasks = new Set<Task.TaskId>()
    const moved = new Set<Task.TaskId>()
    const comments = new Set<string>()
    for (const { boardId, isText, subjectId, taskId, type } of changes) {
      if (type === "board.created" && boardId !== null) yield* sql.addBoard({ boardId })
      if (taskId === null || !isText) continue
      if (type === "comment.created" || type === "comment.updated") comments.add(subjectId)
      // A move changes what is left of a board that is indexed in the order of its tasks.
      if (["task.created", "task.updated", "task.moved", "task.restored", "task.transferred"].includes(type))
        tasks.add(taskId)
      if (type === "task.transferred") moved.add(taskId)
    }
    yield* index.indexTasks([...tasks])
    yield* index.indexComments([...comments])
    yield* index.indexCommentsOf([...moved])
    yield* sql.advance({ id: ROW, position: last.position })
    return changes.length === Search.INDEX_STEP
  })

  /** Indexes the next tasks of a board, and returns their number. */
  const indexBoard = Effect.gen(function* () {
    const board = yield* sql.board({ limit: 1 })
    if (Option.isNone(board)) return null
    const { boardId } = board.value
    const tasks = yield* sql.tasks({ ...board.value, limit: Search.INDEX_STEP })
    const ids = tasks.map(({ id }) => id)
    yield* index.indexTasks(ids)
    yield* index.indexCommentsOf(ids)
    const last = tasks.at(-1)
    if (last === undefined || tasks.length < Search.INDEX_STEP) yield* sql.removeBoard({ boardId })
    else yield* sql.advanceBoard({ boardId, afterRank: last.rank, afterId: last.id })
    return tasks.length
  })

  const indexBoards = Effect.gen(function* () {
    // A board counts as a task, since most may have none.
    for (let indexed = 0; indexed < Search.INDEX_STEP; indexed++) {
      const tasks = yield* indexBoard
      if (tasks === null) return false
      indexed += tasks
    }
    return true
  })

  const step = Effect.fnUntraced(function* (start: number, position: number) {
    yield* sql.begin({ id: ROW })
    const { indexed } = Option.getOrThrow(yield* sql.lock({ id: ROW }))
    if (indexed < start) {
      // At first, or after changes were removed that were not indexed.
      yield* sql.addBoards({ all: 1 })
      yield* sql.advance({ id: ROW, position: indexed === -1 ? position : start })
      return true
    }
    if (indexed < position && (yield* indexChanges(indexed))) return true
    return yield* indexBoards
  })

  return Effect.gen(function* () {
    const head = Option.getOrThrow(yield* sql.head({ feed: FEED }))
    const { hasBoards, indexed, position, start } = head
    if (yield* db.inTransaction) return indexed === null || hasBoards
    if (indexed !== null && indexed >= position && !hasBoards) return head.hasUnplaced
    return (yield* db.atomic(step(start, position))) || head.hasUnplaced
  })
}
