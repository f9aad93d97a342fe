import { Effect, Schema } from "effect"
import { requireBoard } from "../access/require.js"
import { decodeInput } from "../values/InvalidInput.js"
import { listed, PageFields, toSlice } from "../values/Page.js"
import { Id, optional } from "../values/Text.js"
import { BoardId, GroupId } from "../values/ids.js"
import { TaskRepository } from "./TaskRepository.js"

/**
 * The board, what to filter by (each exactly: `assignee` is a user id, `status` a label to the letter), and which page.
 */
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
 * The tasks of a board in order, those that match every filter. A filter that nothing matches gives an empty list.
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
