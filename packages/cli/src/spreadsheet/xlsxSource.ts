import { readSheet, SheetNotFoundError } from "read-excel-file/node"
import { refused } from "./Sheet.js"
import type { RawRow, Source } from "./Source.js"
import type { SpooledFile } from "./spool.js"
import { unpackXlsx } from "./unpackXlsx.js"
import { ZipInvalid } from "./zipDirectory.js"

const ERRORS = new Set(["#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#SPILL!", "#CALC!"])

/** Days before this one are no dates: Excel counts times of day from it. */
const FIRST_DAY = Date.UTC(1900, 0, 1)

// Excel's dates are fractions of days: rounded to seconds they are what was typed.
const dateText = (date: Date): string => {
  const iso = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().slice(0, 19)
  if (date.getTime() < FIRST_DAY) return iso.slice(11)
  return iso.endsWith("T00:00:00") ? iso.slice(0, 10) : iso
}

// Excel computes and shows 15 digits; further ones are noise of binary fractions.
const numberText = (value: number): string => String(Number(value.toPrecision(15)))

const cellText = (value: unknown): string => {
  if (value instanceof Date) return dateText(value)
  if (typeof value === "number") return numberText(value)
  return value === null || value === undefined ? "" : String(value)
}

const toRow = (values: ReadonlyArray<unknown>, at: number): RawRow => {
  const line = at + 1
  const cells = values.map(cellText)
  const errors = [...cells.entries()].filter(([, cell]) => ERRORS.has(cell))
  for (const [column] of errors) cells[column] = ""
  return {
    line,
    cells,
    warnings: errors.map(([column, value]) => ({
      line,
      column,
      value,
      message: "is the error of a formula; left blank"
    }))
  }
}

// Up to three digits are a sheet's number, anything else its name.
const sheetOf = (sheet: string | undefined): number | string =>
  sheet === undefined ? 1 : /^[1-9]\d{0,2}$/.test(sheet) ? Number(sheet) : sheet

// Whatever the reader throws, it throws because of what is in the file.
const explain = (file: string) => (cause: unknown) =>
  cause instanceof SheetNotFoundError
    ? refused(file, cause.message)
    : refused(file, `is a damaged Excel file (${cause instanceof Error ? cause.message : String(cause)})`)

/**
 * Reads one sheet of an Excel file (.xlsx), the first unless told otherwise: dates as ISO dates, numbers and booleans as
 * JavaScript prints them. The sheet is held in memory; a file that is too large for that is refused beforehand.
 */
export const xlsxSource = async (file: SpooledFile, sheet: string | undefined): Promise<Source> => {
  const unpacked = await unpackXlsx(file.path, file.size).catch((cause: unknown) => {
    throw cause instanceof ZipInvalid ? refused(file.name, cause.message) : cause
  })
  const rows = await readSheet(unpacked, sheetOf(sheet), { trim: false }).catch((cause: unknown) => {
    throw explain(file.name)(cause)
  })
  const read = async function* () {
    for (let from = 0; from < rows.length; from += 500) {
      yield rows.slice(from, from + 500).map((values, at) => toRow(values, from + at))
    }
  }
  return { file: file.name, format: "xlsx", encoding: null, delimiter: null, title: null, keys: null, read }
}
