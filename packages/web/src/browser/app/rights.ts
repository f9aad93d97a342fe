import type { Board, User, Workspace } from "@boardwright/client"

type Role = Workspace["role"]

export const mayCreate = (role: Role): boolean => role !== null && role !== "viewer"
export const managesAll = (role: Role): boolean => role === "owner" || role === "admin"

/** Whether the user manages a board: by its members or by the role in its workspace. */
export const mayManage = ({ members }: Board, inWorkspace: Role, me: User): boolean =>
  managesAll(inWorkspace) || members.some(({ role, userId }) => userId === me.id && role === "admin")

/** Whether the user edits the tasks of a board. */
export const mayEdit = ({ members }: Board, inWorkspace: Role, me: User): boolean =>
  mayCreate(inWorkspace) || members.some(({ role, userId }) => userId === me.id && role !== "viewer")
