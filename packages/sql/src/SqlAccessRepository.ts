import { Access } from "@boardwright/core"
import { Effect, Layer } from "effect"
import { BOARD_ACCESS, boardsSharedWith, selectAccess } from "./boardAccess.js"
import { nullable, text } from "./codecs.js"
import { Database } from "./Database.js"
import { BOARD, MEMBER, TASK, WORKSPACE } from "./entities.js"
import { queryOne } from "./statement.js"

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
      case when w.owner_id = ${p.userId} then 'owner'
        when exists (select 1 from boardwright_board
          where workspace_id = w.id and id in ${boardsSharedWith(sql, p.userId)}) then 'shared'
        else 'none' end as "standing"
      from boardwright_workspace w where w.id = ${p.id}`
  })
  const board = queryOne(db, "AccessRepository.board", {
    batched: true,
    given: { id: BOARD.id, ...user },
    result: BOARD_ACCESS,
    text: (sql, p) => sql`select ${selectAccess(sql, p.userId)}
      from boardwright_board b join boardwright_workspace w on w.id = b.workspace_id where b.id = ${p.id}`
  })
  const task = queryOne(db, "AccessRepository.task", {
    batched: true,
    given: { id: TASK.id, ...user },
    result: BOARD_ACCESS,
    text: (sql, p) => sql`select ${selectAccess(sql, p.userId)}
      from boardwright_task t join boardwright_board b on b.id = t.board_id
      join boardwright_workspace w on w.id = b.workspace_id where t.id = ${p.id}`
  })

  return Access.AccessRepository.of({
    workspace: (id, userId) => workspace({ id, userId }),
    board: (id, userId) => board({ id, userId }),
    task: (id, userId) => task({ id, userId })
  })
})

/** Looks up each access with one statement. */
export const layer: Layer.Layer<Access.AccessRepository, never, Database> = Layer.effect(Access.AccessRepository, make)
