import {
  type ColumnChoice,
  dateReading,
  inferMapping,
  type Mapping,
  type MappingChoices,
  numberReading
} from "@boardwright/spreadsheet"
import type { ReadFile } from "./openFile.js"

export { importBody } from "./importBody.js"
export { openFile, readSheet } from "./openFile.js"

/** What the columns of a file become by themselves. */
export const kindsOf = (file: ReadFile): Array<string> => {
  const { columns, left, nameIndex } = inferMapping(file, file.survey, { groupIndex: null })
  return file.headers.map((_, index) => {
    if (index === nameIndex) return "name"
    if (left.some((column) => column.index === index)) return "skip"
    return columns.find((column) => column.index === index)?.type ?? "text"
  })
}

const choiceOf = (kind: string): ColumnChoice => {
  const [type = "", format] = kind.split(" ")
  if (format === "day-first" || format === "month-first") return { type, dateFormat: format }
  return format === "1,234.56" || format === "1.234,56" ? { type, numberFormat: format } : { type }
}

/** The mapping of what is chosen, or null where no column has the names of the tasks. */
export const mappingOf = (file: ReadFile, kinds: ReadonlyArray<string>): Mapping | null => {
  const nameIndex = kinds.indexOf("name")
  if (nameIndex === -1) return null
  const columns = kinds.flatMap((kind, index) => (kind === "name" ? [] : [[index, choiceOf(kind)] as const]))
  const choices: MappingChoices = { nameIndex, groupIndex: null, columns: new Map(columns) }
  return inferMapping(file, file.survey, choices)
}

/** Whether the dates and the numbers of a column can be read in two ways. */
export const unclearIn = (file: ReadFile, index: number) => {
  const column = file.survey.columns[index]
  return {
    dates: column !== undefined && "question" in dateReading(column, {}, {}),
    numbers: column !== undefined && "question" in numberReading(column, {}, {}, file.format === "xlsx")
  }
}
