import { isEmail } from "../account/Email.js"
import type { Json } from "../values/Json.js"
import { FIRST_DATE_YEAR, FIRST_YEAR } from "../values/Timestamp.js"
import type { Column } from "./Board.js"
import { labelsOf, toCell } from "./options.js"
import { readDate } from "./readDate.js"

/** A cell as its column's type means it: dates as ISO 8601, people and labels as lists. */
export type CellReading = string | number | boolean | ReadonlyArray<string>

type Cell = Exclude<Json, null>

interface CellType {
  /** What cells must be. */
  readonly rule: string
  /** Null for a cell that does not fit. */
  readonly read: (cell: Cell) => CellReading | null
}

const ofText =
  (read: (text: string) => CellReading | null) =>
  (cell: Cell): CellReading | null =>
    typeof cell === "string" ? read(cell.trim()) : null

const NUMBER = /^[-+]?\d{1,300}(?:\.\d{1,300})?(?:e[-+]?\d{1,3})?$/i

const readNumber = (cell: Cell): number | null => {
  if (typeof cell === "number") return cell
  const number = typeof cell === "string" && NUMBER.test(cell.trim()) ? Number(cell) : Number.NaN
  return Number.isFinite(number) ? number : null
}

// As spreadsheets and exports of other tools write them.
const CHECKED = new Set(["true", "yes", "ja", "wahr", "oui", "sí", "si", "x", "[x]", "☑", "✓", "✔"])
const UNCHECKED = new Set(["false", "no", "nein", "falsch", "non", "[ ]", "☐"])

const readCheckbox = (cell: Cell): boolean | null => {
  if (typeof cell !== "string") return typeof cell === "boolean" ? cell : null
  const word = cell.trim().toLowerCase()
  return CHECKED.has(word) ? true : UNCHECKED.has(word) ? false : null
}

const readPeople = (cell: Cell): ReadonlyArray<string> | null => {
  const people = Array.isArray(cell) ? cell : [cell]
  return people.every((person) => typeof person === "string") ? people : null
}

const dateFrom = (firstYear: number): CellType => ({
  rule: `must be a date from ${firstYear} to 9999, its day and month in a clear order`,
  read: ofText((text) => readDate(text, undefined, firstYear))
})
const DUE_DATE = dateFrom(FIRST_YEAR)

const LINK: CellType = {
  rule: "must be a web address with http or https",
  read: ofText((text) => (/^https?:\/\/[^\s/]\S*$/i.test(text) ? text : null))
}

const LABEL: CellType = { rule: "must be a label", read: (cell) => labelsOf({ type: "dropdown" }, cell)?.[0] ?? null }
const LABELS = { type: "labels" }

const CELL_TYPES: Readonly<Record<string, CellType>> = {
  number: { rule: "must be a number", read: readNumber },
  date: dateFrom(FIRST_DATE_YEAR),
  person: { rule: "must be a user id, a name, or a list of them", read: readPeople },
  checkbox: { rule: "must be true or false", read: readCheckbox },
  link: LINK,
  url: LINK,
  email: { rule: "must be an email address", read: ofText((text) => (isEmail(text) ? text : null)) },
  status: LABEL,
  priority: LABEL,
  dropdown: LABEL,
  labels: { rule: "must be a list of labels", read: (cell) => labelsOf(LABELS, toCell(LABELS, cell)) }
}

/** The types of columns whose cells mean more than text, in lower case. A cell of another type is any value. */
export const CELL_TYPE_NAMES: ReadonlyArray<string> = Object.keys(CELL_TYPES)

/** Whether cells of the column mean more than text. */
export const isTyped = ({ type }: Pick<Column, "type">): boolean => Object.hasOwn(CELL_TYPES, type.toLowerCase())

/** A column as its cells are read; one without a field is not bound. */
type ReadColumn = Pick<Column, "type"> & Partial<Pick<Column, "field">>

const typeOf = ({ field, type }: ReadColumn): CellType | undefined => {
  const name = type.toLowerCase()
  if (name === "date" && field === "dueDate") return DUE_DATE
  return Object.hasOwn(CELL_TYPES, name) ? CELL_TYPES[name] : undefined
}

/** Blank text fits every type, like a missing cell. */
const isBlank = (cell: Json): cell is null => cell === null || (typeof cell === "string" && cell.trim() === "")

/** The rule that a cell does not fit; null if it fits the type of its column. */
export const cellProblem = (column: ReadColumn, cell: Json): string | null => {
  if (isBlank(cell)) return null
  const known = typeOf(column)
  return known === undefined || known.read(cell) !== null ? null : known.rule
}

/** What a cell means in a column; null if it is blank or does not fit, or if the type means nothing. */
export const readCell = (column: ReadColumn, cell: Json): CellReading | null =>
  isBlank(cell) ? null : (typeOf(column)?.read(cell) ?? null)

/** A column of a type whose cells mean more than text. */
export type TypedColumn = Pick<Column, "id" | "type" | "field">
