import type { Access, Change, Task } from "@boardwright/core"
import type * as Statement from "@effect/sql/Statement"
import { type Context, Effect } from "effect"
import { flag, json, text } from "./codecs.js"
import type { Database } from "./Database.js"
import { BOARD, MEMBER, WORKSPACE } from "./entities.js"
import { isOneOf } from "./jsonLists.js"
import { query } from "./statement.js"

type Repository = Context.Tag.Service<Change.ChangeRepository>

const ids = json<ReadonlyArray<string>>()

/** Pending invitations `i` to a workspace that outrank no membership, as a part of a join. */
const invitedTo = (sql: Statement.Constructor, workspaceId: string): Statement.Fragment => sql`boardwright_invitation i
  on i.workspace_id = ${sql.literal(workspaceId)} and i.status = 'pending' and i.user_id <> i.id and not exists (
    select 1 from boardwright_workspace_member m where m.workspace_id = i.workspace_id and m.user_id = i.user_id)`

/** The part of the change repository that looks up who may read changes. */
export const changeReaders = (db: Context.Tag.Service<Database>): Pick<Repository, "readersOf"> => {
  const ofBoards = query(db, "ChangeRepository.readersOf", {
    given: { ids },
    result: { boardId: BOARD.id, userId: MEMBER.userId, standing: text<Access.BoardStanding>() },
    text: (sql, p) => sql`
      select b.id as "boardId", w.owner_id as "userId", 'owner' as "standing"
        from boardwright_board b join boardwright_workspace w on w.id = b.workspace_id
        where ${isOneOf(sql, "b.id", p.ids)} and b.deletion_id is null
      union all select m.board_id, m.user_id, m.role from boardwright_member m
        join boardwright_board b on b.id = m.board_id and b.deletion_id is null
        where ${isOneOf(sql, "m.board_id", p.ids)}
      union all select i.board_id, i.user_id, i.role from boardwright_invitation i
        join boardwright_board b on b.id = i.board_id and b.deletion_id is null
        where ${isOneOf(sql, "i.board_id", p.ids)} and i.status = 'pending' and i.user_id <> i.id and not exists (
          select 1 from boardwright_member m where m.board_id = i.board_id and m.user_id = i.user_id)
      union all select b.id, m.user_id, m.role from boardwright_board b
        join boardwright_workspace_member m on m.workspace_id = b.workspace_id
        where ${isOneOf(sql, "b.id", p.ids)} and b.deletion_id is null
      union all select b.id, i.user_id, i.role from boardwright_board b
        join ${invitedTo(sql, "b.workspace_id")} where ${isOneOf(sql, "b.id", p.ids)} and b.deletion_id is null`
  })
  const ofWorkspaces = query(db, "ChangeRepository.readersOf", {
    given: { ids },
    result: { workspaceId: WORKSPACE.id, userId: MEMBER.userId, standing: text<Access.WorkspaceStanding>() },
    text: (sql, p) => sql`
      select w.id as "workspaceId", w.owner_id as "userId", 'owner' as "standing" from boardwright_workspace w
        where ${isOneOf(sql, "w.id", p.ids)}
      union select workspace_id, user_id, role from boardwright_workspace_member
        where ${isOneOf(sql, "workspace_id", p.ids)}
      union select w.id, i.user_id, i.role from boardwright_workspace w
        join ${invitedTo(sql, "w.id")} where ${isOneOf(sql, "w.id", p.ids)}
      union select b.workspace_id, m.user_id, 'shared' from boardwright_board b
        join boardwright_member m on m.board_id = b.id where b.deletion_id is null and ${isOneOf(sql, "b.workspace_id", p.ids)}
      union select b.workspace_id, i.user_id, 'shared' from boardwright_board b
        join boardwright_invitation i on i.board_id = b.id and i.status = 'pending' and i.user_id <> i.id
        where b.deletion_id is null and ${isOneOf(sql, "b.workspace_id", p.ids)}`
  })
  const trashed = query(db, "ChangeRepository.readersOf", {
    given: { ids },
    result: { taskId: text<Task.TaskId>(), purging: flag },
    text: (sql, p) => sql`select t.id as "taskId", d.purging as "purging" from boardwright_task t
      join boardwright_deletion d on d.id = t.deletion_id where ${isOneOf(sql, "t.id", p.ids)}`
  })
  return {
    readersOf: ({ boardIds, taskIds, workspaceIds }) =>
      Effect.all({
        boards: boardIds.length === 0 ? Effect.succeed([]) : ofBoards({ ids: boardIds }),
        workspaces: workspaceIds.length === 0 ? Effect.succeed([]) : ofWorkspaces({ ids: workspaceIds }),
        trashed: taskIds.length === 0 ? Effect.succeed([]) : trashed({ ids: taskIds })
      })
  }
}
