import { Context, type Effect, type Option } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { Page, Slice } from "../values/Page.js"
import type { UserId } from "../values/ids.js"
import type { BoardId } from "./Board.js"
import type { Invitation, InvitationId, InvitationStatus, ReceivedInvitation } from "./Invitation.js"

/** Stores invitations to boards. At most one per board and user is pending. */
export class InvitationRepository extends Context.Tag("@boardwright/core/InvitationRepository")<
  InvitationRepository,
  {
    /**
     * Stores a pending invitation, or gives the one that is pending for the same board and user the new role and address.
     * Returns the stored invitation; its id shows which of the two happened. Atomic.
     */
    readonly invite: (invitation: Invitation) => Effect.Effect<Invitation, StorageUnavailable>
    readonly find: (id: InvitationId) => Effect.Effect<Option.Option<Invitation>, StorageUnavailable>
    /**
     * Ends a pending invitation and returns it with its latest role. None if it is not pending: of any number of
     * concurrent calls exactly one ends it.
     */
    readonly close: (
      id: InvitationId,
      status: Exclude<InvitationStatus, "pending">
    ) => Effect.Effect<Option.Option<Invitation>, StorageUnavailable>
    /** Removes a pending invitation. False if there is none; an accepted or declined one stays. */
    readonly remove: (id: InvitationId) => Effect.Effect<boolean, StorageUnavailable>
    /** Pending invitations, in order of creation (ties by id). */
    readonly listForUser: (userId: UserId, slice: Slice) => Effect.Effect<Page<ReceivedInvitation>, StorageUnavailable>
    /** Pending invitations, in order of creation (ties by id). */
    readonly listForBoard: (boardId: BoardId, slice: Slice) => Effect.Effect<Page<Invitation>, StorageUnavailable>
  }
>() {}
