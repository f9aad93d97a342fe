import type { Issue } from "../values/InvalidInput.js"
import { isTooLarge, type Json, jsonBytes, MAX_VALUE_BYTES } from "../values/Json.js"
import type { ColumnValues } from "./Task.js"

/** Most bytes of all column values of a task, as JSON in UTF-8. Keys do not count. */
export const MAX_VALUES_BYTES = 512 * 1024

export const VALUES_RULE = `must have at most ${MAX_VALUES_BYTES / 1024} KiB as JSON, all values of the task together`
const VALUE_RULE = `must have at most ${MAX_VALUE_BYTES / 1024} KiB as JSON, unless it is text`

const sum = (values: ReadonlyArray<Json>, bytesOf: (value: Json) => number): number =>
  values.reduce((bytes: number, value) => bytes + (value === null ? 0 : bytesOf(value)), 0)

// JSON writes a UTF-16 unit in at most six bytes. This bound avoids serialising the texts of most tasks.
const mostBytes = (text: string): number => 6 * text.length + 2

/** Whether the values exceed `MAX_VALUES_BYTES`. A null does not count, since it removes its key. */
export const exceedLimit = (values: ReadonlyArray<Json>): boolean => {
  const texts = values.filter((value) => typeof value === "string")
  const left = MAX_VALUES_BYTES - sum(values, (value) => (typeof value === "string" ? 0 : jsonBytes(value)))
  const most = texts.reduce((bytes, text) => bytes + mostBytes(text), 0)
  return left < 0 || (most > left && sum(texts, jsonBytes) > left)
}

const exceeds = (changed: Json, before: Json): boolean =>
  isTooLarge(changed) && !(isTooLarge(before) && jsonBytes(changed) <= jsonBytes(before))

/** An own value, or null: a key may be `toString`. */
const valueOf = (values: ColumnValues, key: string): Json =>
  Object.hasOwn(values, key) ? ((values as Readonly<Record<string, Json>>)[key] ?? null) : null

/**
 * The limits that changed column values exceed. Values that were stored before there were limits may stay and shrink,
 * but not grow.
 */
export const valueIssues = (changes: ColumnValues, before: ColumnValues, after: ColumnValues): ReadonlyArray<Issue> => {
  const keys = Object.keys(changes)
  const issues = keys.flatMap((key): ReadonlyArray<Issue> =>
    exceeds(valueOf(changes, key), valueOf(before, key)) ? [{ path: ["columnValues", key], message: VALUE_RULE }] : []
  )
  const changedBytes = (values: ColumnValues) =>
    sum(
      keys.map((key) => valueOf(values, key)),
      jsonBytes
    )
  return changedBytes(after) > changedBytes(before) && exceedLimit(Object.values(after))
    ? [...issues, { path: ["columnValues"], message: VALUES_RULE }]
    : issues
}
