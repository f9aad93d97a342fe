import { Facade } from "@boardwright/core"
import { Effect } from "effect"
import { handlers } from "../Handler.js"
import { done, paged, wrapped } from "../responseBodies.js"
import type { WorkspaceApi } from "./WorkspaceApi.js"

const { workspaces } = Facade.useCases

export const WorkspaceHandlers = handlers<typeof WorkspaceApi>()({
  list: ({ input, query }) => Effect.map(workspaces.list.run(input()), paged("workspaces", query)),
  get: ({ path }) => workspaces.get.run(path.id),
  create: ({ input }) => Effect.map(workspaces.create.run(input()), wrapped("workspace")),
  update: ({ input, path }) => Effect.map(workspaces.update.run(path.id, input()), wrapped("workspace")),
  delete: ({ path }) => Effect.as(workspaces.delete.run(path.id), done("Workspace deleted"))
})
