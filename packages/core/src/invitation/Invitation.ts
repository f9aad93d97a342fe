import { Duration } from "effect"
import type { Role } from "../access/policy.js"
import { type BoardId, type InvitationId, type UserId, WorkspaceId } from "../values/ids.js"
import type { Timestamp } from "../values/Timestamp.js"

export { InvitationId } from "../values/ids.js"

/** Only a pending invitation gives access. An accepted one became a membership; a withdrawn one is removed. */
export type InvitationStatus = "pending" | "accepted" | "declined"

/** How long an invitation by address is open while no user has verified the address. */
export const INVITATION_LIFETIME = Duration.days(14)

/** What a user is invited to: a board, or a workspace with all its boards. */
export type InvitedPlace =
  | { readonly kind: "board"; readonly id: BoardId }
  | { readonly kind: "workspace"; readonly id: WorkspaceId }

/** The offer of a role on a board or in a workspace to a user, or to an address. One of `boardId` and `workspaceId` is null. */
export interface Invitation {
  readonly id: InvitationId
  readonly boardId: BoardId | null
  readonly workspaceId: WorkspaceId | null
  /** The user whom it gives access; null while no user is known to have the address. */
  readonly userId: UserId | null
  /** The address that was invited; null if the user was invited by id. */
  readonly email: string | null
  readonly role: Role
  readonly status: InvitationStatus
  /** Who sent it last; null for the operator. */
  readonly inviterId: UserId | null
  readonly createdAt: Timestamp
  /** When an invitation by address ends, unless a user has verified the address by then. Null for one by id. */
  readonly expiresAt: Timestamp | null
}

/** The place that an invitation is to. */
export const placeOf = ({ boardId, workspaceId }: Pick<Invitation, "boardId" | "workspaceId">): InvitedPlace =>
  boardId === null ? { kind: "workspace", id: WorkspaceId.make(workspaceId ?? "") } : { kind: "board", id: boardId }

/** The fields of an invitation to a place. */
export const placeFields = (place: InvitedPlace): Pick<Invitation, "boardId" | "workspaceId"> =>
  place.kind === "board" ? { boardId: place.id, workspaceId: null } : { boardId: null, workspaceId: place.id }

/** An invitation as the invited user sees it, with the name of the board or the workspace. */
export interface ReceivedInvitation extends Invitation {
  readonly userId: UserId
  readonly boardName: string | null
  readonly workspaceName: string | null
}
