import type { Issue } from "../values/InvalidInput.js"
import { jsonBytes } from "../values/Json.js"
import type { ColumnValues, Json } from "./Task.js"

/** Most bytes of a column value that is not text: as JSON, in UTF-8. */
export const MAX_VALUE_BYTES = 16 * 1024
/** Most bytes of a task's column values together: each as JSON, in UTF-8. Keys do not count. */
export const MAX_VALUES_BYTES = 512 * 1024

/** The rule of `MAX_VALUES_BYTES` as a message. */
export const VALUES_RULE = `must have at most ${MAX_VALUES_BYTES / 1024} KiB as JSON, all values of the task together`
const VALUE_RULE = `must have at most ${MAX_VALUE_BYTES / 1024} KiB as JSON, unless it is text`

const sum = (values: Iterable<Json>, bytesOf: (value: Json) => number): number => {
  let bytes = 0
  for (const value of values) bytes += value === null ? 0 : bytesOf(value)
  return bytes
}

// JSON writes a UTF-16 unit in at most six bytes. Most tasks are far from the limit, and are not written to be measured.
const mostBytes = (value: Json): number => (typeof value === "string" ? 6 * value.length + 2 : jsonBytes(value))

/** Whether values are too large to be those of one task. A null counts nothing, since it removes its key. */
export const exceedBudget = (values: Iterable<Json>): boolean =>
  sum(values, mostBytes) > MAX_VALUES_BYTES && sum(values, jsonBytes) > MAX_VALUES_BYTES

const tooLarge = (value: Json): boolean => typeof value !== "string" && jsonBytes(value) > MAX_VALUE_BYTES

const refused = (changed: Json, before: Json): boolean =>
  tooLarge(changed) && !(tooLarge(before) && jsonBytes(changed) <= jsonBytes(before))

/** A value, null if there is none; a key may be `toString`. */
const valueOf = (values: ColumnValues, key: string): Json =>
  Object.hasOwn(values, key) ? ((values as Readonly<Record<string, Json>>)[key] ?? null) : null

/**
 * The budgets that changed column values break. What was stored over a budget before there was one may stay and shrink,
 * but not grow.
 */
export const valueIssues = (changes: ColumnValues, before: ColumnValues, after: ColumnValues): ReadonlyArray<Issue> => {
  const keys = Object.keys(changes)
  const issues = keys.flatMap((key): ReadonlyArray<Issue> =>
    refused(valueOf(changes, key), valueOf(before, key)) ? [{ path: ["columnValues", key], message: VALUE_RULE }] : []
  )
  const changedBytes = (values: ColumnValues) =>
    sum(
      keys.map((key) => valueOf(values, key)),
      jsonBytes
    )
  return changedBytes(after) > changedBytes(before) && exceedBudget(Object.values(after))
    ? [...issues, { path: ["columnValues"], message: VALUES_RULE }]
    : issues
}
