import { type Part, zip } from "./zip.js"

/** A cell: text, a number, a boolean, a date in one of the workbook's formats, or the error of a formula. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | { readonly date: string; readonly format: DateFormat }
  | { readonly postcode: number }
  | { readonly error: string }

const FORMATS = ["general", "dd.mm.yyyy", "mm/dd/yyyy", "yyyy-mm-dd hh:mm", "hh:mm", "[h]:mm", "00000"] as const

/** How Excel shows a date; the file holds a number in any case. */
export type DateFormat = Exclude<(typeof FORMATS)[number], "general" | "00000">

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
const PACKAGE = "http://schemas.openxmlformats.org/package/2006"

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] ?? c)

const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : "") + String.fromCharCode(65 + (column % 26))

/** Days since Excel's day 0, `1899-12-30`. */
const serial = (iso: string): number =>
  (Date.parse(iso.length === 10 ? iso : `${iso}Z`) - Date.UTC(1899, 11, 30)) / 86_400_000

const cellXml = (cell: Cell, at: string): string => {
  if (cell === null) return ""
  if (typeof cell === "string")
    return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escape(cell)}</t></is></c>`
  if (typeof cell === "number") return `<c r="${at}"><v>${cell}</v></c>`
  if (typeof cell === "boolean") return `<c r="${at}" t="b"><v>${Number(cell)}</v></c>`
  if ("postcode" in cell) return `<c r="${at}" s="${FORMATS.indexOf("00000")}"><v>${cell.postcode}</v></c>`
  if ("error" in cell) return `<c r="${at}" t="e"><f>A1/0</f><v>${cell.error}</v></c>`
  return `<c r="${at}" s="${FORMATS.indexOf(cell.format)}"><v>${serial(cell.date)}</v></c>`
}

const sheetXml = (rows: ReadonlyArray<ReadonlyArray<Cell>>, merged: ReadonlyArray<string>): string => {
  const xml = rows.map((row, y) => {
    const cells = row.map((cell, x) => cellXml(cell, `${letters(x)}${y + 1}`)).join("")
    return cells === "" ? "" : `<row r="${y + 1}">${cells}</row>`
  })
  const ranges = merged.map((range) => `<mergeCell ref="${range}"/>`).join("")
  const merges = ranges === "" ? "" : `<mergeCells>${ranges}</mergeCells>`
  return `${HEAD}<worksheet ${MAIN}><sheetData>${xml.join("")}</sheetData>${merges}</worksheet>`
}

const stylesXml = (): string => {
  const formats = FORMATS.slice(1).map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`)
  const styles = FORMATS.map((_, at) => `<xf numFmtId="${at === 0 ? 0 : 163 + at}" applyNumberFormat="1"/>`)
  return `${HEAD}<styleSheet ${MAIN}><numFmts count="${formats.length}">${formats.join("")}</numFmts><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="${styles.length}">${styles.join("")}</cellXfs></styleSheet>`
}

/** What a sheet has besides its cells: ranges of merged cells as `A1:A3`, and whether it is hidden. */
export interface SheetLook {
  readonly merged?: ReadonlyArray<string>
  readonly isHidden?: boolean
}

/** The parts of an Excel file that holds these sheets, by name. */
export const xlsxParts = (
  sheets: Readonly<Record<string, ReadonlyArray<ReadonlyArray<Cell>>>>,
  looks: Readonly<Record<string, SheetLook>> = {}
): ReadonlyArray<Part> => {
  const names = Object.keys(sheets)
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml"
  const path = (at: number): string => `worksheets/sheet${at + 1}.xml`
  const relation = (id: string, kind: string, target: string): string =>
    `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`
  const relations = names.map((_, at) => relation(`rId${at + 1}`, "worksheet", path(at)))
  const types = names.map((_, at) => `<Override PartName="/xl/${path(at)}" ContentType="${type}.worksheet+xml"/>`)
  const listed = names.map((name, at) => {
    const state = looks[name]?.isHidden === true ? ' state="hidden"' : ""
    return `<sheet name="${escape(name)}" sheetId="${at + 1}"${state} r:id="rId${at + 1}"/>`
  })
  return [
    {
      name: "[Content_Types].xml",
      data: `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${types.join("")}</Types>`
    },
    {
      name: "_rels/.rels",
      data: `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relation("rId1", "officeDocument", "xl/workbook.xml")}</Relationships>`
    },
    {
      name: "xl/workbook.xml",
      data: `${HEAD}<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets>${listed.join("")}</sheets></workbook>`
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      data: `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relations.join("")}${relation(`rId${names.length + 1}`, "styles", "styles.xml")}</Relationships>`
    },
    { name: "xl/styles.xml", data: stylesXml() },
    ...names.map((name, at) => ({
      name: `xl/${path(at)}`,
      data: sheetXml(sheets[name] ?? [], looks[name]?.merged ?? [])
    }))
  ]
}

/** An Excel file, as bytes. */
export const xlsx = (...sheets: Parameters<typeof xlsxParts>): Buffer => zip(xlsxParts(...sheets))
