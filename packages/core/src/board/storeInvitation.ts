import { Duration, Effect } from "effect"
import { normalizeEmail } from "../account/Email.js"
import { changedFields, createdFields } from "../change/fieldChanges.js"
import { recorded, unchanged } from "../change/recording.js"
import { INVITATION_LIFETIME, type Invitation, type InvitedPlace, placeOf } from "../invitation/Invitation.js"
import { InvitationRepository } from "../invitation/InvitationRepository.js"
import { requestMail } from "../ports/MailQueue.js"
import type { UserId } from "../values/ids.js"
import { invalid } from "../values/InvalidInput.js"
import { toSlice } from "../values/Page.js"
import { fromMillis, type Timestamp, toMillis } from "../values/Timestamp.js"
import { allowMembers } from "./boardLimits.js"
import { invitationChange, offered } from "./invitationChange.js"
import { membersOf, type PlaceAccess } from "./memberPlace.js"

const ONE = toSlice({ limit: 1 })

/** When an invitation by address ends that is sent then. */
export const endOf = (sentAt: Timestamp): Timestamp =>
  fromMillis(toMillis(sentAt) + Duration.toMillis(INVITATION_LIFETIME))

/** Fails with `InvalidInput` for the owner and for members. Returns the number of members. */
const requireNotMember = Effect.fnUntraced(function* (place: InvitedPlace, ownerId: UserId, userId: UserId | null) {
  if (userId === ownerId) return yield* invalid(["userId"], "is the owner of the workspace")
  const members = yield* (yield* membersOf(place)).list
  if (members.some((member) => member.userId === userId)) return yield* invalid(["userId"], "is a member already")
  return members.length
})

/** An invitation to store: of a user by id, or of an address, with the user who has it if one is known. */
type Offer = Invitation & ({ readonly email: string } | { readonly email: null; readonly userId: UserId })

/** A user's invitation by id outranks the one of the user's address, which then has no user. */
const storeOffer = Effect.fnUntraced(function* (offer: Offer) {
  const invitations = yield* InvitationRepository
  const address = offer.email === null ? null : normalizeEmail(offer.email)
  const pending = yield* invitations.pending(placeOf(offer), offer.userId, address)
  const byId = pending.find((each) => each.email === null)
  const ofAddress = pending.find((each) => each.email !== null && normalizeEmail(each.email) === address)
  if (offer.email !== null) {
    const { createdAt, id } = ofAddress ?? offer
    const userId = byId === undefined ? offer.userId : null
    const after = yield* invitations.offer({ ...offer, id, userId, createdAt })
    return { before: ofAddress, after }
  }
  for (const each of pending) {
    if (each.email !== null) yield* invitations.offer({ ...each, email: each.email, userId: null })
  }
  return { before: byId, after: yield* invitations.invite(offer) }
})

const sentFields = ({ expiresAt, inviterId, role }: Invitation) => ({ role, expiresAt, inviterId })

/**
 * Stores an offer, which has the id of a new invitation, or renews the one that is pending for the same user or address, as
 * part of a transaction that has locked the place. One by address queues a mail. Fails with `InvalidInput`.
 */
export const storeInvitation = Effect.fnUntraced(function* (access: PlaceAccess, offer: Offer) {
  const place = placeOf(offer)
  const members = yield* requireNotMember(place, access.ownerId, offer.userId)
  const { after, before } = yield* storeOffer(offer)
  const created = before === undefined
  if (created) {
    const { total } = yield* (yield* InvitationRepository).listForPlace(place, ONE)
    yield* allowMembers(place, members + total)
  }
  if (after.email !== null) yield* requestMail("invitation", normalizeEmail(after.email), after.id)
  const result = { invitation: after, created }
  if (created) return recorded(result, invitationChange("created", access, after, createdFields(offered(after))))
  const fields = changedFields(sentFields(before), sentFields(after))
  if (Object.keys(fields).length === 0) return unchanged(result)
  return recorded(result, invitationChange("updated", access, after, fields))
})
