import type { Board } from "@boardwright/core"
import { type Context, Effect } from "effect"
import { boardsSharedWith } from "./boardAccess.js"
import { nullable, timestamp } from "./codecs.js"
import type { Database } from "./Database.js"
import { BOARD, MEMBER } from "./entities.js"
import { byColumn, columns, command, forUpdate, query } from "./statement.js"

type Db = Context.Tag.Service<Database>
type Members = Pick<
  Context.Tag.Service<Board.BoardRepository>,
  "putMember" | "members" | "membersIn" | "lockJoined" | "removeMember"
>

const board = { boardId: BOARD.id }
const MEMBERSHIP = { ...board, ...MEMBER, joinedAt: timestamp }

/** The part of the board repository that stores members. */
export const boardMembers = (db: Db): Members => {
  const put = command(db, "BoardRepository.putMember", {
    given: MEMBERSHIP,
    text: (sql) => sql`insert into boardwright_member ${sql.insert(byColumn(MEMBERSHIP))}
      on conflict (board_id, user_id) do update set role = excluded.role`
  })
  const list = query(db, "BoardRepository.members", {
    given: board,
    result: MEMBER,
    text: (sql, p) => sql`select ${columns(sql, MEMBER)} from boardwright_member
      where board_id = ${p.boardId} order by joined_at, user_id`
  })
  const listIn = query(db, "BoardRepository.membersIn", {
    given: { workspaceId: BOARD.workspaceId },
    result: { userId: MEMBER.userId },
    text: (sql, p) => sql`select m.user_id as "userId" from boardwright_member m
      join boardwright_board b on b.id = m.board_id
      where b.workspace_id = ${p.workspaceId} and b.deletion_id is null
      union select user_id from boardwright_workspace_member where workspace_id = ${p.workspaceId}`
  })
  const lockJoined = query(db, "BoardRepository.lockJoined", {
    given: { userId: MEMBER.userId },
    result: { boardId: BOARD.id, workspaceId: BOARD.workspaceId, role: nullable(MEMBER.role) },
    text: (sql, p) => sql`select id as "boardId", workspace_id as "workspaceId", (
        select role from boardwright_member m where m.board_id = boardwright_board.id and m.user_id = ${p.userId}) as "role"
      from boardwright_board where deletion_id is null and id in ${boardsSharedWith(sql, p.userId)}
      order by id ${forUpdate(sql)}`
  })
  const remove = command(db, "BoardRepository.removeMember", {
    given: { ...board, userId: MEMBER.userId },
    text: (sql, p) => sql`delete from boardwright_member where board_id = ${p.boardId} and user_id = ${p.userId}`
  })
  return {
    putMember: (boardId, member, joinedAt) => put({ ...member, boardId, joinedAt }),
    members: (boardId) => list({ boardId }),
    membersIn: (workspaceId) => Effect.map(listIn({ workspaceId }), (rows) => rows.map(({ userId }) => userId)),
    lockJoined: (userId) => lockJoined({ userId }),
    removeMember: (boardId, userId) => remove({ boardId, userId })
  }
}
