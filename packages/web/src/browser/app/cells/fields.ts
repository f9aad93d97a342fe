import type { Board, Column } from "@boardwright/client"
import type { BoardTask, Json, TaskPatch, Tasks } from "../store/Operation.js"
import { t } from "../text/texts.js"

/** How a value is shown and edited. */
export type Kind =
  "text" | "longText" | "number" | "date" | "people" | "checkbox" | "link" | "email" | "option" | "labels"

export interface Option {
  readonly id: string
  readonly label: string
  readonly color: string
}

/** A column of the table: a column of the board, or a field of the task that none is bound to. */
export interface Field {
  /** The id of the column, or the name of the field. */
  readonly key: string
  readonly name: string
  readonly kind: Kind
  readonly column: Column | null
  readonly options: ReadonlyArray<Option>
  /** In pixels. */
  readonly width: number
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
  ...{ text: 180, longText: 240, number: 110, date: 140, people: 150 },
  ...{ checkbox: 90, link: 180, email: 200, option: 140, labels: 180 }
}

/** The narrowest and the widest that a column can be made. */
export const MIN_WIDTH = 60
export const MAX_WIDTH = 800
const NAME_WIDTH = 340

/** The name of a task, which every board has first. */
export const NAME_FIELD: Field = { key: "name", name: "", kind: "text", column: null, options: [], width: NAME_WIDTH }

/** The known values of fields that have no column, as the server makes options of them. */
const STATUSES: ReadonlyArray<Option> = [
  { id: "pending", label: "pending", color: "#C4C4C4" },
  { id: "working", label: "working", color: "#FDAB3D" },
  { id: "done", label: "done", color: "#00C875" }
]
const PRIORITIES: ReadonlyArray<Option> = [
  { id: "critical", label: "critical", color: "#333333" },
  { id: "high", label: "high", color: "#401694" },
  { id: "medium", label: "medium", color: "#5559DF" },
  { id: "low", label: "low", color: "#579BFC" }
]
/** Colors of labels that are no options, as the server colors options. */
const OTHERS = ["#579BFC", "#A25DDC", "#037F4C", "#FF642E", "#CAB641", "#9AADBD", "#FF158A", "#66CCFF", "#7F5347"]
const RED: ReadonlySet<string> = new Set(["blocked", "stuck", "urgent"])

/** The color of a label without one of its own, always the same. */
export const labelColor = (label: string): string => {
  const folded = label.trim().toLowerCase()
  let sum = 0
  for (const character of folded) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521
  return RED.has(folded) ? "#E2445C" : (OTHERS[sum % OTHERS.length] ?? "#9AADBD")
}

type OwnField = "status" | "priority" | "dueDate" | "assignees"

const OWN: Readonly<Record<OwnField, { readonly kind: Kind; readonly options: ReadonlyArray<Option> }>> = {
  assignees: { kind: "people", options: [] },
  status: { kind: "option", options: STATUSES },
  priority: { kind: "option", options: PRIORITIES },
  dueDate: { kind: "date", options: [] }
}
const DEFAULTS: Readonly<Record<OwnField, string | null>> = {
  ...{ status: "pending", priority: "medium", dueDate: null, assignees: "" }
}

/** The known options and those that tasks have besides. */
const withFound = (known: ReadonlyArray<Option>, tasks: Tasks, name: OwnField): ReadonlyArray<Option> => {
  const labels = new Set(known.map(({ label }) => label))
  const found = new Set<string>()
  for (const task of tasks.values()) {
    const value = task[name]
    if (typeof value === "string" && !labels.has(value)) found.add(value)
  }
  return [...known, ...[...found].map((label) => ({ id: label, label, color: labelColor(label) }))]
}

const isUsed = (tasks: Tasks, name: OwnField): boolean => {
  for (const task of tasks.values()) if (task[name] !== DEFAULTS[name]) return true
  return false
}

/** A field of the task itself, whether or not the table shows it. */
export const ownField = (name: OwnField, tasks: Tasks): Field => {
  const { kind, options } = OWN[name]
  return {
    key: name,
    name: t(`field.${name}`),
    kind,
    column: null,
    options: kind === "option" ? withFound(options, tasks, name) : [],
    width: WIDTHS[kind]
  }
}

/** The known values of a type of column. */
export const knownOptions = (type: string): ReadonlyArray<Option> =>
  type === "status" ? STATUSES : type === "priority" ? PRIORITIES : []

const ofColumn = (column: Column): Field => {
  const type = column.type.toLowerCase()
  const kind = KINDS.get(type) ?? "text"
  const isOpen = column.options.length === 0 && !column.strict
  return {
    key: column.id,
    name: column.name,
    kind,
    column,
    options: isOpen ? knownOptions(type) : column.options,
    width: Math.min(Math.max(column.width ?? WIDTHS[kind], MIN_WIDTH), MAX_WIDTH)
  }
}

/**
 * The columns of a board in order. A field of the task that no column is bound to comes first, if it is one of people or
 * if it is used, or if the board has no columns.
 */
export const fieldsOf = ({ columns }: Pick<Board, "columns">, tasks: Tasks): ReadonlyArray<Field> => {
  const bound = new Set(columns.map(({ field }) => field))
  const own = (Object.keys(OWN) as ReadonlyArray<OwnField>).filter(
    (name) => !bound.has(name) && (columns.length === 0 || name === "assignees" || isUsed(tasks, name))
  )
  return [...own.map((name) => ownField(name, tasks)), ...columns.map(ofColumn)]
}

/** The field that has the status of tasks, their due date and so on. */
export const fieldFor = (fields: ReadonlyArray<Field>, name: OwnField): Field | undefined =>
  fields.find(({ column, key }) => (column === null ? key === name : column.field === name))

const isOwn = (key: string): key is OwnField => Object.hasOwn(OWN, key)

/** What a task has in a field. */
export const valueOf = (task: BoardTask, { column, key }: Field): unknown => {
  if (column !== null) return task.columnValues[key] ?? null
  return isOwn(key) ? task[key] : null
}

/** What to send so that a task has a value in a field; null clears it. */
export const patchOf = ({ column, key }: Field, value: Json): TaskPatch => {
  if (column !== null) return { columnValues: { [key]: value } }
  if (key === "assignees") return { assignees: Array.isArray(value) ? value.map(String) : [] }
  if (key === "dueDate") return { dueDate: typeof value === "string" ? value : null }
  return value === null ? {} : { [key]: value }
}

/** Whether the values of a field are labels of a column that can be changed. */
export const hasOptions = ({ column, kind }: Pick<Field, "column" | "kind">): boolean =>
  column !== null && (kind === "option" || kind === "labels")

const listOf = (value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === "string" && value !== "" ? [value] : []
}

/** People and labels of a value. */
export const entriesOf = listOf

/** The option that a label is of, in any case. */
export const optionOf = ({ options }: Pick<Field, "options">, label: unknown): Option | null => {
  if (typeof label !== "string" || label.trim() === "") return null
  const folded = label.trim().toLowerCase()
  return (
    options.find((option) => option.label === label) ??
    options.find((option) => option.label.trim().toLowerCase() === folded) ?? {
      id: label,
      label,
      color: labelColor(label)
    }
  )
}

export const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)
