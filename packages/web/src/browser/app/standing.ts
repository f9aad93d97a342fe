import { type Board, BoardwrightClientError, type User, type Workspace } from "@boardwright/client"
import { api } from "./api.js"

/** What the user is in a workspace; null for those who only share boards of it. */
export type Standing = "owner" | "admin" | "editor" | "viewer" | null

/** The role of the user in a workspace, which is a request for all but its owner. */
export const standingIn = async ({ id, ownerId }: Workspace, me: User): Promise<Standing> => {
  if (ownerId === me.id) return "owner"
  try {
    const { members } = await api.workspaceMembers.list({ id, limit: 1000 })
    return members.find(({ userId }) => userId === me.id)?.role ?? null
  } catch (error) {
    if (error instanceof BoardwrightClientError && error.status === 403) return null
    throw error
  }
}

export const mayCreate = (standing: Standing): boolean => standing !== null && standing !== "viewer"
export const managesAll = (standing: Standing): boolean => standing === "owner" || standing === "admin"

/** Whether the user manages a board: by its members or those of its workspace. */
export const mayManage = ({ members }: Board, standing: Standing, me: User): boolean =>
  managesAll(standing) || members.some(({ role, userId }) => userId === me.id && role === "admin")

/** Whether the user edits the tasks of a board. */
export const mayEdit = ({ members }: Board, standing: Standing, me: User): boolean =>
  mayCreate(standing) || members.some(({ role, userId }) => userId === me.id && role !== "viewer")
