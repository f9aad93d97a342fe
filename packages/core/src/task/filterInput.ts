import { Effect, Option, Schema } from "effect"
import { actingUser, type CurrentActor } from "../access/Actor.js"
import { type Column, ColumnId } from "../board/Board.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { defaultLabel } from "../board/boundField.js"
import { findOption } from "../board/options.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { BoardId } from "../values/ids.js"
import { toLast } from "../values/Instant.js"
import { invalid, type InvalidInput } from "../values/InvalidInput.js"
import { isPlainObject } from "../values/Json.js"
import { NAME_LENGTH, text } from "../values/Text.js"
import { FIRST_DATE_YEAR, parseIso } from "../values/Timestamp.js"
import type { CellCondition, CellFilter, CellTest } from "./CellFilter.js"
import { cellSortOf } from "./sortInput.js"
import { type CellSort, labelKey, labelKeys } from "./TaskSort.js"

/** Most conditions of a filter. */
const MAX_CONDITIONS = 20
/** Most `all` and `any` that are within each other. */
const MAX_NESTED = 3
/** Most values of one condition. */
const MAX_VALUES = 100

const FILTER_RULE =
  'must be a condition {"column", "op", "value"}, or {"all": [...]} or {"any": [...]} of such, as JSON'

/** What a filter is, for documents that machines read. */
export const FILTER_DESCRIPTION = `Conditions on columns as JSON: {"column": id, "op": "is", "value": "x"}, or {"all": [...]} or {"any": [...]} of such, up to ${MAX_CONDITIONS}, ${MAX_NESTED} levels deep. Text columns take is, isNot and contains; numbers and dates is, lt, lte, gt, gte and between, with both ends; options and people in and notIn, with a list; checkboxes is. All but checkboxes take isEmpty and isNotEmpty`

/** Conditions on columns (see `FILTER_DESCRIPTION`), as data or as its JSON text. */
export const Filter = Schema.Unknown.annotations({ jsonSchema: { description: FILTER_DESCRIPTION } })

const OPS = {
  text: ["is", "isNot", "contains", "isEmpty", "isNotEmpty"],
  ordered: ["is", "lt", "lte", "gt", "gte", "between", "isEmpty", "isNotEmpty"],
  listed: ["in", "notIn", "isEmpty", "isNotEmpty"],
  checkbox: ["is"]
}

const isOrdered = (cell: CellSort): boolean => cell === "number" || cell === "date" || cell === "dueDate"

const opsOf = (cell: CellSort): ReadonlyArray<string> => {
  if (cell === "text" || cell === "checkbox") return OPS[cell]
  return isOrdered(cell) ? OPS.ordered : OPS.listed
}

const NEGATED: Readonly<Record<string, string>> = { isNot: "is", notIn: "in", isNotEmpty: "isEmpty" }

const parsed = (given: unknown): unknown => {
  if (typeof given !== "string") return given
  try {
    return JSON.parse(given)
  } catch {
    return undefined
  }
}

const isShort = Schema.is(text(NAME_LENGTH))
const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.length >= 1 && value.length <= MAX_VALUES && value.every(isShort)

/** The first and the last instant, or the number, that a value means. */
const rangeOf = (cell: CellSort, value: unknown): Extract<CellTest, { test: "between" }> | null => {
  if (cell === "number") {
    return typeof value === "number" && Number.isFinite(value)
      ? { test: "between", from: value, to: value, strict: false }
      : null
  }
  if (typeof value !== "string") return null
  const [from, to] = [parseIso(value, FIRST_DATE_YEAR), parseIso(toLast(value), FIRST_DATE_YEAR)]
  return from === null || to === null ? null : { test: "between", from, to, strict: false }
}

const orderedTest = (cell: CellSort, op: string, value: unknown): CellTest | null => {
  if (op === "between") {
    const [first, last, ...more] = Array.isArray(value) ? value : []
    const [from, to] = [rangeOf(cell, first), rangeOf(cell, last)]
    return from === null || to === null || more.length > 0 ? null : { ...from, to: to.to }
  }
  const range = rangeOf(cell, value)
  if (range === null || op === "is") return range
  const { from, to } = range
  if (op === "lt") return { ...range, from: null, to: from, strict: true }
  if (op === "gt") return { ...range, from: to, to: null, strict: true }
  return op === "lte" ? { ...range, from: null } : { ...range, to: null }
}

/** What the value of a condition has to be. */
const ruleOf = (cell: CellSort, op: string): string => {
  if (op === "isEmpty") return "must be absent"
  if (op === "in") return `must be a list of 1 to ${MAX_VALUES} texts of at most ${NAME_LENGTH} characters`
  if (cell === "checkbox") return "must be true or false"
  if (cell === "text") return `must be a text of 1 to ${NAME_LENGTH} characters`
  const [one, two] =
    cell === "number"
      ? ["a number", "two numbers"]
      : ["an ISO 8601 date or timestamp from 1000 to 9999", "two ISO 8601 dates or timestamps from 1000 to 9999"]
  return op === "between" ? `must be a list of ${two}` : `must be ${one}`
}

/** The keys of a label and of the option that it names. */
const keysIn =
  ({ options }: Column) =>
  (label: string): ReadonlyArray<string> =>
    [label, findOption(options, label)?.label ?? label].flatMap((each) => labelKeys(each))

const testOf = (column: Column, op: string, value: unknown, caller: string | null): CellTest | null => {
  const cell = cellSortOf(column)
  if (op === "isEmpty") return value === undefined ? { test: "empty" } : null
  if (op === "in") {
    if (!isTexts(value)) return null
    const me = (each: string) => (each === "me" && caller !== null ? caller : each)
    return { test: "in", values: cell === "person" ? value.map(me) : [...new Set(value.flatMap(keysIn(column)))] }
  }
  if (cell === "checkbox") return typeof value === "boolean" ? { test: "checked" } : null
  if (isOrdered(cell)) return orderedTest(cell, op, value)
  const key = isShort(value) ? labelKey(value) : ""
  return key === "" ? null : { test: op === "contains" ? "contains" : "is", text: key }
}

/** The condition where a task without a label has that of the default: it is not empty, and in lists with this label. */
const withDefault = (condition: CellCondition, label: string | undefined): CellFilter => {
  const { negated, test } = condition
  if (label === undefined) return condition
  if (test.test === "empty") return { ...condition, test: { test: "in", values: [] } }
  if (test.test !== "in" || !test.values.includes(labelKey(label))) return condition
  const both: ReadonlyArray<CellFilter> = [condition, { ...condition, test: { test: "empty" } }]
  return negated ? { all: both } : { any: both }
}

type Resolved = Effect.Effect<CellFilter, InvalidInput | StorageUnavailable, BoardRepository | CurrentActor>

/** The conditions on the board's columns. Fails with `InvalidInput`, which names the condition. */
export const cellFilterOf = (boardId: BoardId, given: unknown) => {
  let conditions = 0
  const conditionOf = Effect.fnUntraced(function* (
    path: ReadonlyArray<string>,
    { column: id, op, value }: Record<string, unknown>
  ) {
    if (++conditions > MAX_CONDITIONS)
      return yield* invalid(["filter"], `must have at most ${MAX_CONDITIONS} conditions`)
    const boards = yield* BoardRepository
    const column =
      typeof id === "string" && isShort(id) ? yield* boards.findColumn(boardId, ColumnId.make(id)) : Option.none()
    if (Option.isNone(column)) return yield* invalid([...path, "column"], "must be the id of a column of the board")
    const cell = cellSortOf(column.value)
    const ops = opsOf(cell)
    if (typeof op !== "string" || !ops.includes(op)) {
      return yield* invalid([...path, "op"], `must be one of ${ops.join(", ")} for this column`)
    }
    const plain = NEGATED[op] ?? op
    const test = testOf(column.value, plain, value, yield* actingUser)
    if (test === null) return yield* invalid([...path, "value"], ruleOf(cell, plain))
    const negated = plain !== op || (cell === "checkbox" && value === false)
    return withDefault({ column: column.value.id, cell, test, negated }, defaultLabel(column.value))
  })
  const filterOf = (path: ReadonlyArray<string>, filter: unknown, nested: number): Resolved =>
    Effect.suspend(() => {
      if (!isPlainObject(filter)) return invalid(path, FILTER_RULE)
      const name = (["all", "any"] as const).find((each) => each in filter)
      if (name === undefined) return conditionOf(path, filter)
      const parts = filter[name]
      if (!Array.isArray(parts) || parts.length === 0 || Object.keys(filter).length > 1 || nested === MAX_NESTED) {
        return invalid(path, `${FILTER_RULE}, at most ${MAX_NESTED} levels deep`)
      }
      if (parts.length > MAX_CONDITIONS) return invalid(path, `must have at most ${MAX_CONDITIONS} conditions`)
      const each = Effect.forEach(parts, (part, at) => filterOf([...path, name, `${at}`], part, nested + 1))
      return Effect.map(each, (all): CellFilter => (name === "all" ? { all } : { any: all }))
    })
  return filterOf(["filter"], parsed(given), 0)
}
