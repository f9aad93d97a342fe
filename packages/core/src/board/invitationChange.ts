import type { BoardAccess } from "../access/AccessRepository.js"
import type { ChangeType, FieldChanges, NewChange } from "../change/Change.js"
import { boardChange } from "./boardChange.js"
import type { Invitation } from "./Invitation.js"

/** A change of an invitation, which the invited user may read as well. */
export const invitationChange = (
  type: ChangeType & `invitation.${string}`,
  board: Pick<BoardAccess, "boardId" | "workspaceId">,
  { id, userId }: Invitation,
  fields: FieldChanges
): NewChange => boardChange(type, board, { subjectId: id, recipientId: userId, fields })
