import { Effect, Schema } from "effect"
import { actingPlaces, actingUser } from "../access/Actor.js"
import { requireBoard, requireTask } from "../access/authorize.js"
import { BoardId, TaskId, UserId } from "../values/ids.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { jsonBytes } from "../values/Json.js"
import { listed, PageFields, toSlice } from "../values/Page.js"
import { Id, optional } from "../values/Text.js"
import { type ActivityFilter, ChangeRepository, MAX_FIELDS_BYTES } from "./ChangeRepository.js"
import { changesWithin, ChangeTypeInput } from "./listChanges.js"

/** A page of the changes that one user made (`actor`), or of one type; absent filters select all. */
export const ListActivity = Schema.Struct({ actor: optional(Id), type: optional(ChangeTypeInput), ...PageFields })
export type ListActivity = typeof ListActivity.Encoded

const decode = decodeInput(ListActivity)

const LIMIT_RULE = `must be smaller: the fields of the page would have over ${MAX_FIELDS_BYTES / 1024 / 1024} MiB`

const list = Effect.fnUntraced(function* (place: Pick<ActivityFilter, "boardId" | "taskId">, input: ListActivity) {
  const changes = yield* ChangeRepository
  const { actor, type, ...page } = yield* decode(input)
  const slice = toSlice(page)
  yield* changes.place
  const actorId = actor === undefined ? undefined : UserId.make(actor)
  const newest = yield* changes.listNewest({ ...place, actorId, type }, yield* actingUser, slice)
  const bytes = newest.items.reduce((sum, { fields }) => sum + jsonBytes(fields), 0)
  const isCut = newest.items.length < Math.min(slice.limit, newest.total - slice.offset)
  // Ranks are stored and not shown, so a page may be cut before the fields that it shows have so many bytes.
  const isFull = bytes >= MAX_FIELDS_BYTES || (isCut && bytes >= MAX_FIELDS_BYTES / 2)
  if (isFull && slice.limit > 1) return yield* invalid(["limit"], LIMIT_RULE)
  return listed(slice, { ...newest, items: changesWithin(yield* actingPlaces, newest.items) })
})

/**
 * What happened on a board, newest first. Fails with `InvalidInput` (also for a page whose `fields` would have over
 * 1 MiB), `NotFound` or `Forbidden`.
 */
export const listBoardActivity = Effect.fnUntraced(function* (id: string, input: ListActivity = {}) {
  const boardId = BoardId.make(id)
  yield* requireBoard(boardId, "read the board")
  return yield* list({ boardId }, input)
})

/**
 * What happened to a task, newest first. For an API token with places, a page of which some changes are of a board elsewhere,
 * which the task was on before, is shorter. Fails as `listBoardActivity` does.
 */
export const listTaskActivity = Effect.fnUntraced(function* (id: string, input: ListActivity = {}) {
  const taskId = TaskId.make(id)
  yield* requireTask(taskId, "read the board")
  return yield* list({ taskId }, input)
})
