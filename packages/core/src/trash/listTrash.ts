import { Effect, Schema } from "effect"
import { actingPlaces, actingUser } from "../access/Actor.js"
import { allowOnWorkspace, findWorkspaceAccess, requireBoard } from "../access/authorize.js"
import { MAY_RESTORE } from "../access/policy.js"
import { BoardId, WorkspaceId } from "../values/ids.js"
import { decodeInput } from "../values/InvalidInput.js"
import { listed, PageFields, toSlice } from "../values/Page.js"
import { PlaceFields, placeIssues } from "../values/PlaceInput.js"
import { TrashRepository } from "./TrashRepository.js"

/** A page of what was deleted on a board, or in a workspace. */
export const ListTrash = Schema.Struct({ ...PlaceFields, ...PageFields })
export type ListTrash = typeof ListTrash.Encoded

const decode = decodeInput(ListTrash, placeIssues)

/**
 * The deletions that the actor may restore, newest first: of tasks on a board, or of boards and tasks in a workspace.
 * Fails with `InvalidInput`, `NotFound` for the place, or `Forbidden`: without the right to restore tasks on the board, and
 * for a workspace in which the actor can neither read nor restore anything.
 */
export const listTrash = Effect.fnUntraced(function* (input: ListTrash) {
  const trash = yield* TrashRepository
  const { limit, page, ...place } = yield* decode(input)
  const slice = toSlice({ page, limit })
  const userId = yield* actingUser
  if (place.boardId !== undefined) {
    const boardId = BoardId.make(place.boardId)
    yield* requireBoard(boardId, MAY_RESTORE.task)
    return listed(slice, yield* trash.list({ boardId }, userId, slice))
  }
  const workspaceId = WorkspaceId.make(place.workspaceId ?? "")
  const access = yield* findWorkspaceAccess(workspaceId)
  const found = yield* trash.list({ workspaceId }, userId, slice, yield* actingPlaces)
  if (found.total === 0) yield* allowOnWorkspace(access, "read the workspace")
  return listed(slice, found)
})
