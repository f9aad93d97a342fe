import { Effect, Schema } from "effect"
import { requireWorkspace } from "../access/authorize.js"
import { changedFields } from "../change/fieldChanges.js"
import { recorded, recording, unchanged } from "../change/recording.js"
import { Color } from "../values/Color.js"
import { Icon } from "../values/Icon.js"
import { decodeInput } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { patched } from "../values/patched.js"
import { changed, Name } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { shownTo } from "./shownWorkspace.js"
import { WorkspaceId } from "./Workspace.js"
import { workspaceChange } from "./workspaceChange.js"
import { WorkspaceRepository } from "./WorkspaceRepository.js"

/** The fields of a workspace, with the limits of `CreateWorkspace`. An absent one stays; null is refused. */
export const UpdateWorkspace = Schema.Struct({ name: changed(Name), icon: changed(Icon), color: changed(Color) })
export type UpdateWorkspace = typeof UpdateWorkspace.Encoded

const decode = decodeInput(UpdateWorkspace)

/** Changes the fields that are given. Fails with `InvalidInput`, `NotFound` or `Forbidden`. */
export const updateWorkspace = Effect.fnUntraced(function* (id: string, input: UpdateWorkspace) {
  const workspaces = yield* WorkspaceRepository
  const workspaceId = WorkspaceId.make(id)
  const patch = yield* decode(input)
  return yield* recording(
    Effect.gen(function* () {
      const before = yield* workspaces.lock(workspaceId).pipe(orNotFound("Workspace", workspaceId))
      const access = yield* requireWorkspace(workspaceId, "manage the workspace")
      const after = patched(before, patch, yield* now)
      const shown = shownTo(after, access)
      if (after === before) return unchanged(shown)
      yield* workspaces.replace(after)
      return recorded(shown, workspaceChange("workspace.updated", workspaceId, changedFields(before, after)))
    })
  )
})
