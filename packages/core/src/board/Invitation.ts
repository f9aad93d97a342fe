import { Schema } from "effect"
import type { Role } from "../access/Role.js"
import type { UserId } from "../account/User.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { BoardId } from "./Board.js"

/** Opaque text: one that no invitation has, whatever its form, is `NotFound`. */
export const InvitationId = Schema.String.pipe(Schema.brand("InvitationId"))
export type InvitationId = typeof InvitationId.Type

/** Only a pending invitation gives access; an accepted one became a membership. A withdrawn one is gone. */
export type InvitationStatus = "pending" | "accepted" | "declined"

/** The offer of a role on a board to a user. */
export interface Invitation {
  readonly id: InvitationId
  readonly boardId: BoardId
  readonly userId: UserId
  readonly role: Role
  readonly status: InvitationStatus
  readonly createdAt: Timestamp
}

/** An invitation as the invited user reads it. */
export interface ReceivedInvitation extends Invitation {
  readonly boardName: string
}
