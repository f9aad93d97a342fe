import { type CellWarning, type Mapping, normaliseCell, type Row } from "@boardwright/spreadsheet"
import type { InputOf } from "./request.js"

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

const isFilled = (cell: string | undefined): cell is string => cell !== undefined && cell.trim() !== ""

/**
 * What the API imports of a sheet, and what is to be said of its cells. Columns left out are not sent; dates are sent as
 * ISO dates and numbers with a decimal point, as far as the mapping says how they are written.
 */
export const importBody = ({ mapping, name, sheet, workspaceId }: SheetImport) => {
  const { columns, groupIndex, nameIndex } = mapping
  const warnings: Array<CellWarning> = []
  const normalisers = new Map(columns.map((plan) => [plan.index, normaliseCell(plan)]))
  const used = [...new Set([nameIndex, ...(groupIndex === null ? [] : [groupIndex]), ...normalisers.keys()])]
  const rows = sheet.rows.map(({ cells, line, warnings: found }) => {
    warnings.push(...found)
    return Object.fromEntries(
      used.flatMap((index) => {
        const cell = cells[index]
        if (!isFilled(cell)) return []
        const { value, warning = null } = normalisers.get(index)?.(cell, line) ?? { value: cell }
        if (warning !== null) warnings.push(warning)
        return [[String(index), value]]
      })
    )
  })
  const columnMappings = columns.map(({ header, index, type }) => ({
    index,
    name: [...header].slice(0, 255).join(""),
    type
  }))
  const body: InputOf<"boards", "import"> = {
    name,
    workspaceId,
    firstColumnIndex: nameIndex,
    columnMappings: [{ index: nameIndex, name: "", type: "text" }, ...columnMappings],
    rows
  }
  return { body, warnings }
}
