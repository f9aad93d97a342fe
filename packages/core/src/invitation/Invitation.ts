import { Duration } from "effect"
import type { Role } from "../access/policy.js"
import type { BoardId, InvitationId, UserId } from "../values/ids.js"
import type { Timestamp } from "../values/Timestamp.js"

export { InvitationId } from "../values/ids.js"

/** Only a pending invitation gives access. An accepted one became a membership; a withdrawn one is removed. */
export type InvitationStatus = "pending" | "accepted" | "declined"

/** How long an invitation by address is open while no user has verified the address. */
export const INVITATION_LIFETIME = Duration.days(14)

/** The offer of a role on a board to a user, or to an address. */
export interface Invitation {
  readonly id: InvitationId
  readonly boardId: BoardId
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

/** An invitation as the invited user sees it. */
export interface ReceivedInvitation extends Invitation {
  readonly userId: UserId
  readonly boardName: string
}
