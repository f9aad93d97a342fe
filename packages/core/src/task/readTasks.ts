import { Effect, Schema } from "effect"
import { actingUser } from "../access/Actor.js"
import { allowOnBoard, requireBoard } from "../access/authorize.js"
import { readQuery } from "../search/search.js"
import { updateIndex } from "../search/updateIndex.js"
import { BoardId } from "../values/ids.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { listed, type Listed, type Page, PageFields, toSlice } from "../values/Page.js"
import { Id, optional } from "../values/Text.js"
import { LIMIT_RULE } from "./listChildren.js"
import { withWarnings } from "./columnWarnings.js"
import { filterOf, QueryFields } from "./queryInput.js"
import { sortOf } from "./sortInput.js"
import { type ListedTask, type ShownTask, TaskId } from "./Task.js"
import { type ListInclude, TaskRepository } from "./TaskRepository.js"
import { withAuthors } from "./withAuthors.js"

/**
 * A task with its newest comments, subtasks and time entries (see `shownChildren`). Fails with `NotFound` or
 * `Forbidden`.
 */
export const getTask = Effect.fnUntraced(function* (id: string) {
  const tasks = yield* TaskRepository
  const taskId = TaskId.make(id)
  const { access, task, typed } = yield* tasks.find(taskId, yield* actingUser).pipe(orNotFound("Task", taskId))
  yield* allowOnBoard(access, "read the board")
  const shown: ShownTask = { ...withWarnings(task, typed), comments: yield* withAuthors(task.comments) }
  return shown
})

/** What a list of tasks can include. */
export const TASK_PARTS = ["columnValues", "counts"] as const

const TaskPart = Schema.Literal(...TASK_PARTS).annotations({
  message: () => ({ message: `must be one of ${TASK_PARTS.join(", ")}`, override: true })
})

/** What each task of a list has besides its summary. */
export const IncludeParts = optional(
  Schema.Array(TaskPart).annotations({ message: () => "must be a list of what to include" })
)

export const toInclude = (parts: ReadonlyArray<(typeof TASK_PARTS)[number]>): ListInclude => ({
  columnValues: parts.includes("columnValues"),
  counts: parts.includes("counts")
})

/** The page. Fails with `InvalidInput` if it lacks column values that it includes. */
export const unlessCut = <A extends ListedTask>({ columnValues }: ListInclude, page: Page<A>) =>
  columnValues && page.items.some((task) => task.columnValues === undefined)
    ? invalid(["limit"], LIMIT_RULE)
    : Effect.succeed(page)

/** The board, its filters (see `QueryFields`), what to include, and which page. */
export const ListTasks = Schema.Struct({
  boardId: Id,
  ...QueryFields,
  include: IncludeParts,
  ...PageFields
})
export type ListTasks = typeof ListTasks.Encoded

const decode = decodeInput(ListTasks)

/** A page of a board's tasks. */
export interface ListedTasks extends Listed<ListedTask> {
  /** Of a list by words: false while texts that were there before are still being indexed. */
  readonly complete?: boolean
}

/**
 * The tasks of a board that match every filter, in order. A filter that matches nothing gives an empty list. Words are found as
 * a search finds them.
 * Fails with `InvalidInput` (also for a page with over 4 MiB of column values), `NotFound` for the board, or `Forbidden`.
 */
export const listTasks = Effect.fnUntraced(function* (input: ListTasks) {
  const tasks = yield* TaskRepository
  const { boardId: boardIdText, include = [], limit, page, ...given } = yield* decode(input)
  const slice = toSlice({ limit, page })
  const boardId = BoardId.make(boardIdText)
  const words = given.q === undefined ? [] : yield* readQuery(given.q, true)
  yield* requireBoard(boardId, "read the board")
  const filter = yield* filterOf(boardId, given, words, yield* sortOf(boardId, given.sort))
  const indexed = words.length === 0 ? {} : { complete: yield* updateIndex }
  const toPage = (found: Page<ListedTask>): ListedTasks => ({ ...listed(slice, found), ...indexed })
  if (include.length === 0) return toPage(yield* tasks.list(filter, slice))
  const included = toInclude(include)
  return toPage(yield* unlessCut(included, yield* tasks.listWith(filter, slice, included)))
})
