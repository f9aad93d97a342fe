import { firstDayOf, weekOf } from "../calendar/days.js"
import { isDue, isLate } from "../cells/due.js"
import { entriesOf, type Field, foldLabel, isEmptyValue, shownOf } from "../cells/fields.js"
import { dayOf, isChecked, numberOf, textOf, today, typedNumbers } from "../cells/read.js"
import type { BoardTask } from "../store/Operation.js"
import { locale } from "../text/texts.js"

/** What is typed to compare values with; days and numbers include `min` and `max`. */
export type Op = "contains" | "min" | "max"

/** What a value can be beside a label or a person; "" is none. */
export type Choice = "" | "any" | "no" | "overdue" | "today" | "week" | "yes"

/** A condition on a field: one of the values that are chosen, or what is typed. */
export interface Condition {
  /** In the query of the address. */
  readonly name: string
  readonly key: string
  readonly op: Op | "in"
  readonly values: ReadonlyArray<string>
}

/** The conditions that a field can have, by its kind. What is chosen comes after the field's own options and people. */
export const conditionsOf = (
  field: Field
): { readonly choices: ReadonlyArray<Choice>; readonly ops: ReadonlyArray<Op> } => {
  switch (field.kind) {
    case "option":
      // A status or a priority always has a value.
      return { choices: field.column === null || field.fallback !== undefined ? [] : [""], ops: [] }
    case "labels":
    case "people":
      return { choices: [""], ops: [] }
    case "checkbox":
      return { choices: ["yes", "no"], ops: [] }
    case "number":
      return { choices: ["any", ""], ops: ["min", "max"] }
    case "date":
      return {
        choices: [...(isDue(field) ? (["overdue"] as const) : []), "today", "week", "any", ""],
        ops: ["min", "max"]
      }
    default:
      return { choices: ["any", ""], ops: ["contains"] }
  }
}

/** A text without regard to case and diacritics. */
export const folded = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase()

type KeysOf = (task: BoardTask) => ReadonlyArray<string>

const dayKeys = (field: Field): KeysOf => {
  const now = today()
  const [first, last] = weekOf(now, firstDayOf(locale()))
  return (task) => {
    const day = dayOf(shownOf(task, field))
    if (day === null) return [""]
    return [
      "any",
      ...(day === now ? ["today"] : []),
      ...(day >= first && day <= last ? ["week"] : []),
      ...(isLate(task, day, now) ? ["overdue"] : [])
    ]
  }
}

/** What a task can be chosen by: labels and people as they are compared, and choices. */
const keysIn = (field: Field): KeysOf => {
  const presence = (isEmpty: boolean) => [isEmpty ? "" : "any"]
  switch (field.kind) {
    case "option":
    case "labels":
    case "people":
      return (task) => {
        const value = shownOf(task, field)
        return isEmptyValue(value) ? [""] : entriesOf(Array.isArray(value) ? value : textOf(value)).map(foldLabel)
      }
    case "checkbox":
      return (task) => [isChecked(shownOf(task, field)) ? "yes" : "no"]
    case "date":
      return dayKeys(field)
    case "number":
      return (task) => presence(Number.isNaN(numberOf(shownOf(task, field))))
    default:
      return (task) => presence(textOf(shownOf(task, field)).trim() === "")
  }
}

/** Tests tasks for a condition; null for one that the field cannot have, or that is not fully typed. */
export const testOf = (field: Field, { op, values }: Condition): ((task: BoardTask) => boolean) | null => {
  if (op === "in") {
    const labelOf = (value: string) =>
      field.options.find((option) => option.id === value || option.value === value)?.label ?? value
    const chosen = new Set(values.map((value) => foldLabel(labelOf(value))))
    const keysOf = keysIn(field)
    return (task) => keysOf(task).some((key) => chosen.has(key))
  }
  const typed = (values[0] ?? "").trim()
  if (typed === "" || !conditionsOf(field).ops.includes(op)) return null
  if (op === "contains") {
    const part = folded(typed)
    return (task) => folded(textOf(shownOf(task, field))).includes(part)
  }
  const sign = op === "min" ? 1 : -1
  if (field.kind === "number") {
    const bound = typedNumbers().read(typed)
    return Number.isNaN(bound) ? null : (task) => sign * (numberOf(shownOf(task, field)) - bound) >= 0
  }
  const bound = dayOf(typed)
  if (bound === null) return null
  return (task) => {
    const day = dayOf(shownOf(task, field))
    return day !== null && (op === "min" ? day >= bound : day <= bound)
  }
}
