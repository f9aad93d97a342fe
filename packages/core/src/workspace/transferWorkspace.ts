import { Effect, Schema } from "effect"
import { requireWorkspace } from "../access/authorize.js"
import { changedFields } from "../change/fieldChanges.js"
import { recorded, recording } from "../change/recording.js"
import { recordSecurityEvent } from "../security/recordSecurityEvent.js"
import { UserId, WorkspaceId } from "../values/ids.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { NotFound, orNotFound } from "../values/NotFound.js"
import { Id } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { shownTo } from "./shownWorkspace.js"
import type { Workspace } from "./Workspace.js"
import { workspaceChange } from "./workspaceChange.js"
import { WorkspaceRepository } from "./WorkspaceRepository.js"

/** The member who becomes the owner. */
export const TransferWorkspace = Schema.Struct({ userId: Id })
export type TransferWorkspace = typeof TransferWorkspace.Encoded

const decode = decodeInput(TransferWorkspace)

/** The transaction of `transferWorkspace`; `verify` fails if the workspace has changed. */
export const transferring = Effect.fnUntraced(function* <E = never, R = never>(
  id: string,
  input: unknown,
  verify: (workspace: Workspace) => Effect.Effect<void, E, R> = () => Effect.void
) {
  const userId = UserId.make((yield* decode(input)).userId)
  const workspaceId = WorkspaceId.make(id)
  return Effect.gen(function* () {
    const workspaces = yield* WorkspaceRepository
    const before = yield* workspaces.lock(workspaceId).pipe(orNotFound("Workspace", workspaceId))
    const { standing } = yield* requireWorkspace(workspaceId, "give the workspace away")
    yield* verify(before)
    if (userId === before.ownerId) return yield* invalid(["userId"], "is the owner already")
    const member = (yield* workspaces.members(workspaceId)).find((each) => each.userId === userId)
    if (member === undefined) return yield* new NotFound({ thing: "Member", id: userId })
    if (member.role !== "admin") return yield* invalid(["userId"], "is not an admin of the workspace")
    const at = yield* now
    yield* workspaces.removeMember(workspaceId, userId)
    yield* workspaces.setOwner(workspaceId, userId)
    yield* workspaces.putMember(workspaceId, { userId: before.ownerId, role: "admin" }, at)
    const owners = { from: before.ownerId, to: userId }
    for (const each of [before.ownerId, userId]) yield* recordSecurityEvent("owner.changed", each, workspaceId, owners)
    const after: Workspace = { ...before, ownerId: userId }
    // The operator has no role before or after.
    const shown = shownTo(after, { standing: standing === "owner" ? "admin" : standing })
    return recorded(shown, workspaceChange("workspace.transferred", workspaceId, changedFields(before, after)))
  })
})

/**
 * Makes an admin of the workspace its owner; the owner becomes an admin. Fails with `InvalidInput` if the member is not an
 * admin, `NotFound` for the workspace or the member, or `Forbidden` for anyone but the owner.
 */
export const transferWorkspace = (id: string, input: TransferWorkspace) =>
  Effect.flatMap(transferring(id, input), recording)
