import { Effect, Either, Schema } from "effect"
import { actingUser } from "../access/Actor.js"
import { allowOnChild } from "../access/authorize.js"
import { addLabels } from "../board/addLabels.js"
import { BoardRepository, type GroupWithEnd, type TaskPlace } from "../board/BoardRepository.js"
import { createdFields } from "../change/fieldChanges.js"
import { recordedBatch, recording } from "../change/recording.js"
import { Ids } from "../ports/Ids.js"
import { Instant } from "../values/Instant.js"
import { decodeInput, failOnIssues } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { rankAfter } from "../values/Rank.js"
import { Description, Id, Label, Name, optional } from "../values/Text.js"
import { now, type Timestamp } from "../values/Timestamp.js"
import { BoardId, GroupId } from "../values/ids.js"
import { type Task, TaskId } from "./Task.js"
import {
  findNamedUsers,
  type HeldColumns,
  holdColumns,
  type NamedUsers,
  NewColumnValues,
  UserIds
} from "./TaskInput.js"
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

const NewTask = CreateTask.omit("boardId")

/** The checked input of `createTask`, but the board. */
export type NewTask = typeof NewTask.Type

/** Checks the input of `createTask` without its board. */
export const decodeNewTask = decodeInput(NewTask)

/** The place of a new task, and the columns that it writes. */
interface NewPlace {
  readonly place: TaskPlace
  readonly group: GroupWithEnd
  readonly held: HeldColumns
}

/** A new task at the end of its group, as the change that it is, and the labels that become options. */
export const newTask = (
  wanted: NewTask,
  { inCells, issues, users }: NamedUsers,
  { group, held: { columns, unknown }, place }: NewPlace,
  id: TaskId,
  at: Timestamp
) => {
  const { access, bindings, typed } = place
  const { description = "", name } = wanted
  const patch = {
    status: wanted.status,
    priority: wanted.priority,
    dueDate: wanted.dueDate,
    assignees: wanted.assignees === undefined ? undefined : users,
    columnValues: wanted.columnValues
  }
  const { cells, labels, issues: misfits } = writeCells(NO_CELLS, patch, { bindings, columns, users: inCells })
  const valid = failOnIssues([...issues, ...unknown, ...misfits])
  if (Either.isLeft(valid)) return Either.left(valid.left)
  const { assignees, columnValues, dueDate, priority, status } = cells
  const { boardId } = access
  const groupId = group.id
  // Written out: a spread of each part takes as long as all the rest.
  const fields = { groupId, name, description, status, priority, dueDate, assignees, columnValues }
  const task: Task = {
    ...{ id, boardId, groupId, name, description, status, priority, dueDate, assignees, columnValues },
    createdAt: at,
    updatedAt: at
  }
  return Either.right({
    task: withWarnings(task, typed),
    stored: { ...task, rank: rankAfter(group.lastTaskRank) },
    labels,
    change: taskChange("task.created", access, id, createdFields(fields))
  })
}

/** The transaction of `createTask`. */
const creating = Effect.fnUntraced(function* (wanted: typeof CreateTask.Type, named: NamedUsers) {
  const boardId = BoardId.make(wanted.boardId)
  const groupId = wanted.groupId === undefined ? null : GroupId.make(wanted.groupId)
  const place = yield* (yield* BoardRepository)
    .findPlace(boardId, groupId, yield* actingUser)
    .pipe(orNotFound("Board", boardId))
  const target = orNotFound("Group", groupId ?? "")(Effect.succeed(place.group))
  const group = yield* allowOnChild(place.access, "edit the board's content", target)
  const held = yield* holdColumns(boardId, columnsOfWrite(place.bindings, wanted))
  const id = TaskId.make(yield* (yield* Ids).next)
  const { change, labels, stored, task } = yield* newTask(wanted, named, { place, group, held }, id, yield* now)
  yield* (yield* TaskRepository).insert([stored])
  return yield* recordedBatch(task, ...(yield* addLabels(place.access, labels)), change)
})

/**
 * Creates a task at the end of its group.
 * Fails with `InvalidInput` (also for assignees who are not users and keys that are not columns), `NotFound` for the
 * board or the group, or `Forbidden`.
 */
export const createTask = Effect.fnUntraced(function* (input: CreateTask) {
  const wanted = yield* decode(input)
  // The directory may be remote: it is called before the transaction, and its result is used after the checks.
  const named = yield* findNamedUsers(wanted)
  return yield* recording(creating(wanted, named))
})
