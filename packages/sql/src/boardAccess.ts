import type { Access } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { text } from "./codecs.js"
import { BOARD, WORKSPACE } from "./entities.js"
import type { Place } from "./statement.js"

/** The columns of `selectStanding`. */
export const STANDING = {
  workspaceId: WORKSPACE.id,
  ownerId: WORKSPACE.ownerId,
  standing: text<Access.BoardStanding>()
}

/** The columns of `selectAccess`. */
export const BOARD_ACCESS = { boardId: BOARD.id, ...STANDING }

/** An expression: a user's role in a workspace `w`, or null. */
export const roleIn = (sql: Statement.Constructor, userId: Place): Statement.Fragment => sql`coalesce(
  (select role from boardwright_workspace_member where workspace_id = w.id and user_id = ${userId}),
  (select role from boardwright_invitation where workspace_id = w.id and user_id = ${userId} and status = 'pending'))`

const roleOnBoard = (sql: Statement.Constructor, userId: Place) => sql`coalesce(
  (select role from boardwright_member where board_id = b.id and user_id = ${userId}),
  (select role from boardwright_invitation where board_id = b.id and user_id = ${userId} and status = 'pending'))`

/** An expression: the first in the alphabet of two texts, or the one that is not null. SQLite's own is null if one of them is. */
const least = (sql: Statement.Constructor, one: Statement.Fragment, other: Statement.Fragment) =>
  sql.onDialectOrElse({
    pg: () => sql`least(${one}, ${other})`,
    orElse: () => sql`(select min(each) from (select ${one} as each union all select ${other}) as both)`
  })

/**
 * An expression: a user's standing on a board `b` of a workspace `w`. A comparison with null matches no row, so the
 * operator's standing is `none`. The names of the roles sort by strength.
 */
export const standingOn = (sql: Statement.Constructor, userId: Place): Statement.Fragment => sql`
  case when w.owner_id = ${userId} then 'owner' else coalesce(${least(sql, roleOnBoard(sql, userId), roleIn(sql, userId))}, 'none') end`

/** Selects a user's standing on a board `b` of a workspace `w`, and its place. */
export const selectStanding = (sql: Statement.Constructor, userId: Place): Statement.Fragment =>
  sql`b.workspace_id as "workspaceId", w.owner_id as "ownerId", ${standingOn(sql, userId)} as "standing"`

/** Selects a board `b` of a workspace `w` and a user's standing on it. */
export const selectAccess = (sql: Statement.Constructor, userId: Place): Statement.Fragment =>
  sql`b.id as "boardId", ${selectStanding(sql, userId)}`

/** Picks the access out of a row that has more. */
export const accessOf = ({ boardId, ownerId, standing, workspaceId }: Access.BoardAccess): Access.BoardAccess => ({
  boardId,
  workspaceId,
  ownerId,
  standing
})

const shared = (sql: Statement.Constructor, userId: Place): Statement.Fragment =>
  sql`select board_id from boardwright_member where user_id = ${userId}
    union all select board_id from boardwright_invitation
      where user_id = ${userId} and status = 'pending' and board_id is not null`

/** A subselect: ids of the boards that are shared with a user, by membership or by a pending invitation. */
export const boardsSharedWith = (sql: Statement.Constructor, userId: Place): Statement.Fragment =>
  sql`(${shared(sql, userId)})`

/** A subselect: ids of the boards that are shared with a user, and of those in the user's own workspaces. */
export const boardsSharedWithOrOwnedBy = (sql: Statement.Constructor, userId: Place): Statement.Fragment =>
  sql`(${shared(sql, userId)} union all select b.id from boardwright_board b
    join boardwright_workspace w on w.id = b.workspace_id where w.owner_id = ${userId})`

/** Selects ids of the workspaces in which a user has a role, or owns them. */
const workspacesOf = (sql: Statement.Constructor, userId: Place): Statement.Fragment =>
  sql`select id from boardwright_workspace where owner_id = ${userId}
    union all select workspace_id from boardwright_workspace_member where user_id = ${userId}
    union all select workspace_id from boardwright_invitation
      where user_id = ${userId} and status = 'pending' and workspace_id is not null`

/** A subselect: ids of the workspaces that a user owns, or is a member of or invited to. */
export const workspacesWithRole = (sql: Statement.Constructor, userId: Place): Statement.Fragment =>
  sql`(${workspacesOf(sql, userId)})`

/** A subselect: ids of the boards that a user can read: shared ones and those in workspaces of the user. */
export const boardsReadableBy = (sql: Statement.Constructor, userId: Place): Statement.Fragment =>
  sql`(${shared(sql, userId)} union all select id from boardwright_board
    where workspace_id in ${workspacesWithRole(sql, userId)})`

/** A subselect: ids of the workspaces that a user manages: owned ones, and as admin, by membership or else by an invitation. */
export const workspacesManagedBy = (sql: Statement.Constructor, userId: Place): Statement.Fragment =>
  sql`(select id from boardwright_workspace where owner_id = ${userId}
    union all select workspace_id from boardwright_workspace_member where user_id = ${userId} and role = 'admin'
    union all select workspace_id from boardwright_invitation i
      where user_id = ${userId} and status = 'pending' and role = 'admin' and workspace_id is not null and not exists (
        select 1 from boardwright_workspace_member m where m.workspace_id = i.workspace_id and m.user_id = i.user_id))`

/**
 * A subselect: ids of the boards that a user manages: as admin, by membership or else by a pending invitation, and those
 * in workspaces that the user manages.
 */
export const boardsManagedBy = (sql: Statement.Constructor, userId: Place): Statement.Fragment =>
  sql`(select board_id from boardwright_member where user_id = ${userId} and role = 'admin'
    union all select board_id from boardwright_invitation i
      where user_id = ${userId} and status = 'pending' and role = 'admin' and board_id is not null
        and not exists (select 1 from boardwright_member m where m.board_id = i.board_id and m.user_id = i.user_id)
    union all select id from boardwright_board where workspace_id in ${workspacesManagedBy(sql, userId)})`

/** A subselect: ids of the workspaces that a user can read: the user's and those with a board shared with the user. */
export const workspacesReadableBy = (sql: Statement.Constructor, userId: Place): Statement.Fragment =>
  sql`(${workspacesOf(sql, userId)}
    union all select workspace_id from boardwright_board
      where deletion_id is null and id in ${boardsSharedWith(sql, userId)})`
