import type { BoardId, InvitationId, UserId } from "../values/ids.js"
import type { Role } from "../access/policy.js"
import type { Timestamp } from "../values/Timestamp.js"

export { InvitationId } from "../values/ids.js"

/** Only a pending invitation gives access. An accepted one became a membership; a withdrawn one is removed. */
export type InvitationStatus = "pending" | "accepted" | "declined"

/** The offer of a role on a board to a user. */
export interface Invitation {
  readonly id: InvitationId
  readonly boardId: BoardId
  readonly userId: UserId
  /** The address that was invited; null if the user was invited by id. */
  readonly email: string | null
  readonly role: Role
  readonly status: InvitationStatus
  readonly createdAt: Timestamp
}

/** An invitation as the invited user sees it. */
export interface ReceivedInvitation extends Invitation {
  readonly boardName: string
}
