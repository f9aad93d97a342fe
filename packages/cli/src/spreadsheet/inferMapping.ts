import { MAX_COLUMNS } from "@boardwright/core/import"
import { Either } from "effect"
import { IANAZone } from "luxon"
import type { ColumnPlan, Mapping, MappingQuestion } from "./ColumnPlan.js"
import { type HeaderMeaning, rankOf } from "./headerWords.js"
import { HISTORY_TYPE, inferType } from "./inferType.js"
import { type ColumnOverride, type MappingOverrides, MappingRefused } from "./MappingOverrides.js"
import { nearest } from "./nearest.js"
import { dateReading, type Decision, numberReading } from "./readings.js"
import type { Sheet } from "./Sheet.js"
import type { ColumnEvidence, Survey } from "./survey.js"

const refuse = (message: string) => new MappingRefused({ message })

const indexOf = (
  header: string,
  headers: ReadonlyArray<string>,
  option: string
): Either.Either<number, MappingRefused> => {
  const exact = headers.indexOf(header)
  const loose = headers.map((each) => each.toLowerCase()).indexOf(header.trim().toLowerCase())
  const index = exact === -1 ? loose : exact
  if (index !== -1) return Either.right(index)
  const near = nearest(header, headers)
  const names = (near.length === 0 ? headers.slice(0, 10) : near).map((name) => JSON.stringify(name)).join(", ")
  const hint = `${near.length === 0 ? "the columns are" : "did you mean"} ${names}${near.length === 0 ? "" : "?"}`
  return Either.left(refuse(`${option}: there is no column ${JSON.stringify(header)}; ${hint}`))
}

const best = (columns: ReadonlyArray<ColumnEvidence>, meaning: HeaderMeaning, not: number | null): number | null => {
  const ranked = columns.flatMap(({ header }, index) => {
    const rank = index === not ? null : rankOf(header, meaning)
    return rank === null ? [] : [{ index, rank }]
  })
  return ranked.toSorted((a, b) => a.rank - b.rank)[0]?.index ?? null
}

// Without a word for it the name is in the first column of texts that tell rows apart.
const findName = (columns: ReadonlyArray<ColumnEvidence>): number => {
  const word = best(columns, "name", null)
  if (word !== null) return word
  const texts = columns.map(({ filled, kinds, labels }) => filled > 0 && kinds.text * 2 > filled && labels === null)
  const any = columns.findIndex(({ filled, kinds }) => filled > 0 && kinds.text * 2 > filled)
  return Math.max(0, texts.includes(true) ? texts.indexOf(true) : any)
}

const typed = (sheet: Pick<Sheet, "format">): boolean => sheet.format !== "csv"

type Said = ReadonlyMap<number, ColumnOverride>

const planColumn = (sheet: Pick<Sheet, "format">, overrides: MappingOverrides, said: Said) => {
  const questions: Array<MappingQuestion> = []
  const plan = (column: ColumnEvidence, index: number): ColumnPlan => {
    const own = said.get(index) ?? {}
    const type = own.type ?? inferType(column)
    const { header } = column
    const settle = <A>(decision: Decision<A>): A | null => {
      if ("decided" in decision) return decision.decided
      questions.push({ column: index, header, ...decision.question })
      return null
    }
    const isDate = ["date", HISTORY_TYPE].includes(type.toLowerCase())
    const date = isDate ? settle(dateReading(column, own, overrides)) : null
    const number = type.toLowerCase() === "number" ? settle(numberReading(column, own, overrides, typed(sheet))) : null
    return { index, header, name: own.name ?? header, type, date, number }
  }
  return { plan, questions }
}

// The first date column of a board fills a task's due date, so the one that says so goes before other dates.
const dueFirst = (columns: ReadonlyArray<ColumnPlan>): ReadonlyArray<ColumnPlan> => {
  const isDate = ({ type }: ColumnPlan): boolean => type.toLowerCase() === "date"
  const first = columns.findIndex(isDate)
  const due = columns
    .flatMap((column) => (isDate(column) ? [{ column, rank: rankOf(column.header, "due") }] : []))
    .flatMap(({ column, rank }) => (rank === null ? [] : [{ column, rank }]))
    .toSorted((a, b) => a.rank - b.rank)[0]?.column
  if (due === undefined || columns[first] === due) return columns
  const others = columns.filter((column) => column !== due)
  return [...others.slice(0, first), due, ...others.slice(first)]
}

/**
 * Decides what becomes of a sheet's columns: which is the task's name, which its group, and the types of the others, by
 * the words of their headers and by their cells; what is said goes before what is inferred. The group's column makes no
 * board column unless it is given a type. What the file leaves open is in `questions`. Pure. Fails with `MappingRefused`
 * for headers that there are not, with the likest ones, and for contradictions.
 */
export const inferMapping = (
  sheet: Pick<Sheet, "headers" | "format">,
  { columns }: Pick<Survey, "columns">,
  overrides: MappingOverrides = {}
): Either.Either<Mapping, MappingRefused> =>
  Either.gen(function* () {
    const { headers } = sheet
    const said = new Map<number, ColumnOverride>()
    for (const [header, override] of Object.entries(overrides.columns ?? {})) {
      said.set(yield* indexOf(header, headers, "--map"), override)
    }
    const skipped = (index: number): boolean => said.get(index)?.type?.toLowerCase() === "skip"
    const nameIndex =
      overrides.name === undefined ? findName(columns) : yield* indexOf(overrides.name, headers, "--name-column")
    const groupIndex =
      typeof overrides.group === "string"
        ? yield* indexOf(overrides.group, headers, "--group-column")
        : overrides.group === null
          ? null
          : best(columns, "group", nameIndex)
    const { timeZone } = overrides
    if (timeZone !== undefined && !IANAZone.isValidZone(timeZone)) {
      return yield* Either.left(
        refuse(`there is no time zone ${JSON.stringify(timeZone)}; an example is Europe/Berlin`)
      )
    }
    if (skipped(nameIndex)) return yield* Either.left(refuse("the tasks' names are in a column that is skipped"))
    const { plan, questions } = planColumn(sheet, overrides, said)
    const statuses = columns.filter((column) => inferType(column) === "status")
    // A status that tasks are grouped by stays their status, and groups named as statuses are one where there is none.
    const isStatus = (column: ColumnEvidence): boolean =>
      statuses.includes(column) && (statuses.length === 1 || rankOf(column.header, "status") !== null)
    const left: Array<Mapping["left"][number]> = []
    const kept: Array<ColumnPlan> = []
    for (const [index, column] of columns.entries()) {
      const { filled, header } = column
      if (index === nameIndex) continue
      const onlyGroups = index === groupIndex && !said.has(index) && !isStatus(column)
      if (skipped(index)) left.push({ index, header, reason: "skipped" })
      else if (filled === 0 && !said.has(index)) left.push({ index, header, reason: "blank" })
      else if (!onlyGroups) kept.push(plan(column, index))
    }
    if (kept.length >= MAX_COLUMNS) {
      const message = `the file has ${kept.length + 1} columns that are not blank; the most is ${MAX_COLUMNS}`
      return yield* Either.left(refuse(`${message}: leave some out with --map "HEADER=skip"`))
    }
    return { nameIndex, groupIndex, columns: dueFirst(kept), left, questions }
  })
