import type { Account, Archive } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import type { Context } from "effect"
import { boardsReadableBy, STANDING, standingOn } from "./boardAccess.js"
import { type Fields, text } from "./codecs.js"
import type { Database } from "./Database.js"
import { BOARD, COMMENT, SLICE, TASK, TIME_ENTRY } from "./entities.js"
import { among } from "./jsonLists.js"
import { columns, type Places, query } from "./statement.js"
import { ASSIGNEES, selectAssignees } from "./taskLists.js"

type Db = Context.Tag.Service<Database>
type Own = Pick<Context.Tag.Service<Archive.ArchiveRepository>, "boardsOf" | "commentsOf" | "timeEntriesOf" | "tasksOf">

const GIVEN = { userId: COMMENT.userId, after: text(), limit: SLICE.limit }

/** The user's entries, page by page, of boards that the user can read. */
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
  const children = <F extends Fields>(operation: string, table: string, fields: F) =>
    query(db, operation, {
      given: GIVEN,
      result: fields,
      text: (sql, p) => sql`select ${columns(sql, fields, "c")} from ${sql.literal(table)} c
        where c.user_id = ${p.userId} and c.id > ${p.after} and exists (
          select 1 from boardwright_task t where t.id = c.task_id and t.deletion_id is null and t.board_id in ${readable(sql, p)})
        order by c.id limit ${p.limit}`
    })
  const comments = children("ArchiveRepository.commentsOf", "boardwright_comment", COMMENT)
  const timeEntries = children("ArchiveRepository.timeEntriesOf", "boardwright_time_entry", TIME_ENTRY)
  const tasks = query(db, "ArchiveRepository.tasksOf", {
    given: GIVEN,
    result: { ...TASK, ...ASSIGNEES },
    text: (sql, p) => {
      // Each ends at the limit, so that a page of many tasks costs no more than one of few.
      const first = (from: Statement.Fragment) => sql`select id from (
        select distinct o.task_id as id from ${from} and o.task_id > ${p.after} and exists (
          select 1 from boardwright_task where id = o.task_id and deletion_id is null and board_id in ${readable(sql, p)})
        order by o.task_id limit ${p.limit}) as few`
      const assigned = first(sql`boardwright_task_assignee o where o.user_id = ${p.userId}`)
      const created = first(sql`boardwright_change o where o.type = 'task.created' and o.actor_id = ${p.userId}`)
      return sql`select ${columns(sql, TASK, "t")}, ${selectAssignees(sql)} from boardwright_task t
        where ${among(sql, sql`t.id`, sql`${assigned} union ${created}`)} order by t.id limit ${p.limit}`
    }
  })
  const of =
    <A>(find: (given: { userId: Account.UserId; after: string; limit: number }) => A) =>
    (userId: Account.UserId, after: string, limit: number): A =>
      find({ userId, after, limit })
  return { boardsOf: of(boards), commentsOf: of(comments), timeEntriesOf: of(timeEntries), tasksOf: of(tasks) }
}
