import type { Board, Role, User, Workspace } from "@boardwright/client"
import type { AnswerOf } from "./request.js"
import { read } from "./session.js"

/** What somebody is in a workspace; null for those who only share boards of it. */
export type WorkspaceRole = AnswerOf<"workspaceMembers", "list">["members"][number]["role"] | null

/** The role of the user among the members of a board. */
export const roleAmong = ({ members }: Pick<Board, "members">, { id }: Pick<User, "id">): Role | null =>
  members.find(({ userId }) => userId === id)?.role ?? null

/** The role of the user in a workspace, which is a second request for all but its owner. */
export const roleIn = async ({ id, ownerId }: Workspace, me: User): Promise<WorkspaceRole> => {
  if (ownerId === me.id) return "owner"
  const path = `/api/workspaces/${encodeURIComponent(id)}/members?limit=1000`
  const listed = await read<AnswerOf<"workspaceMembers", "list">>(path)
  return listed?.ok === true ? (listed.answer.members.find(({ userId }) => userId === me.id)?.role ?? null) : null
}

/** Whether such a role manages the workspace and all its boards. */
export const managesAll = (role: WorkspaceRole): boolean => role === "owner" || role === "admin"
