import { Effect } from "effect"
import { type Faces, findFaces, findFacesAfterChange, NO_FACE, withFace, type WithFace } from "../account/faces.js"
import type { Invitation } from "./Invitation.js"

/** An invitation as use cases return it. */
export type ShownInvitation = WithFace<Invitation>

// An address says nothing about its account until the invitation is accepted.
const hasFace = ({ email, status }: Invitation): boolean => email === null || status === "accepted"

const idsOf = (invitations: ReadonlyArray<Invitation>) => invitations.filter(hasFace).map(({ userId }) => userId)

const invited =
  (faces: Faces) =>
  <A extends Invitation>(invitation: A): WithFace<A> =>
    hasFace(invitation) ? withFace(faces)(invitation) : { ...invitation, ...NO_FACE }

/** Adds the faces of the invited users, by one query of the directory. */
export const withInvitedFaces = <A extends Invitation>(invitations: ReadonlyArray<A>) =>
  Effect.map(findFaces(idsOf(invitations)), (faces) => invitations.map(invited(faces)))

/** Adds the face of the invited user to the result of a change; never fails. */
export const withInvitedFace = (invitation: Invitation) =>
  Effect.map(findFacesAfterChange(idsOf([invitation])), (faces) => invited(faces)(invitation))
