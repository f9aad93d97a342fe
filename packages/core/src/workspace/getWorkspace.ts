import { Effect } from "effect"
import { requireWorkspace } from "../access/require.js"
import { orNotFound } from "../values/NotFound.js"
import { WorkspaceId } from "./Workspace.js"
import { WorkspaceRepository } from "./WorkspaceRepository.js"

/** A workspace, for its owner and for whoever sees a board in it. Fails with `NotFound` or `Forbidden`. */
export const getWorkspace = Effect.fnUntraced(function* (id: string) {
  const workspaces = yield* WorkspaceRepository
  const workspaceId = WorkspaceId.make(id)
  yield* requireWorkspace(workspaceId, "read the workspace")
  return yield* workspaces.find(workspaceId).pipe(orNotFound("Workspace", workspaceId))
})
