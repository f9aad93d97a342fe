import { OWN_FIELDS, isOwnSheet } from "./ownSheet.js"
import type { ColumnPlan, Mapping, Survey } from "@boardwright/spreadsheet"
import type { Sheet } from "../spreadsheet/openSheet.js"
import { aligned } from "../terminal/output.js"
import { oneLine } from "../terminal/print.js"

const DELIMITERS: Readonly<Record<string, string>> = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" }

const cut = (text: string, length: number): string => {
  const characters = [...oneLine(text)]
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : characters.join("")
}

const becomes = ({ date, header, index, name, number, type }: ColumnPlan, { columns }: Survey): string => {
  const dates = columns[index]?.dates
  // Dates that name their month, or begin with the year, have one reading.
  const isOrdered = dates?.["day-first"] ?? dates?.["month-first"] ?? dates?.unclear
  const order = date?.format ?? (isOrdered && date?.order)
  const reading = order === undefined ? "" : ` (${order})`
  const figures = number === "1.234,56" ? ` (${number})` : ""
  return `${type}${reading}${figures}${name === header ? "" : `, called ${name}`}`
}

const meaningOf = (index: number, { columns, groupIndex, left, nameIndex }: Mapping, survey: Survey): string => {
  if (index === nameIndex) return "task's name"
  const plan = columns.find((column) => column.index === index)
  const out = left.find((column) => column.index === index)
  if (out !== undefined && index !== groupIndex) return out.reason === "blank" ? "left out: blank" : "left out"
  const group = index === groupIndex ? ["group"] : []
  return [...group, ...(plan === undefined ? [] : [becomes(plan, survey)])].join(" and ")
}

const sampleOf = (index: number, { sample }: Survey): string => {
  const cells = sample.map(({ cells }) => cells[index]?.trim() ?? "").filter((cell) => cell !== "")
  return cells
    .slice(0, 3)
    .map((cell) => cut(cell, 20))
    .join(" | ")
}

const kindOf = ({ delimiter, encoding, format }: Sheet): string =>
  [
    format === "csv" ? "text" : format.toUpperCase(),
    ...(encoding === null ? [] : [encoding]),
    ...(delimiter === null ? [] : [`cells divided by ${DELIMITERS[delimiter] ?? `"${delimiter}"`}`])
  ].join(", ")

/** The lines that show a person what was found in a file and what becomes of its columns, with the first cells. */
export const mappingLines = (sheet: Sheet, survey: Survey, mapping: Mapping, own: boolean): ReadonlyArray<string> => {
  const rows = sheet.headers.map((header, index) => {
    const field = own && isOwnSheet(sheet.headers) ? OWN_FIELDS[index]?.[0] : undefined
    return [
      cut(header, 30),
      field === undefined ? meaningOf(index, mapping, survey) : `task's ${field.toLowerCase()}`,
      sampleOf(index, survey)
    ]
  })
  const count = `${survey.rows} row${survey.rows === 1 ? "" : "s"}`
  return [
    `${oneLine(sheet.file)}: ${kindOf(sheet)}; ${count}`,
    ...aligned([["COLUMN", "BECOMES", "FIRST CELLS"], ...rows])
  ]
}
