import { Effect, Schema } from "effect"
import { ArchiveRepository } from "../archive/ArchiveRepository.js"
import { createdFields } from "../change/fieldChanges.js"
import { recorded, recording } from "../change/recording.js"
import { MAX_SUBTASKS } from "../task/childLimits.js"
import { withWarnings } from "../task/columnWarnings.js"
import { type ColumnValues, type PlacedTask, TaskId, withoutRank } from "../task/Task.js"
import { taskChange } from "../task/taskChange.js"
import { holdColumns } from "../task/TaskInput.js"
import { TaskRepository } from "../task/TaskRepository.js"
import { Ids } from "../ports/Ids.js"
import { decodeInput } from "../values/InvalidInput.js"
import { Name, optional } from "../values/Text.js"
import { copyTask } from "./copyTask.js"
import { lockWithGroup, rankBehind } from "./placeCopy.js"

/** The name of the copy, 1 to 255 characters. Default: that of the task. */
export const DuplicateTask = Schema.Struct({ name: optional(Name) })
export type DuplicateTask = typeof DuplicateTask.Encoded

const decode = decodeInput(DuplicateTask)

/** The values whose columns exist; the columns stay until the transaction ends. */
const heldValues = Effect.fnUntraced(function* ({ boardId, columnValues }: PlacedTask) {
  const { columns } = yield* holdColumns(boardId, Object.keys(columnValues))
  const held = new Set<string>(columns.map(({ id }) => id))
  const values: ColumnValues = Object.fromEntries(Object.entries(columnValues).filter(([key]) => held.has(key)))
  return values
})

/**
 * Creates a copy of a task directly after it in its group, with its fields, custom values, assignees and subtasks as they
 * are. Comments and time entries are not copied: they are what happened on the task.
 * Fails with `InvalidInput`, `NotFound` for the task, or `Forbidden`.
 */
export const duplicateTask = Effect.fnUntraced(function* (id: string, input: DuplicateTask = {}) {
  const tasks = yield* TaskRepository
  const archive = yield* ArchiveRepository
  const ids = yield* Ids
  const taskId = TaskId.make(id)
  const { name } = yield* decode(input)
  return yield* recording(
    Effect.gen(function* () {
      const { access, isGroupLocked, task: original, typed } = yield* lockWithGroup(taskId)
      const { items } = yield* tasks.listSubtasks(taskId, { page: 1, limit: MAX_SUBTASKS, offset: 0 })
      const copyId = TaskId.make(yield* ids.next)
      const rank = yield* rankBehind(original, copyId, isGroupLocked)
      const columnValues = yield* heldValues(original)
      const differing = { id: copyId, name: name ?? original.name, columnValues, rank }
      const copy = yield* copyTask({ ...original, subtasks: items }, differing)
      yield* archive.insertTasks([copy])
      const { comments: _comments, subtasks, timeEntries: _entries, ...placed } = copy
      const task = withoutRank(placed)
      const { boardId: _board, ...fields } = task
      const created = createdFields({ ...fields, subtasks: subtasks.length })
      return recorded(withWarnings(task, typed), taskChange("task.created", access, copyId, created))
    })
  )
})
