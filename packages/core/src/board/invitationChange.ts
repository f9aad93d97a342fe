import type { FieldChanges, NewChange } from "../change/Change.js"
import type { Invitation } from "../invitation/Invitation.js"
import { type PlaceAccess, placeChange } from "./memberPlace.js"

/** Whether the invited user is shown: an address says nothing about its account until the invitation is accepted. */
export const showsUser = ({ email, status }: Invitation): boolean => email === null || status === "accepted"

/** What is recorded of an invitation that begins or ends: no address, as the record is sent to webhooks. */
export const offered = (invitation: Invitation) => {
  const { role, userId } = invitation
  return showsUser(invitation) ? { userId, role } : { role }
}

/** A change of an invitation, which the invited user may read as well. */
export const invitationChange = (
  verb: Parameters<typeof placeChange<"invitation">>[1],
  place: Pick<PlaceAccess, "boardId" | "workspaceId">,
  { id, userId }: Invitation,
  fields: FieldChanges
): NewChange => placeChange("invitation", verb, place, { subjectId: id, recipientId: userId, fields })
