import type { Person } from "@boardwright/client"
import {
  addressNameOf,
  entriesOf,
  type Field,
  fieldFor,
  fieldNamed,
  foldLabel,
  isEmptyValue,
  optionOf,
  shownOf,
  valueOf
} from "../cells/fields.js"
import { isChecked, numberOf, textOf, timeOf } from "../cells/read.js"
import { userNames } from "../cells/Value.js"
import type { BoardTask, Tasks } from "../store/Operation.js"
import { type Condition, folded, type Op, testOf } from "./conditions.js"

/** Which tasks of a board are shown, and in which order; the query of the address has it. */
export interface Filter {
  /** Words that must be in the name or in a value. */
  readonly q: string
  /** Only those of this user. */
  readonly assignee: string | null
  /** All must hold. */
  readonly conditions: ReadonlyArray<Condition>
  /** The key of a field, with - before it for the opposite order. */
  readonly sort: string
}

const NAME = /^f\.(?<key>.+?)(?:\.(?<op>contains|min|max))?$/
/** In the query, what "" means is written out. */
export const NONE = "none"

/** The name in the query of a condition on a field. */
export const conditionName = (field: Pick<Field, "column" | "key">, op: Condition["op"] = "in"): string =>
  `f.${addressNameOf(field)}${op === "in" ? "" : `.${op}`}`

const conditionOf = (query: URLSearchParams, name: string): ReadonlyArray<Condition> => {
  const { key, op = "in" } = NAME.exec(name)?.groups ?? {}
  if (key === undefined) return []
  const values = query.getAll(name).map((value) => (value === NONE && op === "in" ? "" : value))
  return [{ name, key, op: op as Op | "in", values }]
}

/** The filter that a query has. */
export const filterOf = (query: URLSearchParams, me: string): Filter => ({
  q: query.get("q") ?? "",
  assignee: query.get("mine") === "1" ? me : null,
  conditions: [...new Set(query.keys())].flatMap((name) => conditionOf(query, name)),
  sort: query.get("sort") ?? ""
})

export const isFiltered = ({ assignee, conditions, q }: Filter): boolean =>
  q !== "" || assignee !== null || conditions.length > 0

type Compare = (a: BoardTask, b: BoardTask) => number

/** A comparison of the values of a field, those without one last in either order. */
const comparing = (field: Field, people: ReadonlyMap<string, Person>, sign: number): Compare => {
  const rank = new Map(field.options.map(({ label }, at) => [foldLabel(label), at]))
  const collator = new Intl.Collator(undefined, { numeric: true })
  const keyOf = (task: BoardTask): number | string | null => {
    const value = shownOf(task, field)
    if (isEmptyValue(value)) return null
    switch (field.kind) {
      case "number":
        return numberOf(value)
      case "date":
        return timeOf(value)
      case "checkbox":
        return isChecked(value) ? 1 : 0
      case "option":
      case "labels":
        return rank.get(foldLabel(entriesOf(Array.isArray(value) ? value : textOf(value))[0] ?? "")) ?? rank.size
      case "people":
        return people.get(entriesOf(value)[0] ?? "")?.name ?? textOf(value)
      default:
        return textOf(value)
    }
  }
  const keys = new Map<string, number | string | null>()
  const known = (task: BoardTask) => {
    const key = keys.get(task.id)
    if (key !== undefined) return key
    const made = keyOf(task)
    const fits = typeof made === "number" && Number.isNaN(made) ? null : made
    keys.set(task.id, fits)
    return fits
  }
  return (a, b) => {
    const [left, right] = [known(a), known(b)]
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1
    if (typeof left === "number" && typeof right === "number") return sign * (left - right)
    return sign * collator.compare(String(left), String(right))
  }
}

/** The tasks that a filter lets through, in its order. */
export const shownTasks = (
  tasks: Tasks,
  fields: ReadonlyArray<Field>,
  people: ReadonlyMap<string, Person>,
  filter: Filter
): ReadonlyArray<BoardTask> => {
  const words = folded(filter.q)
    .split(/\s+/)
    .filter((word) => word !== "")
  const peopleField = fieldFor(fields, "assignees")
  const tests = filter.conditions.flatMap((condition) => {
    const field = fieldNamed(fields, condition.key)
    return field === undefined ? [] : (testOf(field, condition) ?? [])
  })
  const textsOf = (task: BoardTask) =>
    folded(
      [
        task.name,
        ...fields.map((field) => {
          const value = shownOf(task, field)
          if (field.kind === "option") return optionOf(field, value)?.text ?? textOf(value)
          return userNames(people, value) ?? textOf(value)
        })
      ].join("\n")
    )
  const isShown = (task: BoardTask): boolean => {
    if (filter.assignee !== null) {
      const assigned = peopleField === undefined ? task.assignees : entriesOf(valueOf(task, peopleField))
      if (!assigned.includes(filter.assignee)) return false
    }
    if (!tests.every((test) => test(task))) return false
    if (words.length === 0) return true
    const text = textsOf(task)
    return words.every((word) => text.includes(word))
  }
  const shown = [...tasks.values()].filter(isShown)
  if (filter.sort === "") return shown
  const sign = filter.sort.startsWith("-") ? -1 : 1
  const key = filter.sort.replace(/^-/, "")
  if (key === "name") {
    const { compare } = new Intl.Collator(undefined, { numeric: true })
    return shown.toSorted((a, b) => sign * compare(a.name, b.name))
  }
  const field = fieldNamed(fields, key)
  return field === undefined ? shown : shown.toSorted(comparing(field, people, sign))
}
