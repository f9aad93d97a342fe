import type { Board, Column } from "@boardwright/client"
import type { BoardTask, Json, TaskPatch, Tasks } from "../store/Operation.js"
import { ruleText } from "../../text/refusals.js"
import { t } from "../text/texts.js"
import { isCheck, numberOf, textOf, timeOf } from "./read.js"

/** How a value is shown and edited. */
export type Kind =
  | "text"
  | "longText"
  | "number"
  | "date"
  | "people"
  | "checkbox"
  | "link"
  | "email"
  | "option"
  | "labels"

export interface Option {
  readonly id: string
  /** What tasks have. Filters in addresses name it or the id. */
  readonly label: string
  /** What is shown. */
  readonly text: string
  /** Empty for one that is shown without a color. */
  readonly color: string
  /** What it means in the field of the task, if its column is bound to one. */
  readonly value?: string | null
}

/** A column of the table: a column of the board, or a field of the task that none is bound to. */
export interface Field {
  /** The id of the column, or the name of the field. */
  readonly key: string
  readonly name: string
  readonly kind: Kind
  readonly column: Column | null
  readonly options: ReadonlyArray<Option>
  /** The label that is shown for tasks without one, if their status or their priority means it. */
  readonly fallback?: string | undefined
  /** In pixels. */
  readonly width: number
  /** Whether the table shows it. */
  readonly isShown: boolean
}

const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["long text", "longText"],
  ["longtext", "longText"],
  ["long-text", "longText"],
  ["number", "number"],
  ["date", "date"],
  ["person", "people"],
  ["checkbox", "checkbox"],
  ["link", "link"],
  ["url", "link"],
  ["email", "email"],
  ["status", "option"],
  ["priority", "option"],
  ["dropdown", "option"],
  ["labels", "labels"]
])

const WIDTHS: Readonly<Record<Kind, number>> = {
  ...{ text: 180, longText: 240, number: 130, date: 140, people: 150 },
  ...{ checkbox: 90, link: 180, email: 200, option: 140, labels: 180 }
}

/** The narrowest and the widest that a column can be made. */
export const MIN_WIDTH = 60
export const MAX_WIDTH = 800

/** The name of a task, which every board has first; the stylesheet has its width. */
export const NAME_FIELD: Field = {
  ...{ key: "name", name: "", kind: "text", column: null, options: [], width: 0, isShown: true }
}

type KnownLabel = "pending" | "working" | "done" | "critical" | "high" | "medium" | "low"

/** The known values of fields with their colors, as the server makes options of them. */
const KNOWN_VALUES: Readonly<Record<"status" | "priority", ReadonlyArray<readonly [KnownLabel, string]>>> = {
  status: [
    ["pending", "#C4C4C4"],
    ["working", "#FDAB3D"],
    ["done", "#00C875"]
  ],
  priority: [
    ["critical", "#333333"],
    ["high", "#401694"],
    ["medium", "#5559DF"],
    ["low", "#579BFC"]
  ]
}
/** Colors of labels that are no options, as the server colors options. */
const OTHERS = ["#579BFC", "#A25DDC", "#037F4C", "#FF642E", "#CAB641", "#9AADBD", "#FF158A", "#66CCFF", "#7F5347"]
const RED: ReadonlySet<string> = new Set(["blocked", "stuck", "urgent"])

/** A color for the part of a board at an index of its list, as the server gives one. */
export const colorAt = (index: number): string => OTHERS[index % OTHERS.length] ?? "#9AADBD"

/** The color of a label without one of its own, always the same. */
export const labelColor = (label: string): string => {
  const folded = label.trim().toLowerCase()
  let sum = 0
  for (const character of folded) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521
  return RED.has(folded) ? "#E2445C" : colorAt(sum)
}

export type OwnField = "status" | "priority" | "dueDate" | "assignees"

const OWN: Readonly<Record<OwnField, Kind>> = {
  ...{ assignees: "people", status: "option", priority: "option", dueDate: "date" }
}
const DEFAULTS: Readonly<Record<OwnField, string | null>> = {
  ...{ status: "pending", priority: "medium", dueDate: null, assignees: "" }
}

/** The known values of a type of column, in the user's language. */
export const knownOptions = (type: string): ReadonlyArray<Option> =>
  type === "status" || type === "priority"
    ? KNOWN_VALUES[type].map(([label, color]) => ({ id: label, label, color, text: t(`label.${label}`) }))
    : []

/** The known options and those that tasks have besides. The default, which nobody may have chosen, has no loud color. */
const withFound = (known: ReadonlyArray<Option>, tasks: Tasks, name: OwnField): ReadonlyArray<Option> => {
  const labels = new Set(known.map(({ label }) => label))
  const found = new Set<string>()
  for (const task of tasks.values()) {
    const value = task[name]
    if (typeof value === "string" && !labels.has(value)) found.add(value)
  }
  const quiet = known.map((option) => (option.label === DEFAULTS.priority ? { ...option, color: "" } : option))
  return [...quiet, ...[...found].map((label) => ({ id: label, label, text: label, color: labelColor(label) }))]
}

const isUsed = (tasks: Tasks, name: OwnField): boolean => {
  for (const task of tasks.values()) if (task[name] !== DEFAULTS[name]) return true
  return false
}

/** A field of the task itself, whether or not the table shows it. */
export const ownField = (name: OwnField, tasks: Tasks): Field => {
  const kind = OWN[name]
  return {
    key: name,
    name: t(`field.${name}`),
    kind,
    column: null,
    options: kind === "option" ? withFound(knownOptions(name), tasks, name) : [],
    width: WIDTHS[kind],
    isShown: true
  }
}

/**
 * The known options as a column without any gets them, with labels in the user's language, before a task has one; none for a
 * column that has options, or that takes no others.
 */
export const optionsToGet = ({ options, strict, type }: Pick<Column, "options" | "strict" | "type">) =>
  options.length > 0 || strict ? [] : newOptions(type.toLowerCase())

/** The known options of a type of column as they are sent for a new column. */
export const newOptions = (type: string) =>
  knownOptions(type).map(({ color, label, text }) => ({ label: text, color, value: label }))

/** Whether tasks without a value have the default of the field that a column is bound to. */
const hasDefault = (column: Column): column is Column & { readonly field: "status" | "priority" } =>
  column.field === "status" || column.field === "priority"

const ofColumn = (column: Column): Field => {
  const type = column.type.toLowerCase()
  const options = [...column.options, ...optionsToGet(column).map((option) => ({ ...option, id: option.value }))]
  const kind = KINDS.get(type) ?? "text"
  return {
    key: column.id,
    name: column.name,
    kind,
    column,
    options: options.map((option) => ({ ...option, text: option.label })),
    fallback: hasDefault(column) ? options.find(({ value }) => value === DEFAULTS[column.field])?.label : undefined,
    width: Math.min(Math.max(column.width ?? WIDTHS[kind], MIN_WIDTH), MAX_WIDTH),
    isShown: column.visible
  }
}

/**
 * The columns of a board in order. A field of the task that no column is bound to comes first, if it is one of people or
 * if it is used, or if the board has no column that is bound to a field.
 */
export const fieldsOf = ({ columns }: Pick<Board, "columns">, tasks: Tasks): ReadonlyArray<Field> => {
  const bound = new Set(columns.flatMap(({ field }) => field ?? []))
  const own = (Object.keys(OWN) as ReadonlyArray<OwnField>).filter(
    (name) => !bound.has(name) && (bound.size === 0 || name === "assignees" || isUsed(tasks, name))
  )
  return [...own.map((name) => ownField(name, tasks)), ...columns.map(ofColumn)]
}

/** What addresses call a field: by the field of the task that its column is bound to, or by its key. */
export const addressNameOf = ({ column, key }: Pick<Field, "column" | "key">): string => column?.field ?? key

/** The field that an address means. */
export const fieldNamed = (fields: ReadonlyArray<Field>, name: string): Field | undefined =>
  fields.find((field) => field.key === name || addressNameOf(field) === name)

/** Whether a field has the status of tasks, their due date and so on. */
export const isFieldFor = (field: Pick<Field, "column" | "key">, name: OwnField): boolean =>
  addressNameOf(field) === name

/** The field that has the status of tasks, their due date and so on. */
export const fieldFor = (fields: ReadonlyArray<Field>, name: OwnField): Field | undefined =>
  fields.find((field) => isFieldFor(field, name))

const isOwn = (key: string): key is OwnField => Object.hasOwn(OWN, key)

/** What a task has in a field. */
export const valueOf = (task: BoardTask, { column, key }: Field): unknown => {
  if (column !== null) return task.columnValues[key] ?? null
  return isOwn(key) ? task[key] : null
}

/** What is shown of a task in a field. A status or a priority that is the default is not stored, and may have a label all the same. */
export const shownOf = (task: BoardTask, field: Field): unknown => {
  const value = valueOf(task, field)
  return isEmptyValue(value) ? (field.fallback ?? value) : value
}

/** Whether a task is shown with a priority that nobody may have chosen, which has no loud color. */
export const isQuiet = (task: BoardTask, field: Field): boolean =>
  field.column?.field === "priority" && isEmptyValue(valueOf(task, field))

/** Whether a task has what a new one has, in a field without a column. */
export const isDefault = (task: BoardTask, { column, key }: Field): boolean =>
  column === null && isOwn(key) && task[key] === DEFAULTS[key]

/** Whether a task can be without a value in a field. Each task has a status and a priority. */
export const isClearable = ({ column, key }: Pick<Field, "column" | "key">): boolean =>
  column !== null || (key !== "status" && key !== "priority")

/** What to send so that a task has a value in a field; null clears it, and is nothing to send where a field is never empty. */
export const patchOf = (field: Field, value: Json): TaskPatch => {
  const { column, key } = field
  if (value === null && !isClearable(field)) return {}
  if (column !== null) return { columnValues: { [key]: value } }
  if (key === "assignees") return { assignees: Array.isArray(value) ? value.map(String) : [] }
  if (key === "dueDate") return { dueDate: typeof value === "string" ? value : null }
  return { [key]: value }
}

const listOf = (value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === "string" && value !== "" ? [value] : []
}

/** People and labels of a value. */
export const entriesOf = listOf

/** A label in the form by which labels are compared, as on the server. */
export const foldLabel = (label: string): string => label.trim().normalize("NFC").toLowerCase()

/** The option that a label is of, in any case. */
export const optionOf = ({ options }: Pick<Field, "options">, label: unknown): Option | null => {
  if (typeof label !== "string" || label.trim() === "") return null
  const folded = foldLabel(label)
  return (
    options.find((option) => option.label === label) ??
    options.find((option) => foldLabel(option.label) === folded) ?? {
      id: label,
      label,
      text: label,
      color: labelColor(label)
    }
  )
}

/** The options of a field, then other labels that tasks have in it. */
export const optionsIn = (field: Field, tasks: Tasks): ReadonlyArray<Option> => {
  if (field.kind !== "option" && field.kind !== "labels") return []
  const found = new Map(field.options.map((option) => [option.label, option]))
  for (const task of tasks.values())
    for (const label of listOf(valueOf(task, field))) {
      const option = optionOf(field, label)
      if (option !== null && !found.has(option.label)) found.set(option.label, option)
    }
  return [...found.values()]
}

const isLabels = (value: unknown): boolean => typeof value === "string" || Array.isArray(value)

/** Whether a value fits. The server refuses more dates and addresses than these. */
const FITS: { readonly [Of in Kind]?: (value: unknown) => boolean } = {
  checkbox: isCheck,
  labels: isLabels,
  option: isLabels,
  number: (value) => Number.isFinite(numberOf(value)),
  date: (value) => !Number.isNaN(timeOf(value)),
  link: (value) => /^https?:\/\/[^\s/]\S*$/i.test(textOf(value).trim()),
  email: (value) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(textOf(value).trim())
}

/** Says that a value does not fit its column; `rule` is what the server says of it. */
export const warningOf = ({ kind }: Pick<Field, "kind">, rule: string): string =>
  t("panel.warning", { rule: kind === "text" || kind === "longText" ? ruleText(rule) : t(`rule.${kind}`) })

/** Why a strict column takes no such value. */
export const refusalOf = (column: Pick<Column, "name" | "type">, rule: string): string =>
  `${column.name}: ${warningOf({ kind: KINDS.get(column.type.toLowerCase()) ?? "text" }, rule)}`

/** The warning of a value that does not fit its column; null for one that fits. */
export const misfitOf = (field: Pick<Field, "column" | "kind">, value: unknown): string | null =>
  field.column === null || textOf(value).trim() === "" || FITS[field.kind]?.(value) !== false
    ? null
    : warningOf(field, "")

export const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)
