import type { ColumnChoice, ColumnPlan, Mapping, MappingChoices, MappingQuestion } from "./ColumnPlan.js"
import { bestColumn, keyColumnOf, rankOf, type TaskPart } from "./headerWords.js"
import { inferParts } from "./inferParts.js"
import { HISTORY_TYPE, inferType } from "./inferType.js"
import { meaningsOf } from "./knownLabels.js"
import { ownColumns } from "./ownSheet.js"
import { dateReading, type Decision, numberReading } from "./columnFormats.js"
import type { Sheet } from "./Sheet.js"
import type { ColumnEvidence, Survey } from "./survey.js"

// Every task has a name, so of columns headed as one those count first that are about as full as the fullest column, then
// those half as full: some names are blank. Without such a header the name is in the first column of texts that mostly
// differ from row to row.
const findName = (columns: ReadonlyArray<ColumnEvidence>): number => {
  const fullest = Math.max(0, ...columns.map(({ filled }) => filled))
  const headed = (share: number) => bestColumn(columns, "name", ({ filled }) => filled >= share * fullest)
  const word = headed(0.9) ?? headed(0.5)
  if (word !== null) return word
  const isText = ({ filled, kinds }: ColumnEvidence): boolean => filled > 0 && kinds.text * 2 > filled
  const differs = ({ filled, labels }: ColumnEvidence): boolean => labels === null || labels.size * 2 > filled
  const candidates = [
    columns.findIndex((column) => isText(column) && differs(column) && inferType(column) === "text"),
    columns.findIndex(isText),
    columns.findIndex(({ filled }) => filled > 0)
  ]
  return candidates.find((index) => index !== -1) ?? 0
}

const typed = (sheet: Pick<Sheet, "format">): boolean => sheet.format !== "csv"

const isDone = (type: string | undefined): boolean => type?.toLowerCase() === "done"

const isDateType = (type: string): boolean => ["date", HISTORY_TYPE].includes(type.toLowerCase())

const planColumn = (
  sheet: Pick<Sheet, "format">,
  columns: ReadonlyArray<ColumnEvidence>,
  parts: ReadonlyMap<number, TaskPart>,
  ofBoard: ReadonlyArray<number>,
  choices: MappingChoices
) => {
  const inferred = (column: ColumnEvidence, index: number): string => {
    const type = inferType(column)
    return ofBoard.includes(index) && isDateType(type) ? HISTORY_TYPE : type
  }
  const typeOf = (column: ColumnEvidence, index: number) => {
    const said = choices.columns?.get(index)?.type
    return said === undefined || isDone(said) ? (parts.get(index) ?? inferred(column, index)) : said
  }
  const dates = columns.filter((column, index) => isDateType(typeOf(column, index)))
  const questions: Array<MappingQuestion> = []
  const headers = columns.map(({ header }) => header)
  const plan = (column: ColumnEvidence, index: number): ColumnPlan => {
    const own = choices.columns?.get(index) ?? {}
    const type = typeOf(column, index)
    const { header } = column
    const settle = <A>(decision: Decision<A>): A | null => {
      if ("decided" in decision) return decision.decided
      questions.push({ column: index, header, ...decision.question })
      return null
    }
    const date = isDateType(type) ? settle(dateReading(column, own, choices, dates)) : null
    const number = type.toLowerCase() === "number" ? settle(numberReading(column, own, choices, typed(sheet))) : null
    const keyIndex = type.toLowerCase() === "parent" ? keyColumnOf(header, headers) : -1
    const [currency = "", ...others] = number === null ? [] : column.currencies
    const named = header.includes(currency) || others.length > 0 ? header : `${header} (${currency})`
    const { isAssigned = false, meanings = meaningsOf(type, column.labels), name = named } = own
    return { index, header, name, type, date, number, meanings, isAssigned, ...(keyIndex === -1 ? {} : { keyIndex }) }
  }
  return { plan, questions }
}

// The column chosen for it or, where no column is a status, one of marks or dates.
const findDone = (
  plans: ReadonlyArray<ColumnPlan>,
  columns: ReadonlyArray<ColumnEvidence>,
  chosen: (index: number) => ColumnChoice | undefined
): number | undefined => {
  const said = plans.find(({ index }) => isDone(chosen(index)?.type))
  if (said !== undefined || plans.some(({ type }) => type.toLowerCase() === "status")) return said?.index
  const isMark = ({ header, index }: ColumnPlan): boolean => {
    const { filled = 0, kinds } = columns[index] ?? {}
    const isMarked = kinds?.date === filled || kinds?.checkbox === filled
    return isMarked && chosen(index) === undefined && rankOf(header, "due") === null
  }
  return plans[bestColumn(plans, "done", isMark) ?? -1]?.index
}

const FILLING = [
  ["date", "due"],
  ["status", "status"],
  ["priority", "priority"]
] as const

// The first column of these types fills a task's field, so the one that says so goes before others of its type.
const fillingFirst = (
  plans: ReadonlyArray<ColumnPlan>,
  isOwn: (plan: ColumnPlan) => boolean
): ReadonlyArray<ColumnPlan> =>
  FILLING.reduce((columns, [type, meaning]) => {
    const fits = (column: ColumnPlan): boolean => column.type.toLowerCase() === type
    const first = columns.findIndex(fits)
    const own = columns.findIndex((column) => fits(column) && isOwn(column))
    const at = own === -1 ? (bestColumn(columns, meaning, fits) ?? first) : own
    const found = columns[at]
    return found === undefined ? columns : columns.toSpliced(at, 1).toSpliced(first, 0, found)
  }, plans)

/** The name and the group of an exported sheet, and its columns of the board, which set no part or field of a task. */
const ownParts = (columns: ReadonlyArray<ColumnEvidence>) => {
  const own = ownColumns(columns.map(({ header }) => header)) ?? []
  const indexOf = (field: string): number => own.findIndex((each) => each.kind === "field" && each.field === field)
  const ofBoard = own.flatMap(({ kind }, index) => (kind === "column" ? [index] : []))
  return own.length === 0 ? null : { nameIndex: indexOf("name"), groupIndex: indexOf("group"), ofBoard }
}

/**
 * Decides what becomes of a sheet's columns: which is the task's name, which its group, which set other parts of the
 * task, which marks those that are done, and the types of the others, by the words of their headers and by their cells;
 * choices take precedence. The group's column makes no board column unless a type is chosen for it. What the file leaves open is in `questions`. Pure.
 */
export const inferMapping = (
  sheet: Pick<Sheet, "format">,
  { columns }: Pick<Survey, "columns">,
  choices: MappingChoices = {}
): Mapping => {
  const chosen = (index: number) => choices.columns?.get(index)
  const own = ownParts(columns)
  const ofBoard = own?.ofBoard ?? []
  const nameIndex = choices.nameIndex ?? own?.nameIndex ?? findName(columns)
  const groupOf = (): number | null =>
    own !== null && own.groupIndex !== nameIndex
      ? own.groupIndex
      : bestColumn(columns, "group", (_, index) => index !== nameIndex)
  const groupIndex = choices.groupIndex === undefined ? groupOf() : choices.groupIndex
  const parts = inferParts(columns, [nameIndex, groupIndex, ...ofBoard], choices)
  const { plan, questions } = planColumn(sheet, columns, parts, ofBoard, choices)
  const statuses = columns.filter((column) => inferType(column) === "status")
  // A status that tasks are grouped by stays their status, and groups named as statuses are one where there is none.
  const isStatus = (column: ColumnEvidence): boolean =>
    statuses.includes(column) && (statuses.length === 1 || rankOf(column.header, "status") !== null)
  const left: Array<Mapping["left"][number]> = []
  const kept: Array<ColumnPlan> = []
  for (const [index, column] of columns.entries()) {
    const { filled, header } = column
    if (index === nameIndex) continue
    const onlyGroups = index === groupIndex && chosen(index) === undefined && !isStatus(column)
    if (chosen(index)?.type?.toLowerCase() === "skip") left.push({ index, header, reason: "skipped" })
    else if (filled === 0 && chosen(index) === undefined) left.push({ index, header, reason: "blank" })
    else if (!onlyGroups) kept.push(plan(column, index))
  }
  const done = findDone(kept, columns, chosen)
  const plans = kept.map((each) => (each.index === done ? { ...each, marksDone: true } : each))
  return {
    nameIndex,
    groupIndex,
    columns: fillingFirst(plans, ({ index }) => chosen(index)?.meanings !== undefined),
    left,
    questions
  }
}
