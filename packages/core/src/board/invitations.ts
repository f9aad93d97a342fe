import { Effect, Option } from "effect"
import { CurrentActor, requireEverywhere, requireUser } from "../access/Actor.js"
import { Forbidden } from "../access/policy.js"
import { reachedBy } from "../account/UserDirectory.js"
import { createdFields, removedFields } from "../change/fieldChanges.js"
import { recorded, recording } from "../change/recording.js"
import { type Invitation, InvitationId, type InvitedPlace, placeOf } from "../invitation/Invitation.js"
import { InvitationRepository } from "../invitation/InvitationRepository.js"
import { recordRole } from "../security/recordSecurityEvent.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { BoardId, type UserId, WorkspaceId } from "../values/ids.js"
import { NotFound, orNotFound } from "../values/NotFound.js"
import { listed, type Page, PageInput, type Slice, toSlice } from "../values/Page.js"
import { now } from "../values/Timestamp.js"
import { allowMembers } from "./boardLimits.js"
import { invitationChange, offered } from "./invitationChange.js"
import { withInvitedFace, withInvitedFaces } from "./invitationFaces.js"
import { memberChange, membersOf, type PlaceIds, requirePlace, requirePlaceChild } from "./memberPlace.js"

const decodePage = decodeInput(PageInput)

const withPageFaces = <A extends Invitation>(slice: Slice, { items, total }: Page<A>) =>
  Effect.map(withInvitedFaces(items), (invited) => listed(slice, { items: invited, total }))

/**
 * The acting user's pending invitations. Fails with `InvalidInput`, or `Forbidden` for the operator and for an API token with
 * places.
 */
export const listMyInvitations = Effect.fnUntraced(function* (input: PageInput = {}) {
  const invitations = yield* InvitationRepository
  const slice = toSlice(yield* decodePage(input))
  const userId = yield* requireUser
  yield* requireEverywhere("read invitations")
  const page = yield* withPageFaces(slice, yield* invitations.listForUser(userId, slice))
  return { ...page, items: page.items.map((invitation) => ({ ...invitation, userId })) }
})

const listing = Effect.fnUntraced(function* (place: InvitedPlace, input: PageInput) {
  const invitations = yield* InvitationRepository
  const slice = toSlice(yield* decodePage(input))
  yield* requirePlace(place, "manage")
  return yield* withPageFaces(slice, yield* invitations.listForPlace(place, slice))
})

/** A board's pending invitations. Fails with `InvalidInput`, `NotFound` or `Forbidden`. */
export const listBoardInvitations = (id: string, input: PageInput = {}) =>
  listing({ kind: "board", id: BoardId.make(id) }, input)

/** A workspace's pending invitations. Fails with `InvalidInput`, `NotFound` or `Forbidden`. */
export const listWorkspaceInvitations = (id: string, input: PageInput = {}) =>
  listing({ kind: "workspace", id: WorkspaceId.make(id) }, input)

const notFound = (id: InvitationId) => new NotFound({ thing: "Invitation", id })

/** The invitation, whatever its status. */
const findInvitation = Effect.fnUntraced(function* (id: InvitationId) {
  const invitations = yield* InvitationRepository
  return yield* invitations.find(id).pipe(orNotFound("Invitation", id))
})

export const requirePending = ({ status }: Invitation) =>
  status === "pending" ? Effect.void : invalid(["status"], `is ${status}, not pending`)

/** For an invitation that another call ended first. */
const notPending = () => invalid(["status"], "is not pending")

/** The address by which the invited user may have another invitation, normalised; null if it is not known. */
const addressOfInvited = Effect.fnUntraced(function* (id: InvitationId) {
  const found = Option.getOrNull(yield* (yield* InvitationRepository).find(id))
  return found === null || found.userId === null ? null : yield* reachedBy(found.userId)
})

/** Gives the user the invitations that one by id outranked until it ended. */
const bindOutranked = Effect.fnUntraced(function* ({ email, userId }: Invitation, address: string | null) {
  if (email !== null || userId === null || address === null) return
  yield* (yield* InvitationRepository).bind(address, userId, yield* now)
})

/** Withdraws the pending invitations of a user to a locked place, when the user becomes a member of it or leaves it. */
export const withdrawPending = Effect.fnUntraced(function* (ids: PlaceIds, userId: UserId, address: string | null) {
  const invitations = yield* InvitationRepository
  const pending = yield* invitations.pending(placeOf(ids), userId, address)
  // An invitation to the address may belong to a user who had the address before.
  const others = pending.filter((each) => each.userId === null || each.userId === userId)
  for (const { id } of others) yield* invitations.remove(id)
  return others.map((other) => invitationChange("withdrawn", ids, other, removedFields(offered(other))))
})

/** Ends a pending invitation of the actor's own, as part of a transaction. Accepting it adds the member. */
const answer = Effect.fnUntraced(function* (idText: string, status: "accepted" | "declined", address: string | null) {
  const invitations = yield* InvitationRepository
  const actor = yield* CurrentActor
  const invitation = yield* findInvitation(InvitationId.make(idText))
  if (actor._tag === "User" && actor.userId !== invitation.userId) {
    return yield* new Forbidden({ action: "answer the invitation" })
  }
  yield* requireEverywhere("answer the invitation")
  yield* requirePending(invitation)
  if (invitation.userId === null) return yield* invalid(["email"], "is not known to be anybody's yet")
  const place = placeOf(invitation)
  const members = yield* membersOf(place)
  // Every change of the members of a place locks it first, and then what is in it.
  const ids = yield* Effect.catchTag(members.lock, "NotFound", () => notFound(invitation.id))
  const ended = yield* invitations.close(invitation.id, status)
  if (Option.isNone(ended)) return yield* notPending()
  // The role may have changed between reading the invitation and locking the place.
  const { role } = ended.value
  const { userId } = invitation
  const answered = invitationChange(status, ids, ended.value, removedFields(offered(ended.value)))
  if (status === "declined") {
    yield* bindOutranked(ended.value, address)
    return recorded(ended.value, answered)
  }
  yield* allowMembers(place, (yield* members.list).length + 1)
  yield* members.put({ userId, role }, yield* now)
  yield* recordRole({ userId, of: place.kind, id: place.id, from: null, to: role })
  const added = memberChange("added", ids, userId, createdFields({ role }))
  return recorded(ended.value, answered, added, ...(yield* withdrawPending(ids, userId, address)))
})

// A host may have the users, so they are looked up before the transaction.
const answering = (id: string, status: "accepted" | "declined") =>
  addressOfInvited(InvitationId.make(id)).pipe(
    Effect.flatMap((address) => recording(answer(id, status, address))),
    Effect.flatMap(withInvitedFace)
  )

/**
 * Makes the invited user a member with the offered role, and ends other pending invitations of the user to the same place.
 * Fails with `NotFound`, `Forbidden` for anyone else, or `InvalidInput` when it is not pending or the board is full.
 */
export const acceptInvitation = (id: string) => answering(id, "accepted")

/**
 * Ends the offer, and the access that it gave.
 * Fails with `NotFound`, `Forbidden` for anyone else, or `InvalidInput` when it is not pending.
 */
export const declineInvitation = (id: string) => answering(id, "declined")

export const findPlaceInvitation = Effect.fnUntraced(function* ({ id: placeId }: InvitedPlace, id: InvitationId) {
  const invitation = yield* findInvitation(id)
  return placeOf(invitation).id === placeId ? invitation : yield* notFound(id)
})

const withdrawing = Effect.fnUntraced(function* (place: InvitedPlace, idText: string) {
  const address = yield* addressOfInvited(InvitationId.make(idText))
  yield* recording(
    Effect.gen(function* () {
      const invitations = yield* InvitationRepository
      yield* (yield* membersOf(place)).lock
      const search = findPlaceInvitation(place, InvitationId.make(idText))
      const { access, child: invitation } = yield* requirePlaceChild(place, "manage", search)
      yield* requirePending(invitation)
      if (!(yield* invitations.remove(invitation.id))) return yield* notPending()
      yield* bindOutranked(invitation, address)
      const fields = removedFields(offered(invitation))
      return recorded(undefined, invitationChange("withdrawn", access, invitation, fields))
    })
  )
})

/**
 * Withdraws a pending invitation, and the access that it gave.
 * Fails with `NotFound` for the board or the invitation, `Forbidden`, or `InvalidInput` when it is not pending.
 */
export const withdrawInvitation = (boardId: string, id: string) =>
  withdrawing({ kind: "board", id: BoardId.make(boardId) }, id)

/** As `withdrawInvitation`, for an invitation to a workspace. */
export const withdrawWorkspaceInvitation = (workspaceId: string, id: string) =>
  withdrawing({ kind: "workspace", id: WorkspaceId.make(workspaceId) }, id)
