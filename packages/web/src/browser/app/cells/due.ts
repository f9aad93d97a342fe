import type { BoardTask } from "../store/Operation.js"
import { type Field, isFieldFor, valueOf } from "./fields.js"
import { dayOf, today } from "./read.js"

/** Whether a field is the due date of the tasks. */
export const isDue = (field: Field): boolean => field.kind === "date" && isFieldFor(field, "dueDate")

/** Whether a task should have been done before today. */
export const isOverdue = (task: BoardTask, due: Field, now = today()): boolean => {
  const day = dayOf(valueOf(task, due))
  return day !== null && day < now && task.status.toLowerCase() !== "done"
}
