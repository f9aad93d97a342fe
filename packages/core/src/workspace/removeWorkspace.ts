import { Effect } from "effect"
import { AccessRepository } from "../access/AccessRepository.js"
import { removedFields } from "../change/fieldChanges.js"
import type { Workspace } from "./Workspace.js"
import { workspaceChange } from "./workspaceChange.js"
import { WorkspaceRepository } from "./WorkspaceRepository.js"

/** Removes a locked workspace with everything in it, and returns a change for each of its readers. */
export const removeWorkspace = Effect.fnUntraced(function* ({ id, name }: Pick<Workspace, "id" | "name">) {
  const readers = yield* (yield* AccessRepository).readersOfWorkspace(id)
  yield* (yield* WorkspaceRepository).remove(id)
  return readers
    .toSorted()
    .map((readerId) => workspaceChange("workspace.deleted", id, removedFields({ name }), readerId))
})
