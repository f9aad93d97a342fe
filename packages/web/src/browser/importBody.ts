import {
  bestColumn,
  type CellWarning,
  type ColumnPlan,
  type Mapping,
  type Row,
  sheetTargets,
  toCells,
  toMappings
} from "@boardwright/spreadsheet"
import type { InputOf } from "./request.js"

/** The headers of people who have another part in a task. */
const OTHER_ROLE = /^(reporter|creator|lead)\b/i

/** A sheet that was read to its end. */
export interface ReadSheet {
  readonly headers: ReadonlyArray<string>
  readonly rows: ReadonlyArray<Row>
}

/** A board to be made of a sheet. */
export interface SheetImport {
  readonly name: string
  readonly workspaceId: string
  readonly sheet: ReadSheet
  readonly mapping: Mapping
}

/**
 * What the API imports of a sheet, and what is to be said of its cells. Columns left out are not sent; dates are sent as
 * ISO dates and numbers with a decimal point, as far as the mapping says how they are written. The column of which
 * the sheet or else its header says best that its people do the tasks assigns the members that it names.
 */
export const importBody = ({ mapping, name, sheet, workspaceId }: SheetImport) => {
  const { convert, targets } = sheetTargets(mapping, sheet.headers)
  const { columns } = mapping
  const fits = ({ header, type }: ColumnPlan) => type === "person" && !OTHER_ROLE.test(header)
  const assigned = columns.find(({ isAssigned }) => isAssigned) ?? columns[bestColumn(columns, "person", fits) ?? -1]
  const bound = targets.map((target) => (target.index === assigned?.index ? { ...target, binds: true } : target))
  const warnings: Array<CellWarning> = []
  const rows = sheet.rows.map((row) => {
    const { cells, warnings: found } = convert(row)
    warnings.push(...found)
    return toCells(cells)
  })
  const body: InputOf<"boards", "import"> = {
    name,
    workspaceId,
    firstColumnIndex: mapping.nameIndex,
    columnMappings: toMappings(bound),
    matchPeople: true,
    rows
  }
  return { body, warnings }
}
