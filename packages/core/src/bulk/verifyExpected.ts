import { Effect } from "effect"
import { VALUE_PREFIX } from "../change/recordedValues.js"
import type { PlacedTask } from "../task/Task.js"
import { holdColumns } from "../task/TaskInput.js"
import { failOnIssues, type Issue } from "../values/InvalidInput.js"
import { isPlainObject } from "../values/Json.js"
import { INSTANT_RULE } from "../values/Instant.js"
import { parseIso } from "../values/Timestamp.js"
import { BulkConflict } from "./BulkConflict.js"

const FIELDS = [
  ...["boardId", "groupId", "name", "description", "status", "priority", "assignees", "dueDate", "columnValues"],
  ...["createdAt", "updatedAt"]
] as const
type Field = (typeof FIELDS)[number]

const isField = (name: string): name is Field => (FIELDS as ReadonlyArray<string>).includes(name)

const INSTANTS: ReadonlySet<string> = new Set(["dueDate", "createdAt", "updatedAt"])

const issueOf = (name: string, value: unknown): string | null => {
  if (!isField(name) && !name.startsWith(VALUE_PREFIX)) return "is not a field of a task"
  if (!INSTANTS.has(name) || (name === "dueDate" && value === null)) return null
  return typeof value === "string" && parseIso(value) !== null ? null : INSTANT_RULE
}

/** An issue for each that is not a field of a task, and for each instant that is not one. */
export const expectIssues = (expected: object): ReadonlyArray<Issue> =>
  Object.entries(expected).flatMap(([name, value]) => {
    const message = issueOf(name, value)
    return message === null ? [] : [{ path: ["expect", name], message }]
  })

/** The ids of the columns whose values are expected. */
export const expectedColumns = (expected: object): ReadonlyArray<string> =>
  Object.keys(expected).flatMap((name) => (name.startsWith(VALUE_PREFIX) ? [name.slice(VALUE_PREFIX.length)] : []))

const currentOf = (task: PlacedTask, name: string): unknown => {
  if (isField(name)) return task[name]
  const id = name.slice(VALUE_PREFIX.length)
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

/** Whether the field is as expected: instants as such, assignees in any order. */
const isExpected = (name: string, value: unknown, current: unknown): boolean => {
  if (INSTANTS.has(name) && typeof value === "string") return parseIso(value) === current
  const isSet = name === "assignees" && Array.isArray(value) && Array.isArray(current)
  return isSet ? isEqual([...new Set(value)].toSorted(), current.toSorted()) : isEqual(value, current)
}

/**
 * Fails with `InvalidInput` for columns that the board does not have, and with `BulkConflict`, which has the current values, if
 * the task is not as expected.
 */
export const verifyExpected = (expected: Readonly<Record<string, unknown>>) =>
  Effect.fnUntraced(function* (task: PlacedTask) {
    const { unknown } = yield* holdColumns(task.boardId, expectedColumns(expected))
    yield* failOnIssues(
      unknown.map(({ message, path: [, id = ""] }) => ({ path: ["expect", `${VALUE_PREFIX}${id}`], message }))
    )
    const issues = Object.entries(expected).flatMap(([name, value]) => {
      const current = currentOf(task, name)
      if (isExpected(name, value, current)) return []
      return [{ path: ["expect", name], message: "is not the current value", current }]
    })
    if (issues.length > 0) return yield* new BulkConflict({ issues })
  })
