import { strToU8, Zip, ZipDeflate } from "fflate"
import type { WrittenCell } from "./csvLine.js"
import { DAY, DAY_0 } from "./excelDates.js"

/** Most UTF-16 units that Excel opens in a cell. */
const CELL_LENGTH = 32_767
/** Most rows that Excel opens. */
const MAX_ROWS = 1_048_576
/** Excel counts a 29 February 1900, and its calendar ends with the year 9999. Other dates are written as text. */
const DATES = { first: Date.UTC(1900, 2, 1), end: Date.UTC(10_000, 0, 1) }
/** Styles of cells, by their place among the `cellXfs` of `STYLES`. */
const STYLE = { day: 1, instant: 2 } as const

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const PACKAGE = "http://schemas.openxmlformats.org/package/2006"
const DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"

/** What XML cannot have, and what looks like Excel's way to write it. */
// oxlint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\p{Surrogate}|_(?=x[0-9A-Fa-f]{4}_)/gu
const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

const escapeCode = (unit: string): string => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`
const xmlText = (text: string): string =>
  text.replace(UNWRITABLE, escapeCode).replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)

const isCut = (cell: WrittenCell): boolean => typeof cell === "string" && cell.length > CELL_LENGTH

const fitting = (text: string): string => {
  if (!isCut(text)) return text
  const cut = text.slice(0, CELL_LENGTH - 1)
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`
}

const textCell = (place: string, text: string): string =>
  text === "" ? "" : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${xmlText(fitting(text))}</t></is></c>`

const cellAt = (place: string, cell: WrittenCell): string => {
  if (typeof cell === "string") return textCell(place, cell)
  if (typeof cell === "number")
    return Number.isFinite(cell) ? `<c r="${place}"><v>${cell}</v></c>` : textCell(place, String(cell))
  const millis = cell.getTime()
  if (!(millis >= DATES.first && millis < DATES.end))
    return textCell(place, cell.toISOString().replace("T00:00:00.000Z", ""))
  const style = millis % DAY === 0 ? STYLE.day : STYLE.instant
  return `<c r="${place}" s="${style}"><v>${(millis - DAY_0[1900]) / DAY}</v></c>`
}

/** The letters of a column, which counts from 0. */
const lettersOf = (column: number): string =>
  (column < 26 ? "" : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

const rowAt = (row: number, cells: ReadonlyArray<WrittenCell>): string =>
  `<row r="${row}">${cells.map((cell, column) => cellAt(`${lettersOf(column)}${row}`, cell)).join("")}</row>`

const STYLES = `<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3">${[0, 14, 22].map((format) => `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0"${format === 0 ? "" : ' applyNumberFormat="1"'}/>`).join("")}</cellXfs></styleSheet>`

/** A sheet's name as Excel takes it: without some signs, not empty, not long, and not one of its own. */
const sheetName = (name: string): string => {
  const allowed = name
    .replaceAll(/[\\/?*:[\]\p{Cc}\p{Surrogate}]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, 31)
  const cut = (allowed.isWellFormed() ? allowed : allowed.slice(0, -1)).replaceAll(/^'+|'+$/g, "").trim()
  return cut === "" || cut.toLowerCase() === "history" ? "Sheet1" : cut
}

/** The parts of a workbook with one sheet, but for that. */
const partsOf = (name: string): Readonly<Record<string, string>> => ({
  "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="${xmlText(sheetName(name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": STYLES
})

/** Writes an Excel file (Office Open XML, ECMA-376) row by row. Each call returns the bytes that are ready. */
export interface XlsxWriter {
  /** Text that is too long for a cell is cut, with an ellipsis; rows beyond what Excel opens are left out. */
  readonly rows: (rows: ReadonlyArray<ReadonlyArray<WrittenCell>>) => Uint8Array
  readonly end: () => Uint8Array
  /** How many texts were cut so far. */
  readonly cut: () => number
}

/** Begins an Excel file with one sheet. */
export const xlsxWriter = (name: string): XlsxWriter => {
  let ready: Array<Uint8Array> = []
  let written = 0
  let cut = 0
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error
    ready.push(bytes)
  })
  const take = (): Uint8Array => {
    const bytes = new Uint8Array(ready.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const each of ready) {
      bytes.set(each, at)
      at += each.length
    }
    ready = []
    return bytes
  }
  const open = (path: string) => {
    const part = new ZipDeflate(path, { level: 6 })
    zip.add(part)
    return part
  }
  for (const [path, text] of Object.entries(partsOf(name))) open(path).push(strToU8(HEAD + text), true)
  const sheet = open("xl/worksheets/sheet1.xml")
  sheet.push(strToU8(`${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`))
  return {
    rows: (rows) => {
      const fit = rows.slice(0, MAX_ROWS - written)
      cut += fit.reduce((sum, cells) => sum + cells.filter(isCut).length, 0)
      const text = fit.map((cells) => rowAt(++written, cells)).join("")
      if (text !== "") sheet.push(strToU8(text))
      return take()
    },
    end: () => {
      sheet.push(strToU8("</sheetData></worksheet>"), true)
      zip.end()
      return take()
    },
    cut: () => cut
  }
}
