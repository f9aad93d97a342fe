import { Effect, Schema } from "effect"
import { actingUser } from "../access/Actor.js"
import { requireBoard, requireTask } from "../access/authorize.js"
import { BoardId, TaskId, UserId } from "../values/ids.js"
import { decodeInput } from "../values/InvalidInput.js"
import { listed, PageFields, toSlice } from "../values/Page.js"
import { Id, optional } from "../values/Text.js"
import { type ActivityFilter, ChangeRepository } from "./ChangeRepository.js"
import { ChangeTypeInput } from "./listChanges.js"

/** A page of the changes that one user made (`actor`), or of one type; absent filters select all. */
export const ListActivity = Schema.Struct({ actor: optional(Id), type: optional(ChangeTypeInput), ...PageFields })
export type ListActivity = typeof ListActivity.Encoded

const decode = decodeInput(ListActivity)

const list = Effect.fnUntraced(function* (place: Pick<ActivityFilter, "boardId" | "taskId">, input: ListActivity) {
  const changes = yield* ChangeRepository
  const { actor, type, ...page } = yield* decode(input)
  const slice = toSlice(page)
  yield* changes.place
  const actorId = actor === undefined ? undefined : UserId.make(actor)
  return listed(slice, yield* changes.listNewest({ ...place, actorId, type }, yield* actingUser, slice))
})

/** What happened on a board, newest first. Fails with `InvalidInput`, `NotFound` or `Forbidden`. */
export const listBoardActivity = Effect.fnUntraced(function* (id: string, input: ListActivity = {}) {
  const boardId = BoardId.make(id)
  yield* requireBoard(boardId, "read the board")
  return yield* list({ boardId }, input)
})

/** What happened to a task, newest first. Fails with `InvalidInput`, `NotFound` or `Forbidden`. */
export const listTaskActivity = Effect.fnUntraced(function* (id: string, input: ListActivity = {}) {
  const taskId = TaskId.make(id)
  yield* requireTask(taskId, "read the board")
  return yield* list({ taskId }, input)
})
