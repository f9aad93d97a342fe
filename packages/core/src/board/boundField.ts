import { Schema } from "effect"
import type { Issue } from "../values/InvalidInput.js"
import { isTooLarge, type Json } from "../values/Json.js"
import { isSame } from "../values/patched.js"
import { fits, LABEL_LENGTH, NAME_LENGTH } from "../values/Text.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { UserId } from "../values/ids.js"
import { BOUND_FIELDS, type BoundField, type Column, type Option } from "./Board.js"
import { findOption, hasLabels, hasOptions } from "./options.js"
import { readDate } from "./readDate.js"
import { readLabel } from "./readLabel.js"

/** The fields of a task that columns can be bound to. */
export interface FieldValues {
  readonly status: string
  readonly priority: string
  readonly dueDate: Timestamp | null
  readonly assignees: ReadonlyArray<UserId>
}

/** Of a new task, and of a task without a cell in the column that is bound to the field. */
export const DEFAULT_FIELDS: FieldValues = { status: "pending", priority: "medium", dueDate: null, assignees: [] }

/** A field that an import fills. */
export type FilledField = Exclude<BoundField, "assignees">

const FILLED: ReadonlyMap<string, FilledField> = new Map([
  ["status", "status"],
  ["priority", "priority"],
  ["date", "dueDate"]
])

/** The field that an import fills from a column of that type. */
export const fieldOfType = ({ type }: Pick<Column, "type">) => FILLED.get(type.toLowerCase())

/** A field that a column can be bound to. */
export const BoundFieldInput = Schema.Literal(...BOUND_FIELDS).annotations({
  message: () => ({ message: `must be one of ${BOUND_FIELDS.join(", ")}`, override: true })
})

/** An issue with the field `path` of an input if a column of that type cannot be bound to its field. */
export const fieldIssues = ({ field, type }: Pick<Column, "field" | "type">, path: string): ReadonlyArray<Issue> => {
  if (field === "status" || field === "priority") {
    const fitting = hasOptions({ type }) && !hasLabels({ type })
    return fitting ? [] : [{ path: [path], message: `must be status, priority or dropdown for the field ${field}` }]
  }
  const fitting = field === null || !hasOptions({ type })
  return fitting ? [] : [{ path: [path], message: `must not be a type with options for the field ${field}` }]
}

type Bound = Pick<Column, "options">

const labelValue = ({ options }: Bound, field: "status" | "priority", cell: Json): string => {
  if (typeof cell !== "string") return DEFAULT_FIELDS[field]
  const label = cell.trim()
  const value = findOption(options, label)?.value
  if (typeof value === "string") return value
  return label !== "" && fits(label, LABEL_LENGTH) ? readLabel(field, label) : DEFAULT_FIELDS[field]
}

/** Whether cells of the column list people. */
export const isPeople = ({ type }: Pick<Column, "type">): boolean => type.toLowerCase() === "person"

/** The entries of a cell of people: a list, or the one that it is. */
export const peopleOf = (cell: Json): ReadonlyArray<Json> => (cell === null ? [] : Array.isArray(cell) ? cell : [cell])

/** A cell of people with other texts in place of its own, unless it would then be over the limit of a value. */
export const replacePeople = (cell: Json, of: (text: string) => string): Json => {
  const replaced = (entry: Json): Json => (typeof entry === "string" ? of(entry) : entry)
  const all = Array.isArray(cell) ? peopleOf(cell).map(replaced) : replaced(cell)
  return isTooLarge(all) ? cell : all
}

/** The texts in a cell that may be ids of users: all of a list, or the one without blanks that it is. */
export const userIdsIn = (cell: unknown): ReadonlyArray<string> => {
  if (typeof cell === "string") return cell.length <= NAME_LENGTH && /^\S+$/.test(cell) ? [cell] : []
  return Array.isArray(cell) ? cell.filter((id) => typeof id === "string") : []
}

/** The users among the entries of a cell, each once. */
const usersIn = (cell: Json, users: ReadonlyMap<string, UserId>): ReadonlyArray<UserId> => [
  ...new Set(userIdsIn(cell).flatMap((id) => users.get(id) ?? []))
]

const NO_USERS: ReadonlyMap<string, UserId> = new Map()

/**
 * The field that a cell means: by the column's options, then by the table of labels. A cell that means nothing gives the
 * default. `users` are those among the ids in the cell.
 */
export const fieldOf = (column: Bound, field: BoundField, cell: Json, users = NO_USERS): FieldValues[BoundField] => {
  if (field === "dueDate") return typeof cell === "string" ? readDate(cell.trim()) : null
  return field === "assignees" ? usersIn(cell, users) : labelValue(column, field, cell)
}

/**
 * The status or priority that an option means in a column that is bound to it, also where it has no value; its value in other
 * columns.
 */
export const meaningOf = ({ field, options }: Pick<Column, "field" | "options">, { label, value }: Option) =>
  field === "status" || field === "priority" ? labelValue({ options }, field, label) : value

/** Whether an option means a status or a priority: one whose label is too long for that, without a value, means nothing. */
const hasMeaning = ({ label, value }: Option): boolean => typeof value === "string" || fits(label.trim(), LABEL_LENGTH)

/** The label that a task without a cell has in a column that is bound to the status or the priority; undefined if no option means it. */
export const defaultLabel = ({ field, options }: Pick<Column, "field" | "options">): string | undefined =>
  field === "status" || field === "priority"
    ? options.find((option) => hasMeaning(option) && meaningOf({ field, options }, option) === DEFAULT_FIELDS[field])
        ?.label
    : undefined

const MIDNIGHT = "T00:00:00.000Z"

/** The value as the field can have it: a label that the table knows becomes what it means. */
export const normalField = (
  column: Bound,
  field: BoundField,
  value: FieldValues[BoundField]
): FieldValues[BoundField] => {
  if ((field !== "status" && field !== "priority") || typeof value !== "string") return value
  const isValue = (text: string) => column.options.some((option) => option.value === text)
  if (isValue(value)) return value
  const meant = labelValue(column, field, value)
  // What the table says may be the label of an option with another value.
  return isValue(meant) ? meant : labelValue(column, field, meant)
}

/** The cell for a field: null for the default, otherwise the first option that means it, or the value itself. */
export const cellOf = ({ options }: Bound, field: BoundField, value: FieldValues[BoundField]): Json => {
  if (isSame(value, DEFAULT_FIELDS[field]) || value === null) return null
  if (typeof value !== "string") return value
  if (field === "dueDate") return value.endsWith(MIDNIGHT) ? value.slice(0, -MIDNIGHT.length) : value
  return options.find((option) => meaningOf({ field, options }, option) === value)?.label ?? value
}
