import type { Board } from "@boardwright/core"
import { type Context, Effect } from "effect"
import { boardsSharedWithOrOwnedBy } from "./boardAccess.js"
import { flag } from "./codecs.js"
import type { Database } from "./Database.js"
import { BOARD, MEMBER } from "./entities.js"
import { membersOf } from "./membersOf.js"
import { forUpdate, query } from "./statement.js"

type Db = Context.Tag.Service<Database>
type Members = Pick<
  Context.Tag.Service<Board.BoardRepository>,
  "putMember" | "members" | "membersIn" | "lockOf" | "removeMember"
>

/** The part of the board repository that stores members. */
export const boardMembers = (db: Db): Members => {
  const listIn = query(db, "BoardRepository.membersIn", {
    given: { workspaceId: BOARD.workspaceId, trash: flag },
    result: { userId: MEMBER.userId },
    text: (sql, p) => sql`select m.user_id as "userId" from boardwright_member m
      join boardwright_board b on b.id = m.board_id
      where b.workspace_id = ${p.workspaceId} and (b.deletion_id is null or ${p.trash})
      union select user_id from boardwright_workspace_member where workspace_id = ${p.workspaceId}`
  })
  const lock = query(db, "BoardRepository.lockOf", {
    given: { userId: MEMBER.userId },
    result: { boardId: BOARD.id, workspaceId: BOARD.workspaceId },
    text: (sql, p) => sql`select id as "boardId", workspace_id as "workspaceId" from boardwright_board
      where deletion_id is null and id in ${boardsSharedWithOrOwnedBy(sql, p.userId)}
      order by id ${forUpdate(sql)}`
  })
  // On its own: a statement that waited for a lock does not see the roles that were given meanwhile.
  const roles = query(db, "BoardRepository.lockOf", {
    given: { userId: MEMBER.userId },
    result: { boardId: BOARD.id, role: MEMBER.role },
    text: (sql, p) =>
      sql`select board_id as "boardId", role as "role" from boardwright_member where user_id = ${p.userId}`
  })
  return {
    ...membersOf(db, "BoardRepository", { table: "boardwright_member", column: "board_id", id: BOARD.id }),
    membersIn: (workspaceId, { trash } = { trash: false }) =>
      Effect.map(listIn({ workspaceId, trash }), (rows) => rows.map(({ userId }) => userId)),
    lockOf: (userId) =>
      Effect.gen(function* () {
        const boards = yield* lock({ userId })
        const held = new Map((yield* roles({ userId })).map(({ boardId, role }) => [boardId, role]))
        return boards.map((board) => ({ ...board, role: held.get(board.boardId) ?? null }))
      })
  }
}
