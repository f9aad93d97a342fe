import { Effect } from "effect"
import { requireTask } from "../access/authorize.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { listed, type Page, PageInput, type Slice, toSlice } from "../values/Page.js"
import { type Comment, type Subtask, TaskId, type TimeEntry } from "./Task.js"
import { MAX_PAGE_BYTES, textBytes } from "./shownChildren.js"
import { TaskRepository } from "./TaskRepository.js"
import { withAuthors } from "./withAuthors.js"

const decode = decodeInput(PageInput)

/** Of a page that exceeds `MAX_PAGE_BYTES`. */
export const LIMIT_RULE = `must be smaller: the page would have over ${MAX_PAGE_BYTES / 1024 / 1024} MiB`

const listChildren = Effect.fnUntraced(function* <A extends Comment | Subtask | TimeEntry>(
  id: string,
  input: PageInput,
  list: (taskId: TaskId, slice: Slice) => Effect.Effect<Page<A>, StorageUnavailable>
) {
  const taskId = TaskId.make(id)
  const slice = toSlice(yield* decode(input))
  yield* requireTask(taskId, "read the board")
  const page = yield* list(taskId, slice)
  const bytes = page.items.reduce((sum, child) => sum + textBytes(child), 0)
  if (bytes >= MAX_PAGE_BYTES && slice.limit > 1) return yield* invalid(["limit"], LIMIT_RULE)
  return listed(slice, page)
})

/**
 * A task's comments in order of creation. Fails with `InvalidInput` (also for a page of over 4 MiB), `NotFound` for the
 * task, or `Forbidden`.
 */
export const listComments = (id: string, input: PageInput = {}) =>
  TaskRepository.pipe(
    Effect.flatMap((tasks) => listChildren(id, input, tasks.listComments)),
    Effect.flatMap((page) => Effect.map(withAuthors(page.items), (items) => ({ ...page, items })))
  )

/** A task's subtasks in their order. Fails as `listComments` does. */
export const listSubtasks = (id: string, input: PageInput = {}) =>
  Effect.flatMap(TaskRepository, (tasks) => listChildren(id, input, tasks.listSubtasks))

/** A task's time entries in order of creation. Fails as `listComments` does. */
export const listTimeEntries = (id: string, input: PageInput = {}) =>
  Effect.flatMap(TaskRepository, (tasks) => listChildren(id, input, tasks.listTimeEntries))
