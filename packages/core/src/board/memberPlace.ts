import { Effect } from "effect"
import { requireBoard, requireBoardChild, requireWorkspace, requireWorkspaceChild } from "../access/authorize.js"
import type { ChangeType, FieldChanges, NewChange } from "../change/Change.js"
import type { InvitedPlace } from "../invitation/Invitation.js"
import type { UserId, WorkspaceId } from "../values/ids.js"
import { orNotFound } from "../values/NotFound.js"
import type { Timestamp } from "../values/Timestamp.js"
import { WorkspaceRepository } from "../workspace/WorkspaceRepository.js"
import type { BoardId, Member } from "./Board.js"
import { BoardRepository } from "./BoardRepository.js"

/** A place with members, and who owns it. `boardId` is null for a workspace with all its boards. */
export interface PlaceAccess {
  readonly boardId: BoardId | null
  readonly workspaceId: WorkspaceId
  readonly ownerId: UserId
}

/** What the policy tables call the actions on members of a board and of a workspace. */
const ACTIONS = {
  manage: { board: "manage the board", workspace: "manage the workspace" },
  leave: { board: "leave the board", workspace: "leave the workspace" }
} as const
export type PlaceAction = keyof typeof ACTIONS

/** The access to a place that allows the action. Fails with `NotFound` or `Forbidden`. */
export const requirePlace = Effect.fnUntraced(function* (place: InvitedPlace, action: PlaceAction) {
  const access: PlaceAccess =
    place.kind === "board"
      ? yield* requireBoard(place.id, ACTIONS[action].board)
      : { boardId: null, ...(yield* requireWorkspace(place.id, ACTIONS[action].workspace)) }
  return access
})

/** A member or an invitation of a place, and the access, as `allowOnChild` loads it. Fails with `NotFound` or `Forbidden`. */
export const requirePlaceChild = Effect.fnUntraced(function* <A, E, R>(
  place: InvitedPlace,
  action: PlaceAction,
  load: Effect.Effect<A, E, R>
) {
  if (place.kind === "board") {
    const found = yield* requireBoardChild(place.id, ACTIONS[action].board, load)
    return { child: found.child, access: found.access as PlaceAccess }
  }
  const { access, child } = yield* requireWorkspaceChild(place.id, ACTIONS[action].workspace, load)
  return { child, access: { boardId: null, ...access } as PlaceAccess }
})

export type PlaceIds = Pick<PlaceAccess, "boardId" | "workspaceId">

/** The members of a place. `lock` comes first in a transaction that changes them or its invitations; it fails with `NotFound`. */
export const membersOf = Effect.fnUntraced(function* ({ id, kind }: InvitedPlace) {
  if (kind === "workspace") {
    const workspaces = yield* WorkspaceRepository
    return {
      lock: Effect.map(workspaces.lock(id).pipe(orNotFound("Workspace", id)), (): PlaceIds => ({
        boardId: null,
        workspaceId: id
      })),
      list: workspaces.members(id),
      put: (member: Member, joinedAt: Timestamp) => workspaces.putMember(id, member, joinedAt),
      remove: (userId: UserId) => workspaces.removeMember(id, userId)
    }
  }
  const boards = yield* BoardRepository
  return {
    lock: Effect.map(boards.lock(id).pipe(orNotFound("Board", id)), ({ workspaceId }): PlaceIds => ({
      boardId: id,
      workspaceId
    })),
    list: boards.members(id),
    put: (member: Member, joinedAt: Timestamp) => boards.putMember(id, member, joinedAt),
    remove: (userId: UserId) => boards.removeMember(id, userId)
  }
})

type Verb<Noun extends string> = ChangeType extends infer Type ? (Type extends `${Noun}.${infer V}` ? V : never) : never

/** A change of a member or an invitation: of a board, or of a workspace. */
export const placeChange = <Noun extends "member" | "invitation">(
  noun: Noun,
  verb: Verb<Noun>,
  { boardId, workspaceId }: PlaceIds,
  change: Pick<NewChange, "subjectId" | "recipientId" | "fields">
): NewChange => {
  const type = boardId === null ? `workspace${noun === "member" ? "Member" : "Invitation"}.${verb}` : `${noun}.${verb}`
  return { type: type as ChangeType, workspaceId, boardId, taskId: null, ...change }
}

/**
 * A change of a member of a place. Other members of a workspace than its managers do not read it, so it is addressed to the
 * member, as one that ends a membership is.
 */
export const memberChange = (
  verb: Verb<"member">,
  place: PlaceIds,
  userId: UserId,
  fields: FieldChanges
): NewChange => {
  const recipientId = place.boardId === null || verb === "removed" ? userId : null
  return placeChange("member", verb, place, { subjectId: userId, recipientId, fields })
}
