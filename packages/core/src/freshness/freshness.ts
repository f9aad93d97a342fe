import { Effect, Option } from "effect"
import { requireScope } from "../access/Actor.js"
import { requireBoard, requireTask } from "../access/authorize.js"
import { type Face, findFaces, NO_FACE } from "../account/faces.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { type ChangeCursor, cursorAt, isCurrent, parseCursor } from "../change/ChangeCursor.js"
import { ChangeRepository, type FeedHeadOf } from "../change/ChangeRepository.js"
import { isByAssignees } from "../task/sortInput.js"
import { TaskRepository } from "../task/TaskRepository.js"
import type { BoardId, TaskId } from "../values/ids.js"

/** What a reader may have a copy of: a board or a task, each with the faces of people, or a list of a board's tasks in an order. */
export type Copied =
  | { readonly kind: "board"; readonly boardId: BoardId }
  | { readonly kind: "task"; readonly taskId: TaskId }
  | { readonly kind: "tasks"; readonly boardId: BoardId; readonly sort?: string }

/** The faces that something was shown with, each once, in the order of the ids. */
export type ShownFaces = ReadonlyArray<readonly [userId: string, name: string | null, avatar: string | null]>

/** Puts the faces of people in the order in which two showings can be compared. */
export const shownFaces = (people: Iterable<Face & { readonly userId: string }>): ShownFaces => {
  const faces = new Map<string, ShownFaces[number]>()
  for (const { avatar, name, userId } of people) faces.set(userId, [userId, name, avatar])
  return [...faces.values()].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** What tells whether a copy is what its reader would get now. */
export interface Freshness {
  readonly head: FeedHeadOf
  /** Of the feed's head. */
  readonly cursor: ChangeCursor
  readonly faces: ShownFaces
}

const peopleOf = (copied: Copied) => {
  if (copied.kind === "tasks") return Effect.succeed<ReadonlyArray<string>>([])
  if (copied.kind === "task") return Effect.flatMap(TaskRepository, (tasks) => tasks.authors(copied.taskId))
  return Effect.flatMap(BoardRepository, (boards) =>
    Effect.map(boards.members(copied.boardId), (members) => members.map(({ userId }) => userId))
  )
}

const facesOf = Effect.fnUntraced(function* (copied: Copied) {
  const userIds = yield* peopleOf(copied)
  const faces = yield* findFaces(userIds)
  return shownFaces(userIds.map((userId) => ({ userId, ...(faces.get(userId) ?? NO_FACE) })))
})

const headOf = Effect.fnUntraced(function* (copied: Copied) {
  const changes = yield* ChangeRepository
  const head = yield* changes.headOf(copied)
  if (!head.more) return head
  yield* changes.place
  return yield* changes.headOf(copied)
})

/**
 * How fresh a copy has to be. Every change that was committed before is placed, so that the copy of who made one is not taken
 * for fresh. Fails with `NotFound`, or `Forbidden` unless the actor may read what was copied, and with
 * `NoSuchElementException` for a list in the order of people's names, which change without a change of the board.
 */
export const freshnessOf = Effect.fnUntraced(function* (copied: Copied) {
  const action = "read the board"
  yield* requireScope("read", action)
  const allowed = copied.kind === "task" ? requireTask(copied.taskId, action) : requireBoard(copied.boardId, action)
  yield* allowed
  if (copied.kind === "tasks" && (yield* isByAssignees(copied.boardId, copied.sort))) return yield* Option.none()
  const head = yield* headOf(copied)
  const faces = yield* facesOf(copied)
  const freshness: Freshness = { head, cursor: cursorAt(head.epoch, head.position), faces }
  return freshness
})

/** Whether nothing that was copied has changed since a cursor. The faces have to be compared besides. */
export const isUnchangedSince = ({ head }: Freshness, cursor: string): boolean => {
  const since = parseCursor(cursor)
  return since !== null && !head.more && isCurrent(head, since) && head.last <= since.position
}
