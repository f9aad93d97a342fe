import { Effect, Either, Option, Schema } from "effect"
import { actingUser } from "../access/Actor.js"
import { allowOnChild } from "../access/authorize.js"
import { BoardRepository, type GroupWithEnd } from "../board/BoardRepository.js"
import { MoveConflict } from "../board/MoveConflict.js"
import type { FieldChanges } from "../change/Change.js"
import { changedFields } from "../change/fieldChanges.js"
import { recorded, recording } from "../change/recording.js"
import { decodeInput, invalid, type Issue } from "../values/InvalidInput.js"
import { isPlainObject } from "../values/Json.js"
import { type NotFound, orNotFound } from "../values/NotFound.js"
import { rankAfter } from "../values/Rank.js"
import { changed, cleared, Id, optional } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { GroupId } from "../values/ids.js"
import { placeBefore, taskAfter } from "./placeBefore.js"
import { type PlacedTask, TaskId, withoutRank } from "./Task.js"
import { withWarnings } from "./columnWarnings.js"
import { taskChange } from "./taskChange.js"
import { TaskRepository } from "./TaskRepository.js"

/**
 * Where to move a task on its board: before a task or after one, or to the end of a group, which is also meant by null for
 * `beforeTaskId`. Without `groupId` it is the other task's group, or with null the task's own.
 */
export const MoveTask = Schema.Struct({
  groupId: optional(Id),
  beforeTaskId: cleared(Id),
  afterTaskId: changed(Id)
})
export type MoveTask = typeof MoveTask.Encoded

const placeIssues = (input: unknown): ReadonlyArray<Issue> => {
  if (!isPlainObject(input)) return []
  const { afterTaskId, beforeTaskId, groupId = null } = input
  if (afterTaskId === undefined) {
    return groupId === null && beforeTaskId === undefined ? [{ path: ["groupId"], message: "is required" }] : []
  }
  return beforeTaskId === undefined ? [] : [{ path: ["afterTaskId"], message: "must not be given with beforeTaskId" }]
}

const decode = decodeInput(MoveTask, placeIssues)

/** The other task that a move names, and the field that names it; null if it is to the end of a group. */
const anchorOf = ({ afterTaskId, beforeTaskId }: typeof MoveTask.Type) => {
  if (afterTaskId !== undefined) return { field: "afterTaskId", id: TaskId.make(afterTaskId) } as const
  return typeof beforeTaskId === "string" ? ({ field: "beforeTaskId", id: TaskId.make(beforeTaskId) } as const) : null
}

const elsewhere = (field: string, message: string): Effect.Effect<never, MoveConflict> =>
  new MoveConflict({ issues: [{ path: [field], message }] })

/** The task before which a task is to be placed, or undefined for the end of the group, which is locked. */
const nextOf = Effect.fnUntraced(function* (
  anchor: NonNullable<ReturnType<typeof anchorOf>>,
  group: GroupWithEnd,
  moved: PlacedTask
) {
  const found = Option.getOrUndefined(yield* (yield* TaskRepository).placeOf(anchor.id))
  if (found === undefined || found.groupId !== group.id) {
    return yield* elsewhere(anchor.field, "is not in the group")
  }
  const place = { ...found, boardId: moved.boardId, id: anchor.id }
  return anchor.field === "beforeTaskId" ? place : yield* taskAfter(place, moved.id)
})

/** The change of the next task in the group, by which a reader places the task and an undo places it back. */
export const placeChange = (from: string | null, to: string | null): FieldChanges =>
  from === to ? {} : { beforeTaskId: { from, to } }

/** The transaction of `moveTask`. */
const moving = Effect.fnUntraced(function* <E>(
  taskId: TaskId,
  wanted: typeof MoveTask.Type,
  anchor: ReturnType<typeof anchorOf>,
  verify: (before: PlacedTask) => Effect.Effect<void, E, BoardRepository>
) {
  const tasks = yield* TaskRepository
  const boards = yield* BoardRepository
  const groupOf = (near: TaskId) =>
    Effect.map(
      tasks.placeOf(near),
      Option.map((place) => place.groupId)
    )
  const groupId =
    wanted.groupId === undefined ? yield* groupOf(anchor?.id ?? taskId) : Option.some(GroupId.make(wanted.groupId))
  const lockGroup = anchor === null ? boards.holdGroup : boards.lockGroup
  // Locked in the order in which deleting a board locks: the group before the task.
  const held = Option.isNone(groupId) ? Option.none() : yield* lockGroup(taskId, groupId.value)
  const locked = yield* tasks.lockWithNext(taskId, yield* actingUser).pipe(orNotFound("Task", taskId))
  const { access, nextId, task, typed } = locked
  const target: Effect.Effect<GroupWithEnd, MoveConflict | NotFound> =
    anchor !== null && wanted.groupId === undefined && Option.isNone(held)
      ? elsewhere(anchor.field, "is not on the task's board")
      : orNotFound("Group", wanted.groupId ?? "")(Effect.succeed(held))
  const group = yield* allowOnChild(access, "edit the board's content", target)
  yield* verify(task)
  const next = anchor === null ? undefined : yield* nextOf(anchor, group, task)
  const rank = next === undefined ? rankAfter(group.lastTaskRank) : yield* placeBefore(next, taskId)
  const moved: PlacedTask = { ...task, groupId: group.id, rank, updatedAt: yield* now }
  yield* tasks.replace(moved, task)
  const fields = { ...changedFields(task, moved), ...placeChange(nextId, next?.id ?? null) }
  return recorded(withWarnings(withoutRank(moved), typed), taskChange("task.moved", access, taskId, fields))
})

/**
 * Checks the input of `moveTask` and returns its transaction. `verify` gets the task as it is, after the rights are
 * checked.
 */
export const movingTask = <E = never>(
  id: string,
  input: MoveTask,
  verify: (before: PlacedTask) => Effect.Effect<void, E, BoardRepository> = () => Effect.void
) => {
  const taskId = TaskId.make(id)
  return Either.flatMap(decode(input), (wanted) => {
    const anchor = anchorOf(wanted)
    return anchor?.id === taskId
      ? Either.left(invalid([anchor.field], "must be another task"))
      : Either.right(moving(taskId, wanted, anchor, verify))
  })
}

/**
 * Moves a task to a place in a group of its board, which may be its own group.
 * Fails with `InvalidInput`, `NotFound` for the task or the group, `Forbidden`, or `MoveConflict` if the other task is not in
 * the group.
 */
export const moveTask = (id: string, input: MoveTask) => Effect.flatMap(movingTask(id, input), recording)
