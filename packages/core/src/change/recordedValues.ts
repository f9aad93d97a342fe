import type { Json } from "../values/Json.js"
import type { FieldChange, FieldChanges } from "./Change.js"

/** Before the id of a column, in the name of a recorded field. */
export const VALUE_PREFIX = "columnValues."

/** One value of each recorded field, and of the custom values among them by column id. */
export const recordedValues = (fields: FieldChanges, valueOf: (change: FieldChange) => Json) => {
  const own: Record<string, Json> = {}
  const columnValues: Record<string, Json> = {}
  for (const [field, change] of Object.entries(fields)) {
    if (field.startsWith(VALUE_PREFIX)) columnValues[field.slice(VALUE_PREFIX.length)] = valueOf(change)
    else own[field] = valueOf(change)
  }
  return { own, columnValues }
}

/** One value of each recorded field as in a task, and as in the input of an update: with `columnValues` where there are any. */
export const valuesAsInput = (fields: FieldChanges, valueOf: (change: FieldChange) => Json) => {
  const { columnValues, own } = recordedValues(fields, valueOf)
  return Object.keys(columnValues).length === 0 ? own : { ...own, columnValues }
}

/** The fields as they were, as the input of an update. */
export const fieldsBefore = (fields: FieldChanges) => valuesAsInput(fields, ({ from }) => from)
