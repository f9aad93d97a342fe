import {
  type ColumnChoice,
  dateReading,
  inferMapping,
  type Mapping,
  type MappingChoices,
  numberReading
} from "@boardwright/spreadsheet"
import type { ReadFile } from "./openFile.js"

/** What a column can become: a type of column, or a part of the task. */
const KINDS = [
  "name",
  "group",
  "status group",
  "assignees",
  "description",
  "checklist",
  "parent",
  "labels",
  "text",
  "status",
  "priority",
  "dropdown",
  "date",
  "number",
  "checkbox",
  "person",
  "email",
  "url",
  "timestamp",
  "done",
  "skip"
] as const

/** A date or number that can be read in two ways is chosen as a type and its format. */
const DATE_KINDS = ["date day-first", "date month-first"] as const
const NUMBER_KINDS = ["number 1,234.56", "number 1.234,56"] as const

type Kind = (typeof KINDS | typeof DATE_KINDS | typeof NUMBER_KINDS)[number]

type Columns = ReadonlyMap<number, ColumnChoice>

/** The kinds to choose from for a column. */
export const kindsFor = (file: ReadFile, index: number): ReadonlyArray<Kind> => {
  const column = file.survey.columns[index]
  if (column === undefined) return KINDS
  const isDateOpen = "question" in dateReading(column, {}, {})
  const isNumberOpen = "question" in numberReading(column, {}, {}, file.format !== "csv")
  return [...KINDS, ...(isDateOpen ? DATE_KINDS : []), ...(isNumberOpen ? NUMBER_KINDS : [])]
}

/** The kinds that one column only may have, and what another that had it becomes. */
const INSTEAD: Readonly<Record<string, string>> = {
  name: "text",
  group: "text",
  "status group": "status",
  done: "text",
  assignees: "person",
  description: "text",
  checklist: "text",
  parent: "text"
}

const partOf = (kind: string): string => (kind.endsWith("group") ? "group" : kind)

/** The kinds after one is chosen for a column. */
export const choose = (kinds: ReadonlyArray<string>, index: number, kind: string): Array<string> =>
  kinds.map((other, at) => {
    if (at === index) return kind
    return partOf(other) === partOf(kind) ? (INSTEAD[other] ?? other) : other
  })

/** What the columns of a file become by themselves. `own` is what the headers of an exported file say. */
export const kindsOf = (file: ReadFile, own: Columns): Array<string> => {
  const { columns, groupIndex, left, nameIndex } = inferMapping(file, file.survey, { columns: own })
  return file.headers.map((_, index) => {
    if (index === nameIndex) return "name"
    const plan = columns.find((column) => column.index === index)
    const type = plan?.marksDone ? "done" : plan?.type
    if (index === groupIndex) return type === undefined ? "group" : "status group"
    return left.some((column) => column.index === index) ? "skip" : (type ?? "text")
  })
}

const choiceOf = (kind: string): ColumnChoice => {
  if (kind === "group") return { type: "skip" }
  const [type = "", format] = kind.split(" ")
  if (format === "day-first" || format === "month-first") return { type, dateFormat: format }
  return format === "1,234.56" || format === "1.234,56" ? { type, numberFormat: format } : { type }
}

/** The mapping of what is chosen, or null where no column has the names of the tasks. Times without a zone are the browser's. */
export const mappingOf = (file: ReadFile, kinds: ReadonlyArray<string>, own: Columns): Mapping | null => {
  const nameIndex = kinds.indexOf("name")
  if (nameIndex === -1) return null
  const group = kinds.findIndex((kind) => partOf(kind) === "group")
  const columns = kinds.flatMap((kind, index) =>
    kind === "name" ? [] : [[index, { ...own.get(index), ...choiceOf(kind) }] as const]
  )
  const choices: MappingChoices = {
    nameIndex,
    groupIndex: group === -1 ? null : group,
    columns: new Map(columns),
    // Our own Excel files have times in UTC.
    timeZone: own.size > 0 && file.format === "xlsx" ? "UTC" : new Intl.DateTimeFormat().resolvedOptions().timeZone
  }
  return inferMapping(file, file.survey, choices)
}
