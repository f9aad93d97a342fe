import type { Board, Import } from "@boardwright/core"
import type { ColumnChoice, Meanings } from "./ColumnPlan.js"
import { readRow } from "./csvRows.js"
import { nameHeaders } from "./findHeader.js"
import { bestColumn, type HeaderMeaning, rankOf } from "./headerWords.js"
import { restoreCell } from "./safeCell.js"

type Field = Board.BoundField

/** The first headers of an exported sheet with the field of each. The board's columns follow. */
const OWN_FIELDS: ReadonlyArray<readonly [header: string, field: Import.SheetField]> = [
  ["Name", "name"],
  ["Group", "group"],
  ["Status", "status"],
  ["Priority", "priority"],
  ["Due date", "dueDate"],
  ["Assignees", "assignees"],
  ["Description", "description"]
]

/** The type of a column that is bound to the field, the words of its header, and what a header adds that has none of them. */
const BOUND: Readonly<Record<Field, { readonly type: string; readonly words: HeaderMeaning; readonly mark: string }>> =
  {
    status: { type: "status", words: "status", mark: "status" },
    priority: { type: "priority", words: "priority", mark: "priority" },
    dueDate: { type: "date", words: "due", mark: "due date" },
    assignees: { type: "person", words: "person", mark: "assignees" }
  }
/** Longest header that is marked, in UTF-16 units. */
const MAX_HEADER = 1000
const FIELDS = Object.keys(BOUND) as ReadonlyArray<Field>
const isBindable = (field: Import.SheetField): field is Field => FIELDS.some((each) => each === field)

/** A label in the form by which labels are compared. */
const fold = (label: string): string => label.trim().normalize("NFC").toLowerCase()

/** What the labels of the app's new boards mean, as far as the API's own table has them not. */
const KNOWN_MEANINGS: Readonly<Partial<Record<Field, Meanings>>> = {
  status: { "zu erledigen": "pending", "in arbeit": "working", erledigt: "done" },
  priority: { critical: "critical", kritisch: "critical", hoch: "high", mittel: "medium", niedrig: "low" }
}

/** What an import of an exported sheet reads a label of the field as; undefined where it reads it as the API does. */
export const knownMeaning = (field: Field, label: string): string | undefined => KNOWN_MEANINGS[field]?.[fold(label)]

const quoted = (text: string): string => (/[";=\\]|^\s|\s$/.test(text) ? JSON.stringify(text) : text)

/**
 * The header of a column that is bound to a field, with what its labels mean where they do not say it:
 * `Stage (status: Shipped = done; Parked = pending)`.
 */
const boundHeader = (title: string, field: Field, meanings: ReadonlyArray<readonly [string, string]>): string => {
  const list = meanings.map(([label, value]) => `${quoted(label)} = ${quoted(value)}`).join("; ")
  return `${title} (${BOUND[field].mark}${list === "" ? "" : `: ${list}`})`
}

const TERM = '("(?:[^"\\\\]|\\\\.)*"|[^";=\\\\]+)'
const MEANING = new RegExp(`${TERM} = ${TERM}(?:; |$)`, "y")

const unquoted = (text: string): string => (text.startsWith('"') ? String(JSON.parse(text)) : text)

const readMeanings = (list: string): Meanings | null => {
  const found: Record<string, string> = {}
  MEANING.lastIndex = 0
  let at = 0
  while (at < list.length) {
    const [, label, value] = MEANING.exec(list) ?? []
    if (label === undefined || value === undefined) return null
    try {
      found[fold(unquoted(label))] = unquoted(value)
    } catch {
      return null
    }
    at = MEANING.lastIndex
  }
  return found
}

/** A column of an exported sheet: a field of the tasks, or a column of the board, which may be bound to one. */
export type OwnColumn =
  | { readonly kind: "field"; readonly field: Import.SheetField }
  | {
      readonly kind: "bound"
      readonly field: Field
      readonly name: string
      readonly type: string
      readonly meanings: Meanings
    }
  | { readonly kind: "typed"; readonly name: string; readonly type: string }
  | { readonly kind: "column" }

/** The types of unbound columns that a header has in brackets behind a name without the words that say them. */
const MARKED: ReadonlyArray<{ readonly type: string; readonly mark: string; readonly words: HeaderMeaning | null }> = [
  { type: "person", mark: "people", words: "person" },
  { type: "labels", mark: "labels", words: "labels" },
  { type: "dropdown", mark: "dropdown", words: null }
]

// A header that comes twice has got a number.
const MARK = /^(.+) \(([a-z]+)\)( \d+)?$/

const ofRest = (header: string): OwnColumn => {
  const [, name = "", mark, number = ""] = MARK.exec(header) ?? []
  const marked = MARKED.find((each) => each.mark === mark)
  return marked === undefined ? { kind: "column" } : { kind: "typed", name: name + number, type: marked.type }
}

/** Types that are choices where no field is bound: an import would bind the first status and the first priority. */
const CHOICES = new Set(["status", "priority"])

/** The header of a column that is bound to no field. */
const unboundHeader = ({ name, type }: Pick<ExportedColumn, "name" | "type">): string => {
  const known = type.toLowerCase()
  const marked = MARKED.find((each) => each.type === (CHOICES.has(known) ? "dropdown" : known))
  const isSaid = marked === undefined || (marked.words !== null && rankOf(name, marked.words) !== null)
  return isSaid ? name : `${name} (${marked.mark})`
}

/** What a header says that is marked as the one of a column that is bound to the field; null for another. */
const readMark = (header: string, field: Field) => {
  const mark = ` (${BOUND[field].mark}`
  const at = header.lastIndexOf(mark)
  if (at < 1 || header.length > MAX_HEADER || !header.endsWith(")")) return null
  const rest = header.slice(at + mark.length, -1)
  if (rest !== "" && !rest.startsWith(": ")) return null
  const meanings = readMeanings(rest.slice(2))
  return meanings === null ? null : { name: header.slice(0, at), meanings }
}

/** The column that is bound to a field: the one whose header is marked so, or whose words say so best. */
const findBound = (headers: ReadonlyArray<string>, from: number, field: Field) => {
  const columns = headers.map((header, index) => ({ header, index })).slice(from)
  const marked = columns.flatMap(({ header, index }) => {
    const mark = readMark(header, field)
    return mark === null ? [] : [{ ...mark, index }]
  })
  if (marked.length > 0) return marked.length === 1 ? marked[0] : undefined
  const best = columns[bestColumn(columns, BOUND[field].words) ?? -1]
  return best === undefined ? undefined : { name: best.header, index: best.index, meanings: {} }
}

/**
 * What the columns of a sheet are that was exported: its first headers are those of the fields, but for the fields that
 * columns of the board are bound to. Null for any other sheet.
 */
export const ownColumns = (headers: ReadonlyArray<string>): ReadonlyArray<OwnColumn> | null => {
  const columns: Array<OwnColumn> = []
  const missing: Array<Field> = []
  for (const [header, field] of OWN_FIELDS) {
    if (headers[columns.length] === header) columns.push({ kind: "field", field })
    else if (isBindable(field)) missing.push(field)
    else return null
  }
  const from = columns.length
  columns.push(...headers.slice(from).map(ofRest))
  for (const field of missing) {
    const found = findBound(headers, from, field)
    if (found === undefined || columns[found.index]?.kind !== "column") return null
    const { index, meanings, name } = found
    const { type } = BOUND[field]
    columns[index] = { kind: "bound", field, name, type, meanings: { ...KNOWN_MEANINGS[field], ...meanings } }
  }
  return columns
}

const choiceOf = (column: OwnColumn): ColumnChoice | null => {
  if (column.kind === "typed") return { name: column.name, type: column.type }
  if (column.kind === "bound")
    return column.field === "assignees"
      ? { name: column.name, type: column.type, isAssigned: true }
      : { name: column.name, type: column.type, meanings: column.meanings }
  return column.kind === "field" && column.field === "assignees" ? { type: "assignees" } : null
}

/** What the headers of an exported sheet say of its columns, by their index, as choices for an import; none of another sheet. */
export const ownChoices = (headers: ReadonlyArray<string>): ReadonlyMap<number, ColumnChoice> =>
  new Map(
    (ownColumns(headers) ?? []).flatMap((column, index) => {
      const choice = choiceOf(column)
      return choice === null ? [] : [[index, choice] as const]
    })
  )

/** Whether a text begins with the headers of an exported sheet. */
export const isOwnText = (text: string): boolean => {
  const row = readRow(text.replace(/^\ufeff/, ""), 0, ",", true)
  return "cells" in row && ownColumns(nameHeaders(row.cells.map(restoreCell), row.cells.length)) !== null
}

/** A column of a board to export. `meanings` has what its labels mean where an import would read them otherwise. */
export interface ExportedColumn {
  readonly name: string
  readonly type: string
  readonly field: Field | null
  readonly meanings: ReadonlyArray<readonly [label: string, value: string]>
}

interface Layout {
  readonly fields: ReadonlyArray<Import.SheetField>
  readonly headers: ReadonlyArray<string>
}

/** Whether an import of the headers binds the columns that stand for the fields that are left out, with their meanings. */
const isReadBack = ({ fields, headers }: Layout, columns: ReadonlyArray<ExportedColumn>): boolean => {
  const read = ownColumns(nameHeaders(headers, headers.length))
  return columns.every(({ field, meanings, name }, at) => {
    if (field === null || fields.includes(field)) return true
    const found = read?.[fields.length + at]
    const title = name.replace(/\s+/g, " ").trim()
    if (found?.kind !== "bound" || found.field !== field || found.name !== title) return false
    return meanings.every(([label, value]) => found.meanings[fold(label)] === value)
  })
}

/**
 * The fields and the headers of an exported sheet. A column that is bound to a field replaces the column of the field, under
 * its own name, marked where the name says too little; if an import would not find it, both are there.
 */
export const ownLayout = (columns: ReadonlyArray<ExportedColumn>): Layout => {
  const names = columns.map((column) => (column.field === null ? unboundHeader(column) : column.name))
  const without = new Set<Import.SheetField>()
  const layoutOf = (marked: ReadonlyArray<string>): Layout => {
    const front = OWN_FIELDS.filter(([, field]) => !without.has(field))
    return { fields: front.map(([, field]) => field), headers: [...front.map(([header]) => header), ...marked] }
  }
  for (const [at, { field, meanings, name }] of columns.entries()) {
    if (field === null) continue
    without.add(field)
    const header = [...(meanings.length === 0 ? [name] : []), boundHeader(name, field, meanings)].find(
      (each) => each.length <= MAX_HEADER && isReadBack(layoutOf(names.with(at, each)), columns)
    )
    if (header === undefined) without.delete(field)
    else names[at] = header
  }
  return layoutOf(names)
}
