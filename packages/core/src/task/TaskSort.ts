import { readCell } from "../board/readCell.js"
import { foldLabel, labelsOf } from "../board/options.js"
import { byCodePoint } from "../values/Text.js"
import type { ColumnId } from "../values/ids.js"
import type { Json } from "../values/Json.js"
import type { PlacedTask } from "./Task.js"

/** The fields that can be one of several texts. */
export type LabelField = "groupId" | "status" | "priority"

/** The fields that are instants. */
export type InstantField = "dueDate" | "createdAt" | "updatedAt"

/**
 * How cells are read to sort by them: `text` is a text, number or boolean; `dueDate` a date that a due date can be; `label` a label;
 * the others the first of a list.
 */
export type CellSort = "text" | "number" | "date" | "dueDate" | "checkbox" | "person" | "label" | "labels"

/** The place of each label by its `labelKey`; unknown labels follow by code point. */
export type LabelPlaces = { readonly [key: string]: number }

/**
 * What a list is sorted by. Tasks without a value are last in either direction. The ids of groups and of first assignees are
 * labels too.
 */
export type SortKey = { readonly descending: boolean } & (
  | { readonly by: "field"; readonly field: "id" | "name" | InstantField }
  | { readonly by: "label"; readonly field: LabelField | "assignee"; readonly places: LabelPlaces }
  | {
      readonly by: "cell"
      readonly column: ColumnId
      readonly cell: CellSort
      readonly places: LabelPlaces
      /** The label of tasks without one. */
      readonly unset?: string
    }
)

/** A trimmed label with A to Z in lower case, which every database does alike. */
export const labelKey = (label: string): string => label.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Most letters beyond A to Z of which every casing is a form. */
const MOST_CASED = 3

/** A folded label with any of its letters beyond A to Z in upper case, unless it has many. */
const casingsOf = (folded: string): ReadonlyArray<string> => {
  const letters = [...folded]
  const cased = letters.flatMap((letter, at) => (letter > "\u007f" && letter !== letter.toUpperCase() ? [at] : []))
  if (cased.length > MOST_CASED) return [folded]
  const upper = (form: ReadonlyArray<string>, at: number) => form.with(at, form[at]?.toUpperCase() ?? "")
  return cased
    .reduce<ReadonlyArray<ReadonlyArray<string>>>(
      (forms, at) => forms.flatMap((form) => [form, upper(form, at)]),
      [letters]
    )
    .map((form) => form.join(""))
}

/**
 * The `labelKey` of a label as it is, in lower case, in upper case, with the first letter of it or of each word in upper case,
 * and with any casing of a few letters beyond A to Z, each also with composed and with decomposed characters: databases fold
 * only A to Z alike.
 */
export const labelKeys = (label: string): ReadonlyArray<string> => {
  const folded = foldLabel(label)
  const upper = folded.toUpperCase()
  const words = folded.replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
  const forms = [label, ...casingsOf(folded), upper, upper.slice(0, 1) + folded.slice(1), words]
  const all = [label, ...(["NFC", "NFD"] as const).flatMap((form) => forms.map((each) => each.normalize(form)))]
  // Upper case can make another label: of ß it makes SS.
  return [...new Set(all.filter((form) => foldLabel(form) === folded).map(labelKey))]
}

type Key = readonly [string | number | boolean, string] | null

/** After all places. */
export const NO_PLACE = 1_000_000

const placed = (places: LabelPlaces, label: string, key: string): Key => {
  const place = Object.hasOwn(places, key) ? places[key] : undefined
  return place === undefined ? [NO_PLACE, label] : [place, ""]
}

const isTextual = (cell: Json): cell is string | number | boolean =>
  typeof cell === "number" || typeof cell === "boolean" || (typeof cell === "string" && cell.trim() !== "")

const firstOf = (cell: Json): string | null => {
  const people = Array.isArray(cell) ? cell : [cell]
  const [first] = people
  return people.every((each) => typeof each === "string") && typeof first === "string" && first.trim() !== ""
    ? first
    : null
}

const DUE_DATE = { type: "date", field: "dueDate" } as const

/** What a cell is sorted by; null for one that means nothing. */
export const cellKey = (sort: CellSort, places: LabelPlaces, cell: Json): Key => {
  if (sort === "text") return isTextual(cell) ? [String(cell), ""] : null
  if (sort === "person") {
    const first = firstOf(cell)
    return first === null ? null : [first, ""]
  }
  if (sort === "label" || sort === "labels") {
    const [label] = labelsOf({ type: sort === "labels" ? "labels" : "dropdown" }, cell) ?? []
    return label === undefined ? null : placed(places, label, labelKey(label))
  }
  const reading = readCell(sort === "dueDate" ? DUE_DATE : { type: sort }, cell)
  return reading === null || typeof reading === "object" ? null : [reading, ""]
}

const keyOf = (key: SortKey, task: PlacedTask): Key => {
  if (key.by === "label") {
    const label = key.field === "assignee" ? task.assignees[0] : task[key.field]
    return label === undefined ? null : placed(key.places, label, label)
  }
  if (key.by === "cell") {
    const { columnValues } = task
    const cell = Object.hasOwn(columnValues, key.column) ? (columnValues[key.column] ?? null) : null
    const { cell: sort, places, unset } = key
    return cellKey(sort, places, cell) ?? (unset === undefined ? null : cellKey(sort, places, unset))
  }
  const value = task[key.field]
  return value === null ? null : [value, ""]
}

const compared = (a: string | number | boolean, b: string | number | boolean): number =>
  typeof a === "string" && typeof b === "string" ? byCodePoint(a, b) : Number(a) - Number(b) || 0

/** Sorts tasks by the keys, ties by rank and id: the model of what the databases do. */
export const sortTasks = (keys: ReadonlyArray<SortKey>, tasks: ReadonlyArray<PlacedTask>): ReadonlyArray<PlacedTask> =>
  tasks
    .map((task) => ({ task, keys: keys.map((key) => keyOf(key, task)) }))
    .toSorted((a, b) => {
      for (const [at, { descending }] of keys.entries()) {
        const [left, right] = [a.keys[at] ?? null, b.keys[at] ?? null]
        if (left === null || right === null) {
          if (left !== right) return left === null ? 1 : -1
          continue
        }
        const order = compared(left[0], right[0]) || byCodePoint(left[1], right[1])
        if (order !== 0) return descending ? -order : order
      }
      return byCodePoint(a.task.rank, b.task.rank) || byCodePoint(a.task.id, b.task.id)
    })
    .map(({ task }) => task)
