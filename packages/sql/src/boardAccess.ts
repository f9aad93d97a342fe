import type { Access } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { text } from "./columns.js"
import { BOARD, WORKSPACE } from "./rows.js"

/** How a user stands to the board of a row, as `standingOn` answers it. */
export const STANDING = {
  workspaceId: WORKSPACE.id,
  ownerId: WORKSPACE.ownerId,
  standing: text<Access.BoardStanding>()
}

/** The same with the board, as `boardAccess` answers it. */
export const BOARD_ACCESS = { boardId: BOARD.id, ...STANDING }

/**
 * What a select from a board `b` and its workspace `w` answers of how a user stands to it. A comparison with null holds for
 * no row, so that the operator stands nowhere.
 */
export const standingOn = (sql: Statement.Constructor, userId: string): Statement.Fragment => sql`
  b.workspace_id as "workspaceId", w.owner_id as "ownerId",
  case when w.owner_id = ${userId} then 'owner' else coalesce(
    (select role from boardwright_member where board_id = b.id and user_id = ${userId}),
    (select role from boardwright_invitation where board_id = b.id and user_id = ${userId} and status = 'pending'),
    'none') end as "standing"`

/** The same with the board. */
export const boardAccess = (sql: Statement.Constructor, userId: string): Statement.Fragment =>
  sql`b.id as "boardId", ${standingOn(sql, userId)}`

/** The access alone of a row that has it. */
export const accessOf = ({ boardId, ownerId, standing, workspaceId }: Access.BoardAccess): Access.BoardAccess => ({
  boardId,
  workspaceId,
  ownerId,
  standing
})
