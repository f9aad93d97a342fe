import { Effect, Option as Maybe } from "effect"
import { Ids } from "../ports/Ids.js"
import { failOnIssues, invalid, type Issue } from "../values/InvalidInput.js"
import { isSame } from "../values/patched.js"
import { now } from "../values/Timestamp.js"
import { type Json, jsonBytes, MAX_VALUE_BYTES } from "../values/Json.js"
import type { BoardId, Column, Option } from "./Board.js"
import { makeYieldPoint, TASKS_PER_BATCH } from "../values/yieldPoint.js"
import { MAX_CELLS } from "./boardLimits.js"
import { BoardRepository, type CellReplacement } from "./BoardRepository.js"
import { defaultLabel, fieldOf, meaningOf } from "./boundField.js"
import {
  findOption,
  foldLabel,
  hasLabels,
  hasOptions,
  labelsOf,
  newOption,
  type OptionInput,
  toCell,
  unknownLabels
} from "./options.js"

/** The options of a column after a change, and those that replace the ones left out, by id. */
export interface OptionChanges {
  readonly options?: ReadonlyArray<typeof OptionInput.Type> | undefined
  readonly replaceWith?: Readonly<Record<string, string>> | undefined
}

const replaceIssues = (
  before: ReadonlyArray<Option>,
  after: ReadonlyArray<Option>,
  replaceWith: Readonly<Record<string, string>>
): ReadonlyArray<Issue> =>
  Object.entries(replaceWith).flatMap(([id, target]): ReadonlyArray<Issue> => {
    const path = ["replaceWith", id]
    if (!before.some((option) => option.id === id)) return [{ path, message: "is not an option of the column" }]
    if (after.some((option) => option.id === id)) return [{ path, message: "is an option that stays" }]
    return after.some((option) => option.id === target)
      ? []
      : [{ path, message: "must be replaced by an option that stays" }]
  })

/** The new label for a label of a cell, or null if its option is left out without another in its place. */
const newLabel = (
  before: ReadonlyArray<Option>,
  after: ReadonlyArray<Option>,
  replaceWith: Readonly<Record<string, string>>,
  label: string
): string | null => {
  const option = findOption(before, label)
  if (option === undefined) return label
  const id = after.some((each) => each.id === option.id) ? option.id : replaceWith[option.id]
  const target = after.find((each) => each.id === id)
  if (target === undefined) return null
  return target.id === option.id && target.label === option.label ? label : target.label
}

const CELLS_RULE = `cannot be changed: the different values of the column have over ${MAX_CELLS / 1024 / 1024} MiB`
const CELL_RULE = `must be shorter: a task would have a cell of over ${MAX_VALUE_BYTES / 1024} KiB as JSON`

/** Whether a new cell is over the limit of a value that is not text, and not just a smaller one than before. */
const outgrowsLimit = (to: Json, from: Json): boolean =>
  typeof to !== "string" && jsonBytes(to) > Math.max(MAX_VALUE_BYTES, jsonBytes(from))

const isText = (label: string | null): label is string => label !== null

/** The labels, each once in any case. */
const distinctLabels = (labels: ReadonlyArray<string>): ReadonlyArray<string> => {
  const seen = new Set<string>()
  return labels.filter((label) => seen.size < seen.add(foldLabel(label)).size)
}

/** The options that are given, or those from before and the labels of cells that are none in a column of the new type. */
const optionsAfter = Effect.fnUntraced(function* (
  before: Column,
  { field, type }: Column,
  given: OptionChanges["options"],
  cells: ReadonlyArray<{ readonly cell: Json }>
) {
  const ids = yield* Ids
  if (given !== undefined) {
    const options: Array<Option> = []
    for (const each of given) {
      const old = before.options.find(({ id }) => id === each.id)
      const { color = old?.color, label, value = old?.value } = each
      // An option without a value has its meaning from the label, and keeps it under another one.
      const meaning = old?.value === null && old.label !== label ? meaningOf(before, old) : null
      const option = { color, label, value: value ?? meaning }
      options.push(newOption({ field, type }, each.id ?? (yield* ids.next), options.length, option))
    }
    return options
  }
  const options = [...before.options]
  for (const { cell } of cells) {
    for (const label of unknownLabels({ type, options }, toCell({ type, options }, cell))) {
      options.push(newOption({ field, type }, yield* ids.next, options.length, { label }))
    }
  }
  return options
})

/**
 * Changes the options of a locked column, and the cells that have them: a new label renames, and an option that is left out is
 * replaced. Where the type becomes `labels`, text becomes a list; where it becomes one of single labels, a list of one label becomes
 * that label, and an empty list is removed. Returns the column with its options. Fails with `InvalidInput`, also for an option that
 * tasks have and that is left out without another in its place, and for labels with which a cell would be over its limit.
 */
export const changeOptions = Effect.fnUntraced(function* (
  boardId: BoardId,
  before: Column,
  wanted: Column,
  { options: given, replaceWith = {} }: OptionChanges
) {
  const isSameType = before.type.toLowerCase() === wanted.type.toLowerCase()
  if (!hasOptions(wanted)) return { ...wanted, options: [] }
  if (given === undefined && isSameType) return { ...wanted, options: before.options }
  const boards = yield* BoardRepository
  const cells = Maybe.getOrNull(yield* boards.countCells(boardId, before.id, MAX_CELLS))
  if (cells === null) return yield* invalid([isSameType ? "options" : "type"], CELLS_RULE)
  const after = { ...wanted, options: yield* optionsAfter(before, wanted, given, cells) }
  yield* failOnIssues(replaceIssues(before.options, after.options, replaceWith))
  const used = new Map<string, number>()
  const replacements: Array<CellReplacement> = []
  const yieldPoint = yield* makeYieldPoint
  const unset = { before: defaultLabel(before) ?? null, after: defaultLabel(after) ?? null }
  const becomesSingle = hasLabels(before) && !hasLabels(after)
  for (const [at, { cell: stored, tasks }] of cells.entries()) {
    if (at % TASKS_PER_BATCH === 0) yield* yieldPoint
    const cell = stored ?? unset.before
    const split = toCell({ type: after.type, options: before.options }, cell)
    // A list of several labels in a column of single ones is left over from labels, and has its options all the same.
    const labels = labelsOf(Array.isArray(split) ? { type: "labels" } : after, split)
    if (labels === null) continue
    const renamed = labels.map((label) => newLabel(before.options, after.options, replaceWith, label))
    const left = labels.filter((_, index) => renamed[index] === null)
    for (const id of new Set(left.flatMap((label) => findOption(before.options, label)?.id ?? []))) {
      used.set(id, (used.get(id) ?? 0) + tasks)
    }
    const next = distinctLabels(renamed.filter(isText))
    const isList = Array.isArray(split) && !(becomesSingle && next.length < 2)
    const isKept = isSame(renamed, labels) && isList === Array.isArray(split)
    const relabelled: Json = isKept ? split : isList ? next : (next[0] ?? null)
    // A label that comes to be the one of tasks without a cell is removed: they got it when it was not.
    const option = typeof stored === "string" ? findOption(before.options, stored) : undefined
    const wasUnset = option === undefined || option.label === unset.before
    const isKeptOption = after.options.some(({ id, label }) => id === option?.id && label === unset.after)
    const to = isKeptOption && !wasUnset ? null : relabelled
    const value = after.field === null ? null : fieldOf(after, after.field, to)
    const isSameValue = after.field === null || isSame(value, fieldOf(before, after.field, cell))
    const newValue = isSameValue || typeof value !== "string" ? null : value
    if (outgrowsLimit(to, cell)) return yield* invalid(["options"], CELL_RULE)
    // A task without a cell gets one only if it would have another label without.
    if (stored === null && relabelled === unset.after) continue
    if (newValue !== null || !isSame(to, stored)) replacements.push({ from: stored, to, value: newValue })
  }
  const issues = before.options.flatMap(({ id, label }): ReadonlyArray<Issue> => {
    const tasks = used.get(id)
    const which = tasks === 1 ? "1 task has" : `${tasks} tasks have`
    const message = `leave out "${label}", which ${which}: name its replacement in replaceWith`
    return tasks === undefined ? [] : [{ path: ["options"], message }]
  })
  yield* failOnIssues(issues)
  if (replacements.length > 0) yield* boards.replaceCells(boardId, after, replacements, yield* now)
  return after
})
