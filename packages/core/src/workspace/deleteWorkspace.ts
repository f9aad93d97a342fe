import { Effect } from "effect"
import { AccessRepository } from "../access/AccessRepository.js"
import { requireWorkspace } from "../access/authorize.js"
import { removedFields } from "../change/fieldChanges.js"
import { recorded, recording } from "../change/recording.js"
import { orNotFound } from "../values/NotFound.js"
import { WorkspaceId } from "./Workspace.js"
import { workspaceChange } from "./workspaceChange.js"
import { WorkspaceRepository } from "./WorkspaceRepository.js"

/** Deletes the workspace with all its boards and tasks, for good. Fails with `NotFound` or `Forbidden`. */
export const deleteWorkspace = Effect.fnUntraced(function* (id: string) {
  const workspaces = yield* WorkspaceRepository
  const access = yield* AccessRepository
  const workspaceId = WorkspaceId.make(id)
  yield* recording(
    Effect.gen(function* () {
      yield* requireWorkspace(workspaceId, "give the workspace away")
      const { name } = yield* workspaces.lock(workspaceId).pipe(orNotFound("Workspace", workspaceId))
      const readers = yield* access.readersOfWorkspace(workspaceId)
      yield* workspaces.remove(workspaceId)
      const gone = readers
        .toSorted()
        .map((id) => workspaceChange("workspace.deleted", workspaceId, removedFields({ name }), id))
      return recorded(undefined, ...gone)
    })
  )
})
