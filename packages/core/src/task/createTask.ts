import { Effect, Schema } from "effect"
import { actingUser } from "../access/Actor.js"
import { allowOnChild } from "../access/authorize.js"
import { addLabels } from "../board/addLabels.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { createdFields } from "../change/fieldChanges.js"
import { recordedBatch, recording } from "../change/recording.js"
import { Ids } from "../ports/Ids.js"
import { Instant } from "../values/Instant.js"
import { decodeInput, failOnIssues } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { rankAfter } from "../values/Rank.js"
import { Description, Id, Label, Name, optional } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { BoardId, GroupId } from "../values/ids.js"
import { type Task, TaskId } from "./Task.js"
import { findCellUsers, findUsers, holdColumns, NewColumnValues, UserIds } from "./TaskInput.js"
import { withWarnings } from "./columnWarnings.js"
import { taskChange } from "./taskChange.js"
import { TaskRepository } from "./TaskRepository.js"
import { columnsOfWrite, NO_CELLS, writeCells } from "./writeCells.js"

/**
 * Only board and name are required. Defaults: the board's first group, status "pending", priority "medium", the rest
 * empty. Labels have 1 to 50 characters, texts at most 65,535. Assignees are user ids; they need not be members.
 */
export const CreateTask = Schema.Struct({
  boardId: Id,
  groupId: optional(Id),
  name: Name,
  description: optional(Description),
  status: optional(Label),
  priority: optional(Label),
  assignees: optional(UserIds),
  dueDate: optional(Instant),
  columnValues: optional(NewColumnValues)
})
export type CreateTask = typeof CreateTask.Encoded

const decode = decodeInput(CreateTask)

type Users = Effect.Effect.Success<ReturnType<typeof findUsers>>
type CellUsers = Effect.Effect.Success<ReturnType<typeof findCellUsers>>

/** The transaction of `createTask`. It is made once: a generator inside `creatingTask` would be made for each task, which takes 1.3 us. */
const creating = Effect.fnUntraced(function* (
  wanted: typeof CreateTask.Type,
  { issues, users: assignees }: Users,
  users: CellUsers,
  id: TaskId | undefined
) {
  const boardId = BoardId.make(wanted.boardId)
  const groupId = wanted.groupId === undefined ? null : GroupId.make(wanted.groupId)
  const place = yield* (yield* BoardRepository)
    .findPlace(boardId, groupId, yield* actingUser)
    .pipe(orNotFound("Board", boardId))
  const target = orNotFound("Group", groupId ?? "")(Effect.succeed(place.group))
  const group = yield* allowOnChild(place.access, "edit the board's content", target)
  const { bindings } = place
  const patch = { ...wanted, assignees: wanted.assignees === undefined ? undefined : assignees }
  const { columns, unknown } = yield* holdColumns(boardId, columnsOfWrite(bindings, patch))
  const written = writeCells(NO_CELLS, patch, { bindings, columns, users })
  yield* failOnIssues([...issues, ...unknown, ...written.issues])
  const at = yield* now
  const taskId = id ?? TaskId.make(yield* (yield* Ids).next)
  const fields = { groupId: group.id, name: wanted.name, description: wanted.description ?? "", ...written.cells }
  const task: Task = { id: taskId, boardId, ...fields, createdAt: at, updatedAt: at }
  yield* (yield* TaskRepository).insert([{ ...task, rank: rankAfter(group.lastTaskRank) }])
  const added = yield* addLabels(place.access, written.labels)
  return yield* recordedBatch(
    withWarnings(task, place.typed),
    ...added,
    taskChange("task.created", place.access, taskId, createdFields(fields))
  )
})

/** Checks the input of `createTask` and returns its transaction. The task gets this id, or a new one. */
export const creatingTask = Effect.fnUntraced(function* (input: CreateTask, id?: TaskId) {
  const wanted = yield* decode(input)
  // The directory may be remote: it is called before the transaction, and its result is used after the checks.
  const found = yield* findUsers("assignees", wanted.assignees ?? [])
  return creating(wanted, found, yield* findCellUsers(wanted.columnValues), id)
})

/**
 * Creates a task at the end of its group.
 * Fails with `InvalidInput` (also for assignees who are not users and keys that are not columns), `NotFound` for the
 * board or the group, or `Forbidden`.
 */
export const createTask = (input: CreateTask) => Effect.flatMap(creatingTask(input), recording)
