import { Context, type Effect, type Option } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { UserId } from "../values/ids.js"
import type { Page, Slice } from "../values/Page.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { Invitation, InvitationId, InvitationStatus, InvitedPlace, ReceivedInvitation } from "./Invitation.js"

/**
 * Stores invitations to boards and workspaces. At most one per place and user, and one per place and address (normalised), is
 * pending. Callers of `pending`, `invite` and `offer` have locked the place.
 */
export class InvitationRepository extends Context.Tag("@boardwright/core/InvitationRepository")<
  InvitationRepository,
  {
    /** The pending invitations to a place that are for the user or for the address, two at most. */
    readonly pending: (
      place: InvitedPlace,
      userId: UserId | null,
      address: string | null
    ) => Effect.Effect<ReadonlyArray<Invitation>, StorageUnavailable>
    /**
     * Stores a pending invitation of a user by id, or gives the one that is pending for the same place and user the new role
     * and inviter. Returns the stored invitation; its id shows which of the two happened. Atomic.
     */
    readonly invite: (
      invitation: Invitation & { readonly userId: UserId }
    ) => Effect.Effect<Invitation, StorageUnavailable>
    /** Stores a pending invitation by address, or replaces the one with its id, whose token stays. */
    readonly offer: (
      invitation: Invitation & { readonly email: string }
    ) => Effect.Effect<Invitation, StorageUnavailable>
    /** Gives a pending invitation by address a token in place of the one it had. Stored by its hash. */
    readonly setToken: (id: InvitationId, hash: string) => Effect.Effect<void, StorageUnavailable>
    /** The pending invitation with this token, expired or not. */
    readonly findByToken: (hash: string) => Effect.Effect<Option.Option<Invitation>, StorageUnavailable>
    /**
     * Gives the pending invitations of an address (normalised) that have no user and have not expired at `at` to a user, also
     * those to boards in the trash; not those to places that the user is a member or the owner of, or has another pending
     * invitation to.
     */
    readonly bind: (address: string, userId: UserId, at: Timestamp) => Effect.Effect<void, StorageUnavailable>
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
    /** Removes the invitations of the user, answered ones included, and returns them in any order. */
    readonly removeOf: (userId: UserId) => Effect.Effect<ReadonlyArray<Invitation>, StorageUnavailable>
    /** Pending invitations, in order of creation (ties by id). */
    readonly listForUser: (userId: UserId, slice: Slice) => Effect.Effect<Page<ReceivedInvitation>, StorageUnavailable>
    /** Pending invitations, expired ones included, in order of creation (ties by id). */
    readonly listForPlace: (place: InvitedPlace, slice: Slice) => Effect.Effect<Page<Invitation>, StorageUnavailable>
  }
>() {}
