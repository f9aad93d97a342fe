import type { BoardAccess } from "../access/AccessRepository.js"
import type { ChangeType, NewChange } from "../change/Change.js"
import { createdFields } from "../change/fieldChanges.js"
import type { Board } from "./Board.js"

type Fields = Partial<Pick<NewChange, "taskId" | "recipientId">> & Pick<NewChange, "subjectId" | "fields">

/** A change on a board. */
export const boardChange = (
  type: ChangeType,
  { boardId, workspaceId }: Pick<BoardAccess, "boardId" | "workspaceId">,
  { fields, recipientId = null, subjectId, taskId = null }: Fields
): NewChange => ({ type, workspaceId, boardId, taskId, subjectId, recipientId, fields })

/** The change for a new board. One that begins with tasks has their number as the field `tasks`. */
export const boardCreated = (
  { background, description, id, name, viewDensity, workspaceId }: Board,
  tasks: number | null = null
): NewChange => {
  const fields = createdFields({ name, description, background, viewDensity, tasks })
  return boardChange("board.created", { boardId: id, workspaceId }, { subjectId: id, fields })
}
