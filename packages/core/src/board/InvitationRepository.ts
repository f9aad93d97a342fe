import { Context, type Effect, type Option } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { Page, Slice } from "../values/Page.js"
import type { UserId } from "../values/ids.js"
import type { BoardId } from "./Board.js"
import type { Invitation, InvitationId, InvitationStatus, ReceivedInvitation } from "./Invitation.js"

/** Keeps invitations to boards. At most one per board and user is pending. */
export class InvitationRepository extends Context.Tag("@boardwright/core/InvitationRepository")<
  InvitationRepository,
  {
    /**
     * Stores a pending invitation. Where one is pending for the same board and user it is kept and gets the new role
     * instead. Answers what is stored; its id tells which of the two happened. Atomic.
     */
    readonly invite: (invitation: Invitation) => Effect.Effect<Invitation, StorageUnavailable>
    readonly find: (id: InvitationId) => Effect.Effect<Option.Option<Invitation>, StorageUnavailable>
    /**
     * Ends a pending invitation and answers it as it was last offered. None when it is not pending: of any number of
     * concurrent calls exactly one ends it.
     */
    readonly close: (
      id: InvitationId,
      status: Exclude<InvitationStatus, "pending">
    ) => Effect.Effect<Option.Option<Invitation>, StorageUnavailable>
    /** Removes a pending invitation. False when there is none: one that was answered stays. */
    readonly remove: (id: InvitationId) => Effect.Effect<boolean, StorageUnavailable>
    /** The pending ones of a user, in order of creation (ties by id). */
    readonly listForUser: (userId: UserId, slice: Slice) => Effect.Effect<Page<ReceivedInvitation>, StorageUnavailable>
    /** The pending ones of a board, in order of creation (ties by id). */
    readonly listForBoard: (boardId: BoardId, slice: Slice) => Effect.Effect<Page<Invitation>, StorageUnavailable>
  }
>() {}
