import { Effect } from "effect"
import { requireWorkspace } from "../access/authorize.js"
import type { Role } from "../access/policy.js"
import { findFaces, withFace, type WithFace } from "../account/faces.js"
import { type UserId, WorkspaceId } from "../values/ids.js"
import { decodeInput } from "../values/InvalidInput.js"
import { listed, PageInput, toSlice } from "../values/Page.js"
import { WorkspaceRepository } from "../workspace/WorkspaceRepository.js"

/** Someone with a role in a workspace. */
export type ShownWorkspaceMember = WithFace<{ readonly userId: UserId; readonly role: Role | "owner" }>

const decode = decodeInput(PageInput)

/**
 * The owner of a workspace, then its members in order of joining. For those who have a role in it.
 * Fails with `InvalidInput`, `NotFound` or `Forbidden`.
 */
export const listWorkspaceMembers = Effect.fnUntraced(function* (id: string, input: PageInput = {}) {
  const workspaces = yield* WorkspaceRepository
  const slice = toSlice(yield* decode(input))
  const { ownerId, workspaceId } = yield* requireWorkspace(WorkspaceId.make(id), "see the workspace's members")
  const all = [{ userId: ownerId, role: "owner" as const }, ...(yield* workspaces.members(workspaceId))]
  const page = all.slice(slice.offset, slice.offset + slice.limit)
  const faces = yield* findFaces(page.map(({ userId }) => userId))
  return listed(slice, { items: page.map((each): ShownWorkspaceMember => withFace(faces)(each)), total: all.length })
})
