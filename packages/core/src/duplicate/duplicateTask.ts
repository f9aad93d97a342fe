import { Effect, Option, Schema } from "effect"
import { actingUser } from "../access/Actor.js"
import { allowOnBoard } from "../access/authorize.js"
import { ArchiveRepository } from "../archive/ArchiveRepository.js"
import { idsFor } from "../archive/placeTask.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { createdFields } from "../change/fieldChanges.js"
import { recorded, recording } from "../change/recording.js"
import { MAX_SUBTASKS } from "../task/childLimits.js"
import { placeBefore, taskAfter } from "../task/placeBefore.js"
import { type ColumnValues, type PlacedTask, SubtaskId, TaskId, withoutRank } from "../task/Task.js"
import { taskChange } from "../task/taskChange.js"
import { TaskRepository } from "../task/TaskRepository.js"
import { Ids } from "../ports/Ids.js"
import { decodeInput } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { rankAfter } from "../values/Rank.js"
import { Name, optional } from "../values/Text.js"
import { now } from "../values/Timestamp.js"

/** The name of the copy, 1 to 255 characters. Default: that of the task. */
export const DuplicateTask = Schema.Struct({ name: optional(Name) })
export type DuplicateTask = typeof DuplicateTask.Encoded

const decode = decodeInput(DuplicateTask)

/** Locks the task, and its group before it, in the order in which deleting a board locks. */
const lockWithGroup = Effect.fnUntraced(function* (taskId: TaskId) {
  const tasks = yield* TaskRepository
  const boards = yield* BoardRepository
  const place = Option.getOrUndefined(yield* tasks.placeOf(taskId))
  if (place !== undefined) yield* boards.lockGroup(taskId, place.groupId)
  const found = yield* tasks.lock(taskId, yield* actingUser).pipe(orNotFound("Task", taskId))
  yield* allowOnBoard(found.access, "edit the board's content")
  return { ...found, isGroupLocked: found.task.groupId === place?.groupId }
})

/** The rank after a task. A task whose group is not locked was moved this moment, to its end. */
const rankBehind = Effect.fnUntraced(function* (task: PlacedTask, copyId: TaskId, isGroupLocked: boolean) {
  const next = isGroupLocked ? yield* taskAfter(task, copyId) : undefined
  if (next !== undefined) return yield* placeBefore(next, copyId)
  const place = yield* (yield* BoardRepository).findPlace(task.boardId, task.groupId, null)
  return rankAfter(Option.getOrNull(Option.flatMap(place, ({ group }) => group))?.lastTaskRank ?? task.rank)
})

/** The values whose columns are there, which stay until the transaction ends. */
const heldValues = Effect.fnUntraced(function* ({ boardId, columnValues }: PlacedTask) {
  const keys = Object.keys(columnValues)
  const held = new Set<string>(keys.length === 0 ? [] : yield* (yield* BoardRepository).holdColumns(boardId, keys))
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
      const { access, isGroupLocked, task: original } = yield* lockWithGroup(taskId)
      const { items } = yield* tasks.listSubtasks(taskId, { page: 1, limit: MAX_SUBTASKS, offset: 0 })
      const copyId = TaskId.make(yield* ids.next)
      const rank = yield* rankBehind(original, copyId, isGroupLocked)
      const at = yield* now
      const columnValues = yield* heldValues(original)
      const copy: PlacedTask = { ...original, id: copyId, name: name ?? original.name, columnValues, rank }
      const task: PlacedTask = { ...copy, createdAt: at, updatedAt: at }
      const subtaskIds = yield* idsFor(items)
      const subtasks = items.map((subtask, index) => ({
        ...subtask,
        id: SubtaskId.make(subtaskIds[index] ?? ""),
        taskId: copyId,
        createdAt: at
      }))
      yield* archive.insertTasks([{ ...task, comments: [], subtasks, timeEntries: [] }])
      const { boardId: _board, ...fields } = withoutRank(task)
      const created = createdFields({ ...fields, subtasks: subtasks.length || null })
      return recorded(withoutRank(task), taskChange("task.created", access, copyId, created))
    })
  )
})
