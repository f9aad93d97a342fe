import { Effect, Schema } from "effect"
import { actingUser } from "../access/Actor.js"
import { allowOnChild } from "../access/authorize.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { createdFields } from "../change/fieldChanges.js"
import { recorded, recording } from "../change/recording.js"
import { Ids } from "../ports/Ids.js"
import { Instant } from "../values/Instant.js"
import { decodeInput, failOnIssues } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { rankAfter } from "../values/Rank.js"
import { Description, Id, Label, Name, optional } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { BoardId, GroupId } from "../values/ids.js"
import { DEFAULT_PRIORITY, DEFAULT_STATUS, type Task, TaskId } from "./Task.js"
import { findUnknownColumns, findUsers, mergeColumnValues, NewColumnValues, UserIds } from "./TaskInput.js"
import { taskChange } from "./taskChange.js"
import { TaskRepository } from "./TaskRepository.js"

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

/**
 * Creates a task at the end of its group.
 * Fails with `InvalidInput` (also for assignees who are not users and keys that are not columns), `NotFound` for the
 * board or the group, or `Forbidden`.
 */
export const createTask = Effect.fnUntraced(function* (input: CreateTask) {
  const tasks = yield* TaskRepository
  const boards = yield* BoardRepository
  const ids = yield* Ids
  const wanted = yield* decode(input)
  const boardId = BoardId.make(wanted.boardId)
  const groupId = wanted.groupId === undefined ? null : GroupId.make(wanted.groupId)
  const columnValues = mergeColumnValues({}, wanted.columnValues ?? {})
  // The directory may be remote: it is called before the transaction, and its result is used after the checks.
  const { issues, users: assignees } = yield* findUsers("assignees", wanted.assignees ?? [])
  return yield* recording(
    Effect.gen(function* () {
      const place = yield* boards.findPlace(boardId, groupId, yield* actingUser).pipe(orNotFound("Board", boardId))
      const target = orNotFound("Group", groupId ?? "")(Effect.succeed(place.group))
      const group = yield* allowOnChild(place.access, "edit the board's content", target)
      yield* failOnIssues([...issues, ...(yield* findUnknownColumns(boardId, wanted.columnValues ?? {}))])
      const at = yield* now
      const task: Task = {
        id: TaskId.make(yield* ids.next),
        boardId,
        groupId: group.id,
        name: wanted.name,
        description: wanted.description ?? "",
        status: wanted.status ?? DEFAULT_STATUS,
        priority: wanted.priority ?? DEFAULT_PRIORITY,
        assignees,
        dueDate: wanted.dueDate ?? null,
        columnValues,
        createdAt: at,
        updatedAt: at
      }
      yield* tasks.insert([{ ...task, rank: rankAfter(group.lastTaskRank) }])
      const { boardId: _board, ...fields } = task
      return recorded(task, taskChange("task.created", place.access, task.id, createdFields(fields)))
    })
  )
})
