import type { FieldChanges } from "../change/Change.js"
import type { Json } from "../values/Json.js"

/** Before the id of a column, in the name of a recorded field. */
export const VALUE = "columnValues."

/** The recorded fields, and the custom values among them by column id, on one side of a change. */
export const recordedValues = (fields: FieldChanges, side: "from" | "to") => {
  const own: Record<string, Json> = {}
  const columnValues: Record<string, Json> = {}
  for (const [field, change] of Object.entries(fields)) {
    if (field.startsWith(VALUE)) columnValues[field.slice(VALUE.length)] = change[side]
    else own[field] = change[side]
  }
  return { own, columnValues }
}

/** The fields as they were, as the input of an update. */
export const fieldsBefore = (fields: FieldChanges) => {
  const { columnValues, own } = recordedValues(fields, "from")
  return Object.keys(columnValues).length === 0 ? own : { ...own, columnValues }
}
