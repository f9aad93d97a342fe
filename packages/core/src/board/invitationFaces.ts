import { Effect } from "effect"
import { type Faces, findFaces, findFacesAfterChange, NO_FACE, withFace, type WithFace } from "../account/faces.js"
import type { Invitation } from "../invitation/Invitation.js"
import { showsUser } from "./invitationChange.js"

/** An invitation as use cases return it. */
export type ShownInvitation = WithFace<Invitation>

const idsOf = (invitations: ReadonlyArray<Invitation>) =>
  invitations.flatMap((invitation) => (showsUser(invitation) && invitation.userId !== null ? [invitation.userId] : []))

const shown =
  (faces: Faces) =>
  <A extends Invitation>(invitation: A): WithFace<A> => {
    const { userId } = invitation
    if (!showsUser(invitation) || userId === null) return { ...invitation, userId: null, ...NO_FACE }
    return { ...invitation, ...withFace(faces)({ userId }) }
  }

/** Adds the faces of the invited users, by one query of the directory; who has an invited address is left out. */
export const withInvitedFaces = <A extends Invitation>(invitations: ReadonlyArray<A>) =>
  Effect.map(findFaces(idsOf(invitations)), (faces) => invitations.map(shown(faces)))

/** As `withInvitedFaces`, for the result of a change; never fails. */
export const withInvitedFace = (invitation: Invitation) =>
  Effect.map(findFacesAfterChange(idsOf([invitation])), (faces) => shown(faces)(invitation))
