import { type Line, tasksIn } from "./lines.js"
import { type Place } from "./place.js"

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-15, 0],
  PageDown: [15, 0]
}

/** The task that takes the place of one that is not among the tasks any more: the one after it, else the one before. */
export const successorOf = (
  before: ReadonlyArray<string>,
  taskId: string,
  tasks: ReadonlySet<string>
): string | undefined => {
  const at = before.indexOf(taskId)
  return before.slice(at).find((id) => tasks.has(id)) ?? before.slice(0, at).findLast((id) => tasks.has(id))
}

/** The cell that a key leads to from another one; null if the key leads nowhere. */
export const moveFocus = (
  lines: ReadonlyArray<Line>,
  keys: ReadonlyArray<string>,
  from: Place,
  { ctrlKey, key, metaKey }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">
): Place | null => {
  const tasks = tasksIn(lines)
  const row = tasks.indexOf(from.taskId)
  const column = keys.indexOf(from.key)
  if (row === -1 || column === -1) return null
  const within = (at: number, length: number) => Math.min(Math.max(at, 0), length - 1)
  const at = (nextRow: number, nextColumn: number): Place | null => {
    const [taskId, next] = [tasks[within(nextRow, tasks.length)], keys[within(nextColumn, keys.length)]]
    return taskId === undefined || next === undefined ? null : { taskId, key: next }
  }
  const isWide = ctrlKey || metaKey
  if (key === "Home") return at(isWide ? 0 : row, 0)
  if (key === "End") return at(isWide ? tasks.length - 1 : row, keys.length - 1)
  const step = STEPS[key]
  return step === undefined || isWide ? null : at(row + step[0], column + step[1])
}
