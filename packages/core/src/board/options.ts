import { Schema } from "effect"
import type { Issue } from "../values/InvalidInput.js"
import { type Json, jsonBytes, MAX_VALUE_BYTES } from "../values/Json.js"
import { Color } from "../values/Color.js"
import { cleared, fits, Label, LABEL_LENGTH, Name, NAME_LENGTH, optional } from "../values/Text.js"
import type { Column, Option } from "./Board.js"
import { readLabel } from "./readLabel.js"

/** Most options of a column. */
export const MAX_OPTIONS = 500

/** The types of columns with options; a cell of `labels` is a list of labels, of the others one label. */
const OPTION_TYPES: ReadonlySet<string> = new Set(["status", "priority", "dropdown", "labels"])

export const hasOptions = ({ type }: Pick<Column, "type">): boolean => OPTION_TYPES.has(type.toLowerCase())

export const hasLabels = ({ type }: Pick<Column, "type">): boolean => type.toLowerCase() === "labels"

/**
 * An option as it is sent: with the id of an option that stays, or new, under an id of the caller's or without one. A `value`
 * of null is that of the label, or none; an option that had none keeps what it means when it is renamed.
 */
export const OptionInput = Schema.Struct({
  id: optional(Name),
  label: Name,
  color: optional(Color),
  value: cleared(Label)
}).annotations({ message: () => "must be an object with label, color and value" })

const KNOWN_COLORS: ReadonlyMap<string, string> = new Map([
  ["done", "#00C875"],
  ["working", "#FDAB3D"],
  ["pending", "#C4C4C4"],
  ["blocked", "#E2445C"],
  ["stuck", "#E2445C"],
  ["critical", "#333333"],
  ["urgent", "#E2445C"],
  ["high", "#401694"],
  ["medium", "#5559DF"],
  ["low", "#579BFC"]
])
const OTHER_COLORS = ["#579BFC", "#A25DDC", "#037F4C", "#FF642E", "#CAB641", "#9AADBD", "#FF158A", "#66CCFF", "#7F5347"]

/** A color for the part of a board at an index of its list. */
export const colorAt = (index: number): string => OTHER_COLORS[index % OTHER_COLORS.length] ?? ""

/** A label in the form by which labels are compared: without regard to case and Unicode normalization. */
export const foldLabel = (label: string): string => label.trim().normalize("NFC").toLowerCase()

/** The issues of options: ids and labels that repeat, and options of a type that has none. */
export const optionIssues = (
  column: Pick<Column, "type">,
  given: ReadonlyArray<typeof OptionInput.Type>
): ReadonlyArray<Issue> => {
  if (given.length > 0 && !hasOptions(column)) {
    return [{ path: ["options"], message: "are only for the types status, priority, dropdown and labels" }]
  }
  const duplicates = (field: "id" | "label", keyOf: (option: typeof OptionInput.Type) => string | undefined) => {
    const seen = new Set<string>()
    return given.flatMap((option, at): ReadonlyArray<Issue> => {
      const key = keyOf(option)
      if (key === undefined) return []
      if (seen.has(key)) return [{ path: ["options", String(at), field], message: "is a duplicate" }]
      seen.add(key)
      return []
    })
  }
  return [...duplicates("id", ({ id }) => id), ...duplicates("label", ({ label }) => foldLabel(label))]
}

type Given = typeof OptionInput.Type

/** The options that are given, with those that their sender did not know. */
export interface MergedOptions {
  readonly options: ReadonlyArray<Given>
  /** For the id of a new option whose label is there already, the id that it has. */
  readonly ids: ReadonlyMap<string, string>
  readonly issues: ReadonlyArray<Issue>
}

/**
 * Adds the options that are not `known` to the given ones, each behind the one that it is behind now. A new option whose label is there
 * already is left out, and so is a known one that was removed meanwhile.
 */
export const withUnknown = (
  before: ReadonlyArray<Option>,
  given: ReadonlyArray<Given>,
  known: ReadonlyArray<string>
): MergedOptions => {
  const stored = new Set(before.map(({ id }) => id))
  const [seen, named] = [new Set(known), new Set(given.map(({ id }) => id))]
  const unknown = new Map(
    before.flatMap(({ id, label }) => (seen.has(id) || named.has(id) ? [] : [[foldLabel(label), id]]))
  )
  const ids = new Map<string, string>()
  const issues: Array<Issue> = []
  const options: Array<Given> = []
  for (const [at, option] of given.entries()) {
    const { id } = option
    const same = unknown.get(foldLabel(option.label))
    if (id !== undefined && stored.has(id)) {
      if (same !== undefined) issues.push({ path: ["options", String(at), "label"], message: "is a duplicate" })
      options.push(option)
    } else if (same !== undefined) {
      if (id !== undefined) ids.set(id, same)
    } else if (id === undefined || !seen.has(id)) options.push(option)
  }
  const first: Array<Given> = []
  /** The unknown ones by the given one that they are behind. */
  const behind = new Map<string, Array<Given>>()
  let group = first
  for (const option of before) {
    if (named.has(option.id)) behind.set(option.id, (group = []))
    else if (!seen.has(option.id)) group.push(option)
  }
  const followed = options.flatMap((option) => [option, ...(behind.get(option.id ?? "") ?? [])])
  return { options: [...first, ...followed], ids, issues }
}

interface Index {
  readonly exact: ReadonlyMap<string, Option>
  readonly folded: ReadonlyMap<string, Option>
  readonly size: number
}

/** By list of options, as long as it has the same length: a list that is being made grows. */
const indexes = new WeakMap<ReadonlyArray<Option>, Index>()

const indexOf = (options: ReadonlyArray<Option>): Index => {
  const known = indexes.get(options)
  if (known?.size === options.length) return known
  const [exact, folded] = [new Map<string, Option>(), new Map<string, Option>()]
  for (const option of options.toReversed()) {
    exact.set(option.label, option)
    folded.set(foldLabel(option.label), option)
  }
  const index = { exact, folded, size: options.length }
  indexes.set(options, index)
  return index
}

/** The option of a label, in any case. Looked up in an index, since a change of options looks up every cell of its board. */
export const findOption = (options: ReadonlyArray<Option>, label: string): Option | undefined => {
  const { exact, folded } = indexOf(options)
  return exact.get(label) ?? folded.get(foldLabel(label))
}

const isLabelField = (name: string | null): name is "status" | "priority" => name === "status" || name === "priority"

/** The status or priority that a label means in a column of those types, which may be bound to the other one; null in other columns. */
const valueOf = (column: Pick<Column, "type" | "field">, label: string): string | null => {
  const type = column.type.toLowerCase()
  if (!isLabelField(type) || !fits(label, LABEL_LENGTH)) return null
  return readLabel(isLabelField(column.field) ? column.field : type, label)
}

/** An option at this index of a column, with its known color and value unless others are given. */
export const newOption = (
  column: Pick<Column, "type" | "field">,
  id: string,
  index: number,
  given: { readonly label: string; readonly color?: string | undefined; readonly value?: string | null | undefined }
): Option => {
  const { color, label } = given
  const value = given.value ?? valueOf(column, label)
  const known = KNOWN_COLORS.get((value ?? label).toLowerCase())
  return { id, label, color: color ?? known ?? colorAt(index), value }
}

const NO_OPTIONS: ReadonlyArray<Option> = []

/**
 * A cell as it is stored in a column with options: text in a column of labels becomes the list of its labels, or the one
 * label that it is, unless that would be over the limit of a value that is not text.
 */
export const toCell = (
  { options = NO_OPTIONS, ...column }: Pick<Column, "type"> & Partial<Pick<Column, "options">>,
  cell: Json
): Json => {
  if (typeof cell !== "string" || !hasLabels(column) || cell.length > MAX_VALUE_BYTES) return cell
  const parts = findOption(options, cell) === undefined ? cell.split(/[,;\n]/) : [cell]
  const labels = [...new Set(parts.map((label) => label.trim()))].filter((label) => label !== "")
  return jsonBytes(labels) > MAX_VALUE_BYTES ? cell : labels
}

const isLabel = (label: Json): label is string => typeof label === "string" && label.trim() !== ""

/** The trimmed labels of a cell; null if it is neither a label nor a list of labels as its column has them. */
export const labelsOf = (column: Pick<Column, "type">, cell: Json): ReadonlyArray<string> | null => {
  const labels = hasLabels(column) ? cell : [cell]
  if (!Array.isArray(labels) || !labels.every(isLabel)) return null
  const trimmed = labels.map((label) => label.trim())
  return trimmed.every((label) => fits(label, NAME_LENGTH)) ? trimmed : null
}

/** The labels of a cell that are not options of its column, as far as it may have more options. */
export const unknownLabels = (column: Pick<Column, "type" | "options">, cell: Json): ReadonlyArray<string> => {
  const unknown: Array<string> = []
  const seen = new Set<string>()
  for (const label of labelsOf(column, cell) ?? []) {
    const isKnown = findOption(column.options, label) !== undefined || seen.has(foldLabel(label))
    if (isKnown || column.options.length + unknown.length >= MAX_OPTIONS) continue
    seen.add(foldLabel(label))
    unknown.push(label)
  }
  return unknown
}
