import { Access } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { Effect, Layer } from "effect"
import { BOARD_ACCESS, boardsSharedWith, roleIn, selectAccess } from "./boardAccess.js"
import { nullable, text } from "./codecs.js"
import { Database } from "./Database.js"
import { BOARD, MEMBER, TASK, WORKSPACE } from "./entities.js"
import { fromTask } from "./findTask.js"
import { type Place, query, queryOne } from "./statement.js"

const user = { userId: nullable(MEMBER.userId) }
const WORKSPACE_ACCESS = {
  workspaceId: WORKSPACE.id,
  ownerId: WORKSPACE.ownerId,
  standing: text<Access.WorkspaceStanding>()
}

const make = Effect.map(Database, (db) => {
  const workspace = queryOne(db, "AccessRepository.workspace", {
    batched: true,
    given: { id: WORKSPACE.id, ...user },
    result: WORKSPACE_ACCESS,
    text: (sql, p) => sql`select w.id as "workspaceId", w.owner_id as "ownerId",
      case when w.owner_id = ${p.userId} then 'owner' else coalesce(${roleIn(sql, p.userId)},
        case when exists (select 1 from boardwright_board
          where workspace_id = w.id and deletion_id is null and id in ${boardsSharedWith(sql, p.userId)}) then 'shared'
        else 'none' end) end as "standing"
      from boardwright_workspace w where w.id = ${p.id}`
  })
  const board = queryOne(db, "AccessRepository.board", {
    batched: true,
    given: { id: BOARD.id, ...user },
    result: BOARD_ACCESS,
    text: (sql, p) => sql`select ${selectAccess(sql, p.userId)}
      from boardwright_board b join boardwright_workspace w on w.id = b.workspace_id
      where b.id = ${p.id} and b.deletion_id is null`
  })
  const task = queryOne(db, "AccessRepository.task", {
    batched: true,
    given: { id: TASK.id, ...user },
    result: BOARD_ACCESS,
    text: (sql, p) => sql`select ${selectAccess(sql, p.userId)} ${fromTask(sql, p.id)}`
  })

  /** The workspace with this id, or that of the board with this id. */
  const place = (sql: Statement.Constructor, id: Place) => sql`(select id from boardwright_workspace where id = ${id}
    union all select workspace_id from boardwright_board where id = ${id} and deletion_id is null)`

  const readers = (operation: string, of: (sql: Statement.Constructor, id: Place) => Statement.Fragment) => {
    const find = query(db, operation, {
      heavy: true,
      given: { id: text() },
      result: { userId: MEMBER.userId },
      text: (sql, p) => sql`
        with board as (select b.id from boardwright_board b where ${of(sql, p.id)} and b.deletion_id is null)
        select owner_id as "userId" from boardwright_workspace where id = ${p.id}
        union select w.owner_id from boardwright_board b join boardwright_workspace w on w.id = b.workspace_id
          where b.id = ${p.id} and b.deletion_id is null
        union select user_id from boardwright_member where board_id in (select id from board)
        union select user_id from boardwright_invitation
          where board_id in (select id from board) and status = 'pending' and user_id <> id
        union select user_id from boardwright_workspace_member where workspace_id in ${place(sql, p.id)}
        union select user_id from boardwright_invitation
          where workspace_id in ${place(sql, p.id)} and status = 'pending' and user_id <> id`
    })
    return (id: string) => Effect.map(find({ id }), (rows) => rows.map(({ userId }) => userId))
  }

  return Access.AccessRepository.of({
    workspace: (id, userId) => workspace({ id, userId }),
    board: (id, userId) => board({ id, userId }),
    task: (id, userId) => task({ id, userId }),
    readersOfBoard: readers("AccessRepository.readersOfBoard", (sql, id) => sql`b.id = ${id}`),
    readersOfWorkspace: readers("AccessRepository.readersOfWorkspace", (sql, id) => sql`b.workspace_id = ${id}`)
  })
})

/** Looks up each access with one statement. */
export const layer: Layer.Layer<Access.AccessRepository, never, Database> = Layer.effect(Access.AccessRepository, make)
