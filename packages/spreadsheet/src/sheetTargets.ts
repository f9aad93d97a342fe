import type { ColumnPlan, Mapping, Meanings } from "./ColumnPlan.js"
import { TASK_PARTS, type TaskPart } from "./headerWords.js"
import { nameHeaders } from "./findHeader.js"
import { HISTORY_TYPE } from "./inferType.js"
import { isDoneLabel } from "./knownLabels.js"
import { normaliseCell } from "./normaliseCell.js"
import type { FormatReader } from "./readDate.js"
import type { CellWarning, Row } from "./Sheet.js"

/** What becomes of a column: a part of the task, or a column of the board. */
export interface Target {
  readonly index: number
  /** For a column of the board its name, else the header. */
  readonly header: string
  readonly field?: "name" | "group" | TaskPart
  readonly type?: string
  /** False: it sets no field of the task, though it is the first column of its type. True, of people: they are the assignees. */
  readonly binds?: boolean
  readonly meanings?: Meanings | undefined
  /** With the field `parent`: the column whose cells name the rows, besides the column of their names. */
  readonly keyIndex?: number | undefined
}

/** Targets as the API's import takes them. Names are cut to 255 characters. */
export const toMappings = (targets: ReadonlyArray<Target>) =>
  targets.map(({ binds, field, header, index, keyIndex, meanings, type }) => ({
    index,
    name: [...header].slice(0, 255).join(""),
    type,
    field: field === "name" ? undefined : field,
    keyIndex,
    binds,
    meanings
  }))

/** A row as the API's import takes it: cells by column index, without blank ones. */
export const toCells = (cells: ReadonlyArray<string>): Readonly<Record<string, string>> =>
  Object.fromEntries(cells.flatMap((cell, index) => (cell.trim() === "" ? [] : [[String(index), cell]])))

/** A row whose dates and numbers the core can read. */
export interface ConvertedRow {
  readonly cells: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<CellWarning>
}

/** Converts the dates and numbers of a row as its columns are planned. */
export const rowNormaliser = (plans: ReadonlyArray<ColumnPlan>, readFormat?: FormatReader) => {
  const normalisers = plans
    .filter(({ date, number }) => (date ?? number) !== null)
    .map((plan) => [plan.index, normaliseCell(plan, readFormat)] as const)
  return (row: Row) => {
    const cells = [...row.cells]
    const warnings = [...row.warnings]
    for (const [index, normalise] of normalisers) {
      const { value, warning } = normalise(cells[index] ?? "", row.line)
      cells[index] = value
      if (warning !== null) warnings.push(warning)
    }
    return { cells, warnings }
  }
}

/** The type of a column of the board: a date that is not when a task is due is a date all the same. */
export const boardType = (type: string): Pick<Target, "binds" | "type"> =>
  type.toLowerCase() === HISTORY_TYPE ? { type: "date", binds: false } : { type }

const targetOf = ({ header, index, keyIndex, meanings, name, type }: ColumnPlan): Target => {
  const field = TASK_PARTS.find((part) => part === type.toLowerCase())
  return field === undefined
    ? { index, header: name, meanings, ...boardType(type) }
    : { index, header, field, keyIndex }
}

/** What a cell means that does not say that a task is done. */
const NOT_DONE = /^(?:0|false|no|nein|falsch|non|☐|\[ ?\]|)$/i

/** The status that a column's marks of done tasks become, in a cell of its own. */
const doneStatus = (plan: ColumnPlan, headers: ReadonlyArray<string>) => {
  const label = isDoneLabel(plan.header) ? plan.header : "Done"
  const type = "status"
  return {
    target: { header: nameHeaders([...headers, "Status"], headers.length + 1).at(-1) ?? "", type },
    cellOf: ({ cells }: Row): string => (NOT_DONE.test((cells[plan.index] ?? "").trim()) ? "" : label)
  }
}

/**
 * The targets of a sheet's columns, and the conversion of its rows. A column that is both the group and a column of the
 * board is there twice, with the group in a cell after the others, and the status that marks of done tasks become is in
 * the last one; a column that is left out becomes blank.
 */
export const sheetTargets = (mapping: Mapping, headers: ReadonlyArray<string>, readFormat?: FormatReader) => {
  const { columns: plans, groupIndex, left, nameIndex } = mapping
  const isTwice = plans.some(({ index }) => index === groupIndex)
  const marks = plans.find(({ marksDone }) => marksDone)
  const done = marks === undefined ? null : doneStatus(marks, headers)
  const target = (index: number, from: number, field: "name" | "group"): Target => ({
    index,
    header: headers[from] ?? "",
    field
  })
  const targets: ReadonlyArray<Target> = [
    target(nameIndex, nameIndex, "name"),
    ...(groupIndex === null ? [] : [target(isTwice ? headers.length : groupIndex, groupIndex, "group")]),
    ...(done === null ? [] : [{ ...done.target, index: headers.length + (isTwice ? 1 : 0) }]),
    ...plans.map(targetOf)
  ]
  const normalise = rowNormaliser(plans, readFormat)
  const convert = (row: Row): ConvertedRow => {
    if (!row.cells.length) return row
    const { cells, warnings } = normalise(row)
    for (const { index } of left) if (index !== groupIndex) cells[index] = ""
    if (isTwice) cells.push(row.cells[groupIndex ?? 0] ?? "")
    if (done !== null) cells.push(done.cellOf(row))
    return { cells, warnings }
  }
  return { targets, convert }
}
