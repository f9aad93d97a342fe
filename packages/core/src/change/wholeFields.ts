import type { FieldChange, FieldChanges } from "./Change.js"
import type { Json } from "../values/Json.js"

/** The fields of what is removed, with all that restores it. */
export const wholeFields = (entity: Readonly<Record<string, Json>>): FieldChanges =>
  Object.fromEntries(Object.entries(entity).map(([field, from]): [string, FieldChange] => [field, { from, to: null }]))

/** The values before a change, by field. What a change of that type records has the types of `A`. */
export const valuesBefore = <A>(fields: FieldChanges): A =>
  Object.fromEntries(Object.entries(fields).map(([field, { from }]) => [field, from])) as A
