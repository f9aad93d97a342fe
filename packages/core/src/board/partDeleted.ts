import type { BoardAccess } from "../access/AccessRepository.js"
import { removedFields } from "../change/fieldChanges.js"
import type { FieldChanges, NewChange } from "../change/Change.js"
import { wholeFields } from "../change/wholeFields.js"
import type { Column, Group, Placed } from "./Board.js"
import { boardChange } from "./boardChange.js"
import type { TaskCounts } from "./BoardRepository.js"

const NO_TASKS: TaskCounts = { tasks: 0, inTrash: 0 }

const unlessZero = (count: number): number | null => (count === 0 ? null : count)

/**
 * The change for a group or a column that was removed, with all that restores it, and how many tasks were moved to another
 * group or lost a value.
 */
export const partDeleted = (
  type: "group.deleted" | "column.deleted",
  access: BoardAccess,
  { id: subjectId, ...values }: Placed<Group> | Placed<Column>,
  { inTrash, tasks }: TaskCounts = NO_TASKS,
  more: FieldChanges = {}
): NewChange => {
  const counts = removedFields({ tasks: unlessZero(tasks), tasksInTrash: unlessZero(inTrash) })
  return boardChange(type, access, { subjectId, fields: { ...wholeFields(values), ...counts, ...more } })
}

/** Whether the removal of a part changed tasks, which is not recorded for each of them. */
export const hasChangedTasks = (fields: FieldChanges): boolean =>
  Object.hasOwn(fields, "tasks") || Object.hasOwn(fields, "tasksInTrash")
