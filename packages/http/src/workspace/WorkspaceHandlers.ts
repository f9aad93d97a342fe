import { Workspace } from "@boardwright/core"
import { Effect } from "effect"
import { handlers } from "../Handler.js"
import { toList } from "../list.js"
import type { WorkspaceApi } from "./WorkspaceApi.js"

const wrapped = (workspace: Workspace.Workspace) => ({ success: true, workspace }) as const

export const WorkspaceHandlers = handlers<typeof WorkspaceApi>()({
  list: ({ input, query }) =>
    Effect.map(Workspace.listWorkspaces(input()), (listed) => toList("workspaces", listed, query)),
  get: ({ path }) => Workspace.getWorkspace(path.id),
  create: ({ input }) => Effect.map(Workspace.createWorkspace(input()), wrapped),
  update: ({ input, path }) => Effect.map(Workspace.updateWorkspace(path.id, input()), wrapped),
  delete: ({ path }) =>
    Effect.as(Workspace.deleteWorkspace(path.id), { success: true as const, message: "Workspace deleted" })
})
