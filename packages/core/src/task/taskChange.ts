import type { BoardAccess } from "../access/AccessRepository.js"
import { boardChange } from "../board/boardChange.js"
import type { ChangeType, FieldChanges, NewChange } from "../change/Change.js"
import type { TaskId } from "./Task.js"

/** A change of a task, or of an entry on it, which then is the subject. */
export const taskChange = (
  type: ChangeType,
  access: BoardAccess,
  taskId: TaskId,
  fields: FieldChanges,
  subjectId: string = taskId
): NewChange => boardChange(type, access, { taskId, subjectId, fields })
