import { Effect, Option, Schema } from "effect"
import { AccessRepository } from "../access/AccessRepository.js"
import { findFaces } from "../account/faces.js"
import { type Column, ColumnId } from "../board/Board.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { defaultLabel, meaningOf } from "../board/boundField.js"
import { hasLabels, hasOptions } from "../board/options.js"
import type { BoardId } from "../values/ids.js"
import { invalid } from "../values/InvalidInput.js"
import { byCodePoint } from "../values/Text.js"
import type { CellSort, LabelPlaces, SortKey } from "./TaskSort.js"
import { labelKeys } from "./TaskSort.js"

/** Most keys that a list is sorted by. */
export const MAX_SORT_KEYS = 5

const LABELS = { group: "groupId", status: "status", priority: "priority", assignee: "assignee" } as const
type Label = keyof typeof LABELS
const FIELDS = ["name", "dueDate", "createdAt", "updatedAt"] as const
type Field = (typeof FIELDS)[number]

const SORT_FIELDS: ReadonlyArray<Label | Field> = [
  ...(["name", "group", "status", "priority", "assignee"] as const),
  ...(["dueDate", "createdAt", "updatedAt"] as const)
]

const RULE = `must be 1 to ${MAX_SORT_KEYS} of ${SORT_FIELDS.join(", ")} and column:<id>, separated by commas, each with - before it for the opposite order`
const COLUMN = "column:"

const isLabel = (name: string): name is Label => Object.hasOwn(LABELS, name)
const isField = (name: string): name is Field => FIELDS.some((field) => field === name)

const isKey = (text: string): boolean => {
  const name = text.replace(/^-/, "")
  return (
    isLabel(name) || isField(name) || (name.startsWith(COLUMN) && name.length > COLUMN.length && name.length <= 300)
  )
}

const keysBy = (isKey: (text: string) => boolean, rule: string) =>
  Schema.String.annotations({ message: () => rule }).pipe(
    Schema.filter((text) => {
      const keys = text.split(",", MAX_SORT_KEYS + 1)
      return (keys.length <= MAX_SORT_KEYS && keys.every(isKey)) || rule
    })
  )

/** `-dueDate,column:<id>`: the first key first. */
export const Sort = keysBy(isKey, RULE)

/** What tasks of several boards are sorted by. */
const SHARED_FIELDS = ["dueDate", "updatedAt", "name", "status", "priority"] as const
const isShared = (name: string): name is (typeof SHARED_FIELDS)[number] => SHARED_FIELDS.some((field) => field === name)

/** `-dueDate,name`: the first key first. */
export const SharedSort = keysBy(
  (text) => isShared(text.replace(/^-/, "")),
  `must be 1 to ${MAX_SORT_KEYS} of ${SHARED_FIELDS.join(", ")}, separated by commas, each with - before it for the opposite order`
)

/** The known labels in their order. */
const KNOWN = { status: ["pending", "working", "done"], priority: ["critical", "high", "medium", "low"] }

const placesOf = (keys: ReadonlyArray<ReadonlyArray<string>>): LabelPlaces => {
  const places = new Map<string, number>()
  keys.forEach((same, at) => same.forEach((key) => places.has(key) || places.set(key, at)))
  return Object.fromEntries(places)
}

/** The keys by which to sort tasks of several boards: those due first are first, then those changed last. */
export const sharedSortOf = (sort: string | undefined): ReadonlyArray<SortKey> =>
  [...(sort?.split(",") ?? []), "dueDate", "-updatedAt", "id"].flatMap((text): ReadonlyArray<SortKey> => {
    const descending = text.startsWith("-")
    const name = text.replace(/^-/, "")
    if (name === "status" || name === "priority") {
      return [{ by: "label", field: name, places: placesOf(KNOWN[name].map((value) => [value])), descending }]
    }
    return isField(name) || name === "id" ? [{ by: "field", field: name, descending }] : []
  })

/** How the cells of a column are read. */
export const cellSortOf = (column: Column): CellSort => {
  if (hasLabels(column)) return "labels"
  if (hasOptions(column)) return "label"
  const type = column.type.toLowerCase()
  if (type === "date") return column.field === "dueDate" ? "dueDate" : "date"
  return type === "number" || type === "checkbox" || type === "person" ? type : "text"
}

/** Everyone with access to the board, by name; other assignees follow by id. */
const readersByName = Effect.fnUntraced(function* (boardId: BoardId) {
  const readers = yield* (yield* AccessRepository).readersOfBoard(boardId)
  const faces = yield* findFaces(readers)
  const named = readers.flatMap((userId) => {
    const name = faces.get(userId)?.name ?? null
    return name === null ? [] : [{ userId, name: name.toLowerCase() }]
  })
  return named.toSorted((a, b) => byCodePoint(a.name, b.name) || byCodePoint(a.userId, b.userId))
})

/** Whether a list is sorted by a column that is bound to the assignees. */
export const isByAssignees = Effect.fnUntraced(function* (boardId: BoardId, sort: string | undefined) {
  const columns = sort?.split(",").map((text) => text.replace(/^-/, "")) ?? []
  if (!columns.some((name) => name.startsWith(COLUMN))) return false
  const bound = (yield* (yield* BoardRepository).bindings(boardId)).find(({ field }) => field === "assignees")
  return bound !== undefined && columns.includes(COLUMN + bound.id)
})

/** The keys by which to sort the board's tasks. Fails with `InvalidInput` for a column that is not on the board. */
export const sortOf = Effect.fnUntraced(function* (boardId: BoardId, sort: string | undefined) {
  const boards = yield* BoardRepository
  const keys: Array<SortKey> = []
  const labelPlaces = Effect.fnUntraced(function* (label: Label) {
    if (label === "group") return placesOf((yield* boards.ranks(boardId, "groups")).map(({ id }) => [id]))
    if (label === "assignee") return placesOf((yield* readersByName(boardId)).map(({ userId }) => [userId]))
    const bound = (yield* boards.bindings(boardId)).find(({ field }) => field === label)
    const column = bound === undefined ? Option.none() : yield* boards.findColumn(boardId, bound.id)
    return Option.match(column, {
      onNone: () => placesOf(KNOWN[label].map((value) => [value])),
      onSome: (column) => placesOf(column.options.map((option) => [meaningOf(column, option) ?? option.label]))
    })
  })
  for (const text of sort === undefined ? [] : sort.split(",")) {
    const descending = text.startsWith("-")
    const name = text.replace(/^-/, "")
    if (isLabel(name)) {
      keys.push({ by: "label", field: LABELS[name], places: yield* labelPlaces(name), descending })
    } else if (isField(name)) keys.push({ by: "field", field: name, descending })
    else {
      const id = ColumnId.make(name.slice(COLUMN.length))
      const column = yield* boards.findColumn(boardId, id)
      if (Option.isNone(column)) return yield* invalid(["sort"], `must name columns of the board: ${id} is not one`)
      // As the field that it is bound to, so that both sort alike.
      if (column.value.field === "assignees") {
        const places = yield* labelPlaces("assignee")
        keys.push({ by: "label", field: LABELS.assignee, places, descending })
        continue
      }
      const places = placesOf(column.value.options.map(({ label }) => labelKeys(label)))
      const unset = defaultLabel(column.value)
      const key = { by: "cell", column: id, cell: cellSortOf(column.value), places, descending } as const
      keys.push(unset === undefined ? key : { ...key, unset })
    }
  }
  return keys
})
