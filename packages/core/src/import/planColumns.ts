import type { BoundField } from "../board/Board.js"
import { fieldIssues, fieldOfType, isPeople } from "../board/boundField.js"
import { foldLabel } from "../board/options.js"
import type { Issue } from "../values/InvalidInput.js"
import { fits, NAME_LENGTH } from "../values/Text.js"
import type { BoardImport, ColumnMapping } from "./BoardImport.js"
import type { DateOrders } from "../board/readDate.js"
import type { SheetField, SheetImport } from "./SheetImport.js"

type Decoded = typeof BoardImport.Type

export interface PlannedColumn {
  /** The index in the spreadsheet, from 0. */
  readonly index: number
  readonly name: string
  readonly type: string
  readonly fills: BoundField | null
  /** The values that its labels mean, by folded label, if they do not say them themselves. */
  readonly meanings?: ReadonlyMap<string, string>
  /** It is a column of people, and those that its cells name become users. */
  readonly matchesPeople?: boolean
  /** The sheet is an export of ours: a task without a cell has the label of the default. */
  readonly verbatim?: boolean
}

export interface ColumnPlan {
  /** The index of the column with the tasks' names. */
  readonly nameIndex: number
  readonly columns: ReadonlyArray<PlannedColumn>
  /** The fields, without the name, of the columns that set one and are no columns of the board, by index. */
  readonly fields: ReadonlyMap<number, Exclude<SheetField, "name">>
  /** The column of the keys that parents are named by. */
  readonly keyIndex?: number | undefined
  /** Labels and descriptions are kept exactly. */
  readonly verbatim: boolean
  /** How the sheet writes ambiguous dates, by `gatherDateOrders`. */
  readonly dateOrders?: DateOrders
}

/** The column that sets a field. */
export const columnOf = ({ fields }: Pick<ColumnPlan, "fields">, wanted: SheetField): number | undefined =>
  [...fields].find(([, field]) => field === wanted)?.[0]

const byFoldedLabel = (meanings: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(meanings).map(([label, value]) => [foldLabel(label), value]))

const findNameIndex = (input: Decoded, issues: Array<Issue>): number => {
  const marked = input.columnMappings.filter((mapping) => mapping.isFirstColumn === true)
  if (marked.length > 1) issues.push({ path: ["columnMappings"], message: "may mark only one column as the first" })
  const byMark = marked[0]?.index
  const byIndex = input.firstColumnIndex
  if (byMark !== undefined && byIndex !== undefined && byMark !== byIndex) {
    issues.push({ path: ["firstColumnIndex"], message: `differs from the marked first column, which is ${byMark}` })
  }
  return byMark ?? byIndex ?? 0
}

const findDuplicates = (input: Decoded, issues: Array<Issue>): void => {
  const seen = new Set<number>()
  for (const [at, { index }] of input.columnMappings.entries()) {
    if (seen.has(index)) issues.push({ path: ["columnMappings", String(at), "index"], message: "is mapped already" })
    seen.add(index)
  }
}

/** The field that a column of a type sets: of people only if the mapping says so, where their names are matched. */
const fieldToFill = (
  type: string,
  { binds }: ColumnMapping,
  { columnMappings, matchPeople }: Decoded
): BoundField | undefined => {
  const isSet = columnMappings.some(({ field }) => field === "assignees")
  return isPeople({ type }) && binds === true && matchPeople === true && !isSet ? "assignees" : fieldOfType({ type })
}

/**
 * Plans the name column, the columns that set a field and the board's columns. The first `status`, `priority` and `date`
 * column also sets the task's field, unless its mapping says `binds: false`, and a column of people if it says `binds: true`. Issues are contradictions in the mappings: two marks, a repeated index or field, an
 * over-long name.
 */
export const planColumns = (input: Decoded): { readonly plan: ColumnPlan; readonly issues: ReadonlyArray<Issue> } => {
  const issues: Array<Issue> = []
  const nameIndex = findNameIndex(input, issues)
  findDuplicates(input, issues)
  const filled = new Set<BoundField>()
  const columns: Array<PlannedColumn> = []
  const fields = new Map<number, Exclude<SheetField, "name">>()
  for (const [at, mapping] of input.columnMappings.entries()) {
    if (mapping.keyIndex !== undefined && mapping.field !== "parent") {
      issues.push({
        path: ["columnMappings", String(at), "keyIndex"],
        message: "is for a column with the field parent"
      })
    }
    if (mapping.field !== undefined) {
      const path = ["columnMappings", String(at), "field"]
      if (mapping.index === nameIndex) issues.push({ path, message: "is set for the column with the tasks' names" })
      else if ([...fields.values()].includes(mapping.field)) issues.push({ path, message: "is set for another column" })
      else fields.set(mapping.index, mapping.field)
      continue
    }
    if (mapping.index === nameIndex) continue
    const given = mapping.name?.trim() || input.headers?.[mapping.index]?.trim()
    const name = given || `Column ${mapping.index + 1}`
    if (!fits(name, NAME_LENGTH)) {
      issues.push({
        path: ["columnMappings", String(at), "name"],
        message: `must have at most ${NAME_LENGTH} characters`
      })
    }
    const type = mapping.type ?? "text"
    const field = fieldToFill(type, mapping, input)
    const fills = field === undefined || mapping.binds === false || filled.has(field) ? null : field
    if (fills !== null) filled.add(fills)
    const people = input.matchPeople === true && isPeople({ type }) ? { matchesPeople: true } : {}
    const said = mapping.meanings === undefined ? {} : { meanings: byFoldedLabel(mapping.meanings) }
    columns.push({ index: mapping.index, name, type, fills, ...said, ...people })
  }
  const { keyIndex } = input.columnMappings.find(({ field }) => field === "parent") ?? {}
  return { plan: { nameIndex, keyIndex, columns, fields, verbatim: false }, issues }
}

/** The plan of a sheet's columns. */
export interface SheetPlan extends ColumnPlan {
  readonly headers: ReadonlyMap<number, string>
}

/** Plans the columns of a sheet. Issues are repeated fields or columns, and over-long names. */
export const planSheet = ({ columns, verbatim = false, ...input }: typeof SheetImport.Type) => {
  const issues = columns.flatMap(({ field, fills = null, header, type = "text" }, at): ReadonlyArray<Issue> => {
    const target = field ?? fills
    const isFirst = columns.findIndex((other) => target === (other.field ?? other.fills)) === at
    const twice = target === null || isFirst ? [] : [{ path: [header], message: `is a second ${target} column` }]
    return [...twice, ...fieldIssues({ field: fills, type }, header)]
  })
  const nameIndex = columns.find(({ field }) => field === "name")?.index ?? 0
  const planned = planColumns({
    ...input,
    rows: [],
    matchPeople: true,
    firstColumnIndex: nameIndex,
    columnMappings: columns
      .filter(({ field }) => field === undefined || field === "name")
      .map(({ binds, header, index, meanings, type }) => ({ index, name: header, type, binds, meanings }))
  })
  const given = new Map(columns.map((column) => [column.index, column]))
  const bound = (column: PlannedColumn): PlannedColumn => {
    const isTaken = column.fills !== null && targets.has(column.fills)
    const { fills = isTaken ? null : column.fills } = given.get(column.index) ?? {}
    return { ...column, verbatim, fills }
  }
  // A column that targets a field takes precedence over one whose type would set it.
  const targets = new Set<string | undefined>(columns.flatMap(({ field, fills }) => [field, fills]))
  const plan: SheetPlan = {
    nameIndex,
    columns: planned.plan.columns.map(bound),
    verbatim,
    keyIndex: columns.find(({ field }) => field === "parent")?.keyIndex,
    fields: new Map(
      columns.flatMap(({ field, index }) => (field === undefined || field === "name" ? [] : [[index, field] as const]))
    ),
    headers: new Map(columns.map(({ header, index }) => [index, header]))
  }
  return { plan, issues: [...issues, ...planned.issues] }
}
