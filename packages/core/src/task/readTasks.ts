import { Effect, Schema } from "effect"
import { actingUser } from "../access/Actor.js"
import { allowOnBoard, requireBoard } from "../access/authorize.js"
import { BoardId, GroupId } from "../values/ids.js"
import { decodeInput } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { listed, PageFields, toSlice } from "../values/Page.js"
import { Id, optional } from "../values/Text.js"
import { TaskId } from "./Task.js"
import { TaskRepository } from "./TaskRepository.js"

/**
 * A task with its newest comments, subtasks and time entries (see `shownChildren`). Fails with `NotFound` or
 * `Forbidden`.
 */
export const getTask = Effect.fnUntraced(function* (id: string) {
  const tasks = yield* TaskRepository
  const taskId = TaskId.make(id)
  const { access, task } = yield* tasks.find(taskId, yield* actingUser).pipe(orNotFound("Task", taskId))
  yield* allowOnBoard(access, "read the board")
  return task
})

/** The board, filters that match exactly (`assignee` is a user id), and which page. */
export const ListTasks = Schema.Struct({
  boardId: Id,
  groupId: optional(Id),
  status: optional(Id),
  assignee: optional(Id),
  ...PageFields
})
export type ListTasks = typeof ListTasks.Encoded

const decode = decodeInput(ListTasks)

/**
 * The tasks of a board that match every filter, in order. A filter that matches nothing gives an empty list.
 * Fails with `InvalidInput`, `NotFound` for the board, or `Forbidden`.
 */
export const listTasks = Effect.fnUntraced(function* (input: ListTasks) {
  const tasks = yield* TaskRepository
  const { assignee, boardId: boardIdText, groupId, status, ...page } = yield* decode(input)
  const slice = toSlice(page)
  const boardId = BoardId.make(boardIdText)
  yield* requireBoard(boardId, "read the board")
  const filter = { boardId, groupId: groupId === undefined ? undefined : GroupId.make(groupId), status, assignee }
  return listed(slice, yield* tasks.list(filter, slice))
})
