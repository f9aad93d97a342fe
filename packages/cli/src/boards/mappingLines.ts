import type { Import } from "@boardwright/core"
import { Effect } from "effect"
import {
  type ColumnPlan,
  type Mapping,
  type MappingQuestion,
  type Sheets,
  shown,
  type Survey
} from "@boardwright/spreadsheet"
import type { Sheet } from "../spreadsheet/openSheet.js"
import { UsageError } from "../terminal/failures.js"
import { aligned } from "../terminal/output.js"
import { oneLine } from "../terminal/print.js"

const DELIMITERS: Readonly<Record<string, string>> = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" }

const cut = (text: string, length: number): string => {
  const characters = [...oneLine(text)]
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : characters.join("")
}

const becomes = (
  { date, header, index, keyIndex, marksDone, name, number, type }: ColumnPlan,
  { columns }: Survey
): string => {
  const { dates, dotted } = columns[index] ?? {}
  // Dates with the month's name or the year first can be read in one way only.
  const isOrdered = dates?.["day-first"] ?? dates?.["month-first"] ?? dates?.unclear
  const isDotted = dotted?.["day-first"] ?? dotted?.["month-first"]
  const order = date?.format ?? (isOrdered ? date?.order : isDotted && date?.dotted)
  const reading = order === undefined ? "" : ` (${order})`
  const figures = number === "1.234,56" ? ` (${number})` : ""
  const key = columns[keyIndex ?? -1]?.header
  const by = key === undefined ? "" : ` (by ${cut(key, 20)} or name)`
  const status = marksDone ? ", done where filled" : ""
  return `${type}${by}${reading}${figures}${name === header ? "" : `, called ${name}`}${status}`
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

const MOST_SHEETS = 10

const sheetOf = ({ names, read }: Sheets): string => {
  const others = names.filter((name) => name !== read).map((name) => shown(oneLine(name)))
  const more = others.length > MOST_SHEETS ? `, and ${others.length - MOST_SHEETS} more` : ""
  const rest = others.length === 0 ? "" : ` (--sheet takes others: ${others.slice(0, MOST_SHEETS).join(", ")}${more})`
  return `sheet ${shown(oneLine(read))}${rest}`
}

const kindOf = ({ delimiter, encoding, format, sheets }: Sheet): string =>
  [
    format === "csv" ? "text" : format.toUpperCase(),
    ...(sheets === undefined ? [] : [sheetOf(sheets)]),
    ...(encoding === null ? [] : [encoding]),
    ...(delimiter === null ? [] : [`cells divided by ${DELIMITERS[delimiter] ?? `"${delimiter}"`}`])
  ].join(", ")

const FIELD_NAMES: Readonly<Record<string, string>> = { dueDate: "due date" }

type SheetColumn = Import.SheetImport["columns"][number]

const keptAs = ({ field, header, type }: SheetColumn, written: string): string =>
  typeof field === "string"
    ? `task's ${FIELD_NAMES[field] ?? field}`
    : `${type}${header === written ? "" : `, called ${header}`}`

/**
 * The lines that show what was found in a file: its format, and what each column becomes, with its first cells. `own` has
 * the columns of our own sheet.
 */
export const mappingLines = (
  sheet: Sheet,
  survey: Survey,
  mapping: Mapping,
  own: ReadonlyArray<SheetColumn> | null
): ReadonlyArray<string> => {
  const rows = sheet.headers.map((header, index) => {
    const column = own?.[index]
    return [
      cut(header, 30),
      column === undefined ? meaningOf(index, mapping, survey) : keptAs(column, header),
      sampleOf(index, survey)
    ]
  })
  const count = `${survey.rows} row${survey.rows === 1 ? "" : "s"}`
  return [
    `${oneLine(sheet.file)}: ${kindOf(sheet)}; ${count}`,
    ...aligned([["COLUMN", "BECOMES", "FIRST CELLS"], ...rows])
  ]
}

const QUESTIONS: Readonly<Record<MappingQuestion["ask"], readonly [problem: string, answer: string]>> = {
  "date-order": ["could have the day or the month first", "--date-format day-first or --date-format month-first"],
  "date-conflict": [
    "have the day first in one place and the month in another",
    "--date-format day-first, --date-format month-first, or correct the file"
  ],
  "number-format": ["could be thousands or decimals", "--number-format 1,234.56 or --number-format 1.234,56"]
}

const questionOf = ({ ask, examples, header }: MappingQuestion): string => {
  const [problem, answer] = QUESTIONS[ask]
  const evidence = examples.map(({ line, value }) => `line ${line}: ${shown(value)}`).join(", ")
  return `${shown(header)} ${problem} (${evidence}): give ${answer}`
}

/** Fails with a `UsageError` that shows the evidence and the options to give, if the file leaves something open. */
export const requireAnswers = ({ questions }: Pick<Mapping, "questions">): Effect.Effect<void, UsageError> =>
  questions.length === 0 ? Effect.void : new UsageError({ message: questions.map(questionOf).join("; ") })
