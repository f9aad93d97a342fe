import { type Account, type Archive, type Ports, Values } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { type Context, Effect, Option } from "effect"
import { boardsReadableBy, STANDING, standingOn } from "./boardAccess.js"
import { positionOf } from "./changeLists.js"
import { type Fields, text, type ValuesOf } from "./codecs.js"
import type { Database } from "./Database.js"
import { BOARD, COMMENT, SLICE, TASK, TIME_ENTRY } from "./entities.js"
import { columns, type Places, query, queryOne } from "./statement.js"
import { ASSIGNEES, selectAssignees } from "./listedTask.js"

type Db = Context.Tag.Service<Database>
type Own = Pick<Context.Tag.Service<Archive.ArchiveRepository>, "boardsOf" | "commentsOf" | "timeEntriesOf" | "tasksOf">

const GIVEN = { userId: COMMENT.userId, after: text(), limit: SLICE.limit }
const GIVEN_WINDOW = { ...GIVEN, last: text() }
/** How many rows of all users a statement looks at. */
const WINDOW = 1000
/** After every id. */
const END = "\u{10ffff}"

/**
 * The user's entries, page by page, of boards that the user can read. Comments, time entries and tasks are looked for among those
 * of all users, window by window: an index of each user's own would cost every write, for what is rarely asked.
 */
export const ownEntries = (db: Db): Own => {
  const readable = (sql: Statement.Constructor, p: Places<typeof GIVEN>) =>
    sql`(select id from boardwright_board where deletion_id is null and id in ${boardsReadableBy(sql, p.userId)})`
  const boards = query(db, "ArchiveRepository.boardsOf", {
    given: GIVEN,
    result: {
      id: BOARD.id,
      workspaceId: BOARD.workspaceId,
      name: BOARD.name,
      createdAt: BOARD.createdAt,
      role: STANDING.standing
    },
    text: (
      sql,
      p
    ) => sql`select b.id as "id", b.workspace_id as "workspaceId", b.name as "name", b.created_at as "createdAt",
        ${standingOn(sql, p.userId)} as "role"
      from boardwright_board b join boardwright_workspace w on w.id = b.workspace_id
      where b.deletion_id is null and b.id in ${boardsReadableBy(sql, p.userId)} and b.id > ${p.after}
      order by b.id limit ${p.limit}`
  })
  const windowed = <A>(
    operation: string,
    table: string,
    find: (given: ValuesOf<typeof GIVEN_WINDOW>) => Effect.Effect<ReadonlyArray<A>, Ports.StorageUnavailable>
  ) => {
    const windowEnd = queryOne(db, operation, {
      given: { after: GIVEN.after, offset: SLICE.offset },
      result: { id: text() },
      text: (sql, p) => sql`select id as "id" from ${sql.literal(table)} where id > ${p.after}
        order by id limit 1 offset ${p.offset}`
    })
    return Effect.fnUntraced(function* ({ after, limit, userId }: ValuesOf<typeof GIVEN>) {
      const yieldPoint = yield* Values.makeYieldPoint
      const found: Array<A> = []
      for (let from = after; ;) {
        const end = yield* windowEnd({ after: from, offset: WINDOW - 1 })
        const last = Option.match(end, { onNone: () => END, onSome: ({ id }) => id })
        found.push(...(yield* find({ userId, after: from, last, limit: limit - found.length })))
        if (found.length === limit || last === END) return found
        from = last
        yield* yieldPoint
      }
    })
  }
  const children = <F extends Fields>(operation: string, table: string, fields: F) => {
    const find = query(db, operation, {
      given: GIVEN_WINDOW,
      result: fields,
      text: (sql, p) => sql`select ${columns(sql, fields, "c")} from ${sql.literal(table)} c
        where c.id > ${p.after} and c.id <= ${p.last} and c.user_id = ${p.userId} and exists (
          select 1 from boardwright_task t where t.id = c.task_id and t.deletion_id is null and t.board_id in ${readable(sql, p)})
        order by c.id limit ${p.limit}`
    })
    return windowed(operation, table, find)
  }
  const comments = children("ArchiveRepository.commentsOf", "boardwright_comment", COMMENT)
  const timeEntries = children("ArchiveRepository.timeEntriesOf", "boardwright_time_entry", TIME_ENTRY)
  const tasks = query(db, "ArchiveRepository.tasksOf", {
    given: GIVEN_WINDOW,
    result: { ...TASK, ...ASSIGNEES },
    text: (sql, p) => {
      const position = positionOf(sql)
      // The limit makes PostgreSQL look each task's creation up; without it, it reads all changes.
      const isCreator = sql`select case when c.actor_id = ${p.userId} then 1 else 0 end from boardwright_change c
        where c.task_id = t.id and c.${position} is not null and c.type = 'task.created' order by c.${position} limit 1`
      return sql`select ${columns(sql, TASK, "t")}, ${selectAssignees(sql)} from boardwright_task t
      where t.id > ${p.after} and t.id <= ${p.last} and t.deletion_id is null and t.board_id in ${readable(sql, p)} and (
        exists (select 1 from boardwright_task_assignee o where o.task_id = t.id and o.user_id = ${p.userId})
        or (${isCreator}) = 1)
      order by t.id limit ${p.limit}`
    }
  })
  const of =
    <A>(find: (given: { userId: Account.UserId; after: string; limit: number }) => A) =>
    (userId: Account.UserId, after: string, limit: number): A =>
      find({ userId, after, limit })
  return {
    boardsOf: of(boards),
    commentsOf: of(comments),
    timeEntriesOf: of(timeEntries),
    tasksOf: of(windowed("ArchiveRepository.tasksOf", "boardwright_task", tasks))
  }
}
