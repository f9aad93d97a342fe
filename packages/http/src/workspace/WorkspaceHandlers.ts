import { Workspace } from "@boardwright/core"
import { Effect } from "effect"
import { handlers } from "../Handler.js"
import { done, paged, wrapped } from "../responseBodies.js"
import type { WorkspaceApi } from "./WorkspaceApi.js"

export const WorkspaceHandlers = handlers<typeof WorkspaceApi>()({
  list: ({ input, query }) => Effect.map(Workspace.listWorkspaces(input()), paged("workspaces", query)),
  get: ({ path }) => Workspace.getWorkspace(path.id),
  create: ({ input }) => Effect.map(Workspace.createWorkspace(input()), wrapped("workspace")),
  update: ({ input, path }) => Effect.map(Workspace.updateWorkspace(path.id, input()), wrapped("workspace")),
  delete: ({ path }) => Effect.as(Workspace.deleteWorkspace(path.id), done("Workspace deleted"))
})
