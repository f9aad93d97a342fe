import type * as Statement from "@effect/sql/Statement"

/** Ids of the boards that a user sees as a member or by a pending invitation. */
export const boardsSeenBy = (sql: Statement.Constructor, userId: string): Statement.Fragment =>
  sql`(select board_id from boardwright_member where user_id = ${userId}
    union all select board_id from boardwright_invitation where user_id = ${userId} and status = 'pending')`
