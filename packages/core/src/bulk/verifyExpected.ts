import { Effect } from "effect"
import type { PlacedTask } from "../task/Task.js"
import type { Issue } from "../values/InvalidInput.js"
import { isPlainObject } from "../values/Json.js"
import { BulkConflict } from "./BulkConflict.js"

const FIELDS = [
  ...["boardId", "groupId", "name", "description", "status", "priority", "assignees", "dueDate", "columnValues"],
  ...["createdAt", "updatedAt"]
] as const
type Field = (typeof FIELDS)[number]

const VALUE = "columnValues."

const isField = (name: string): name is Field => (FIELDS as ReadonlyArray<string>).includes(name)

/** An issue for each that is not a field of a task. */
export const expectIssues = (expected: object): ReadonlyArray<Issue> =>
  Object.keys(expected)
    .filter((name) => !isField(name) && !name.startsWith(VALUE))
    .map((name) => ({ path: ["expect", name], message: "is not a field of a task" }))

const currentOf = (task: PlacedTask, name: string): unknown => {
  if (isField(name)) return task[name]
  const id = name.slice(VALUE.length)
  return Object.hasOwn(task.columnValues, id) ? task.columnValues[id] : null
}

/** Whether two JSON values are equal, with keys in any order. */
const isEqual = (left: unknown, right: unknown): boolean => {
  if (Array.isArray(left) || Array.isArray(right)) {
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((each, at) => isEqual(each, right[at]))
    )
  }
  if (!isPlainObject(left) || !isPlainObject(right)) return left === right
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isEqual(left[key], right[key]))
  )
}

/** Fails with `BulkConflict`, which has the current values, if the task is not as expected. */
export const verifyExpected = (expected: Readonly<Record<string, unknown>>) => (task: PlacedTask) => {
  const issues = Object.entries(expected).flatMap(([name, value]) => {
    const current = currentOf(task, name)
    return isEqual(value, current) ? [] : [{ path: ["expect", name], message: "is not the current value", current }]
  })
  return issues.length === 0 ? Effect.void : new BulkConflict({ issues })
}
