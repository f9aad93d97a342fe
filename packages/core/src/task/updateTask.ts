import { Effect, Schema } from "effect"
import { actingUser } from "../access/Actor.js"
import { allowOnChild } from "../access/authorize.js"
import { addLabels } from "../board/addLabels.js"
import { BoardRepository, type GroupWithEnd } from "../board/BoardRepository.js"
import { changedFields } from "../change/fieldChanges.js"
import { recordedBatch, recording, unchanged } from "../change/recording.js"
import { Instant } from "../values/Instant.js"
import { decodeInput, failOnIssues, type Issue } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { GroupId } from "../values/ids.js"
import { patched } from "../values/patched.js"
import { rankAfter } from "../values/Rank.js"
import { changed, cleared, Description, Id, Label, Name } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { placeChange } from "./moveTask.js"
import { taskAfter } from "./placeBefore.js"
import { type PlacedTask, TaskId, withoutRank } from "./Task.js"
import { ColumnValuesInput, findNamedUsers, holdColumns, type NamedUsers, UserIds } from "./TaskInput.js"
import { withWarnings } from "./columnWarnings.js"
import { taskChange } from "./taskChange.js"
import { TaskRepository } from "./TaskRepository.js"
import { type Cells, columnsOfWrite, writeCells } from "./writeCells.js"

/**
 * The fields of a task, with the limits of `CreateTask`. An absent one stays; null clears description, assignees, due
 * date and all custom values, and is refused for the others. `boardId` may only be sent back unchanged.
 */
export const UpdateTask = Schema.Struct({
  name: changed(Name),
  description: cleared(Description),
  status: changed(Label),
  priority: changed(Label),
  assignees: cleared(UserIds),
  dueDate: cleared(Instant),
  columnValues: cleared(ColumnValuesInput),
  groupId: changed(Id),
  boardId: changed(Id)
})
export type UpdateTask = typeof UpdateTask.Encoded

export const decodeUpdate = decodeInput(UpdateTask)

type Patch = typeof UpdateTask.Type

const OTHER_BOARD: Issue = {
  path: ["boardId"],
  message: "must be the task's own board: move-to-board moves it to another"
}

const applyPatch = Effect.fnUntraced(function* (
  before: PlacedTask,
  patch: Patch,
  { assignees, columnValues, dueDate, priority, status }: Cells,
  group: GroupWithEnd | null
) {
  const moves = group !== null && group.id !== before.groupId
  const changes = {
    name: patch.name,
    description: patch.description === null ? "" : patch.description,
    status,
    priority,
    assignees,
    dueDate,
    columnValues,
    groupId: moves ? group.id : undefined,
    rank: moves ? rankAfter(group.lastTaskRank) : undefined
  }
  return patched(before, changes, yield* now)
})

/** Gets the task as it is, and an issue for each assignee who is not a user, before anything else is checked but the rights. */
type Verify<E> = (before: PlacedTask, unknownUsers: ReadonlyArray<Issue>) => Effect.Effect<void, E, BoardRepository>

/** The transaction of `updateTask`. */
export const updating = Effect.fnUntraced(function* <E = never>(
  taskId: TaskId,
  patch: Patch,
  { inCells, issues, users }: NamedUsers,
  verify: Verify<E> = () => Effect.void
) {
  const cellsPatch = { ...patch, assignees: patch.assignees === undefined ? undefined : users }
  const tasks = yield* TaskRepository
  const boards = yield* BoardRepository
  // Locked in the order in which deleting a board locks: the group before the task.
  const held = patch.groupId === undefined ? null : yield* boards.holdGroup(taskId, GroupId.make(patch.groupId))
  const found = yield* tasks.lock(taskId, yield* actingUser).pipe(orNotFound("Task", taskId))
  const { access, bindings, task: before, typed } = found
  const target = held === null ? Effect.succeed(null) : orNotFound("Group", patch.groupId ?? "")(Effect.succeed(held))
  const group = yield* allowOnChild(access, "edit the board's content", target)
  yield* verify(before, issues)
  const moved = patch.boardId !== undefined && patch.boardId !== before.boardId
  const { columns, unknown } = yield* holdColumns(before.boardId, columnsOfWrite(bindings, cellsPatch))
  const written = writeCells(before, cellsPatch, { bindings, columns, users: inCells })
  yield* failOnIssues([...issues, ...(moved ? [OTHER_BOARD] : []), ...unknown, ...written.issues])
  const after = yield* applyPatch(before, patch, written.cells, group)
  if (after === before) return unchanged(withWarnings(withoutRank(after), typed))
  const next = after.groupId === before.groupId ? undefined : yield* taskAfter(before, taskId)
  yield* tasks.replace(after, before)
  const added = yield* addLabels(access, written.labels)
  return yield* recordedBatch(
    withWarnings(withoutRank(after), typed),
    ...added,
    taskChange("task.updated", access, taskId, {
      ...changedFields(before, after),
      ...placeChange(next?.id ?? null, null)
    })
  )
})

/** Checks the input of `updateTask` and returns its transaction. */
export const updatingTask = Effect.fnUntraced(function* <E = never>(id: string, input: UpdateTask, verify?: Verify<E>) {
  const patch = yield* decodeUpdate(input)
  return updating(TaskId.make(id), patch, yield* findNamedUsers(patch), verify)
})

/**
 * Changes the given fields; null clears. `columnValues` merges key by key, where null removes the key; concurrent
 * changes of different keys are all kept. A `groupId` other than the task's moves the task to the end of that group.
 * `{}` changes nothing. Fails with `InvalidInput` (also for the `boardId` of another board, and for values over a limit
 * that grow), `NotFound` for the task or the group, or `Forbidden`.
 */
export const updateTask = (id: string, input: UpdateTask) => Effect.flatMap(updatingTask(id, input), recording)
