import type * as Statement from "@effect/sql/Statement"

const shared = (sql: Statement.Constructor, userId: string): Statement.Fragment =>
  sql`select board_id from boardwright_member where user_id = ${userId}
    union all select board_id from boardwright_invitation where user_id = ${userId} and status = 'pending'`

/** Ids of the boards that a user sees as a member or by a pending invitation. */
export const boardsSeenBy = (sql: Statement.Constructor, userId: string): Statement.Fragment =>
  sql`(${shared(sql, userId)})`

/** Those ids, and those of the boards in the user's own workspaces. */
export const boardsOpenTo = (sql: Statement.Constructor, userId: string): Statement.Fragment =>
  sql`(${shared(sql, userId)} union all select id from boardwright_board
    where workspace_id in (select id from boardwright_workspace where owner_id = ${userId}))`
