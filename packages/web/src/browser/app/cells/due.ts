import type { BoardTask } from "../store/Operation.js"
import { type Field, isFieldFor, valueOf } from "./fields.js"
import { dayOf, today } from "./read.js"

/** Whether a field is the due date of the tasks. */
export const isDue = (field: Field): boolean => field.kind === "date" && isFieldFor(field, "dueDate")

const isDone = ({ status }: BoardTask): boolean => status.toLowerCase() === "done"

/** Whether a task that is due on a day should have been done before another one. */
export const isLate = (task: BoardTask, day: string, now: string): boolean => day < now && !isDone(task)

/** Whether a task is to be done today. */
export const isDueToday = (task: BoardTask, due: Field): boolean =>
  dayOf(valueOf(task, due)) === today() && !isDone(task)

/** Whether a task should have been done before today. */
export const isOverdue = (task: BoardTask, due: Field): boolean => {
  const day = dayOf(valueOf(task, due))
  return day !== null && isLate(task, day, today())
}
