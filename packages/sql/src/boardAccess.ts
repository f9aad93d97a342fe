import type { Access } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { text, type ValuesOf } from "./columns.js"
import { BOARD, WORKSPACE } from "./rows.js"

/** How a user stands to a board, as `boardAccess` answers it. */
export const BOARD_ACCESS = {
  boardId: BOARD.id,
  workspaceId: WORKSPACE.id,
  ownerId: WORKSPACE.ownerId,
  standing: text<Access.BoardStanding>()
}

/**
 * What a select from a board `b` and its workspace `w` answers of how a user stands to it. A comparison with null holds for
 * no row, so that the operator stands nowhere.
 */
export const boardAccess = (sql: Statement.Constructor, userId: string): Statement.Fragment => sql`
  b.id as "boardId", b.workspace_id as "workspaceId", w.owner_id as "ownerId",
  case when w.owner_id = ${userId} then 'owner' else coalesce(
    (select role from boardwright_member where board_id = b.id and user_id = ${userId}),
    (select role from boardwright_invitation where board_id = b.id and user_id = ${userId} and status = 'pending'),
    'none') end as "standing"`

/** The access alone of a row that has it. */
export const accessOf = (row: ValuesOf<typeof BOARD_ACCESS>): Access.BoardAccess => ({
  boardId: row.boardId,
  workspaceId: row.workspaceId,
  ownerId: row.ownerId,
  standing: row.standing
})
