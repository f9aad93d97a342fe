import { Effect } from "effect"
import { requireWorkspace } from "../access/authorize.js"
import { recorded, recording } from "../change/recording.js"
import { orNotFound } from "../values/NotFound.js"
import { removeWorkspace } from "./removeWorkspace.js"
import { WorkspaceId } from "./Workspace.js"
import { WorkspaceRepository } from "./WorkspaceRepository.js"

/** Deletes the workspace with all its boards and tasks, for good. Fails with `NotFound` or `Forbidden`. */
export const deleteWorkspace = Effect.fnUntraced(function* (id: string) {
  const workspaces = yield* WorkspaceRepository
  const workspaceId = WorkspaceId.make(id)
  yield* recording(
    Effect.gen(function* () {
      const workspace = yield* workspaces.lock(workspaceId).pipe(orNotFound("Workspace", workspaceId))
      yield* requireWorkspace(workspaceId, "give the workspace away")
      return recorded(undefined, ...(yield* removeWorkspace(workspace)))
    })
  )
})
