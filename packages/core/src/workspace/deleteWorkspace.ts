import { Effect } from "effect"
import { requireWorkspace } from "../access/authorize.js"
import { transactional } from "../ports/Transactor.js"
import { NotFound } from "../values/NotFound.js"
import { WorkspaceId } from "./Workspace.js"
import { WorkspaceRepository } from "./WorkspaceRepository.js"

/** Deletes the workspace with all its boards and tasks, for good. Fails with `NotFound` or `Forbidden`. */
export const deleteWorkspace = Effect.fnUntraced(function* (id: string) {
  const workspaces = yield* WorkspaceRepository
  const workspaceId = WorkspaceId.make(id)
  yield* transactional(
    Effect.gen(function* () {
      yield* requireWorkspace(workspaceId, "manage the workspace")
      if (!(yield* workspaces.remove(workspaceId))) {
        return yield* new NotFound({ thing: "Workspace", id: workspaceId })
      }
    })
  )
})
