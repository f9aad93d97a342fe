import type { Board, Role, User, Workspace } from "@boardwright/client"
import { read } from "./session.js"

/** The role of the user among the members of a board. */
export const roleAmong = ({ members }: Pick<Board, "members">, { id }: Pick<User, "id">): Role | null =>
  members.find(({ userId }) => userId === id)?.role ?? null

/** What the user may do on a board: as a member, and as an admin for the owner of its workspace. Null if not known. */
export const roleOn = async (board: Board, me: User): Promise<Role | null> => {
  const role = roleAmong(board, me)
  if (role === "admin") return role
  const workspace = await read<Workspace>(`/api/workspaces/${encodeURIComponent(board.workspaceId)}`)
  return workspace?.ok === true && workspace.answer.ownerId === me.id ? "admin" : role
}
