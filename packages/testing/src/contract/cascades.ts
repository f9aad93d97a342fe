import { type Account, Board, Task } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Struct } from "effect"
import { aComment, anInvitation, aSubtask, aTimeEntry, type GivenBoard, wholeList } from "../fixtures.js"
import { findTask, isNone, valueOf, someone, join } from "./support.js"

const tasks = Effect.serviceFunctions(Task.TaskRepository)

/** Adds one comment, subtask and time entry to a task. */
const fillTask = Effect.fnUntraced(function* (taskId: Task.TaskId, userId: Account.UserId) {
  const subtask = aSubtask({ taskId })
  yield* tasks.insertComment(aComment({ taskId, userId }))
  yield* tasks.insertSubtask(subtask)
  yield* tasks.insertTimeEntry(aTimeEntry({ taskId, userId }))
  return subtask
})

/** Boards and tasks that a removal must remove, and others that it must not touch. */
export interface Cascade {
  readonly gone: ReadonlyArray<GivenBoard>
  readonly goneTasks: ReadonlyArray<Task.Task>
  readonly kept: GivenBoard
  readonly keptTasks: ReadonlyArray<Task.Task>
}

/**
 * Adds members, invitations and entries of tasks everywhere, runs the removal, and checks that exactly the expected
 * rows are removed.
 */
export const cascades = Effect.fnUntraced(function* <E, R>(
  { gone, goneTasks, kept, keptTasks }: Cascade,
  removal: Effect.Effect<boolean, E, R>
) {
  const boards = yield* Board.BoardRepository
  const invitations = yield* Board.InvitationRepository
  const member = yield* someone
  const guest = yield* someone
  const goneInvitations: Array<Board.InvitationId> = []
  for (const { board } of [...gone, kept]) {
    yield* join(board.id, member)
    const invitation = yield* invitations.invite(anInvitation({ boardId: board.id, userId: guest }))
    if (board.id !== kept.board.id) goneInvitations.push(invitation.id)
  }
  const goneSubtasks = yield* Effect.forEach(goneTasks, ({ id }) => fillTask(id, member))
  yield* Effect.forEach(keptTasks, ({ id }) => fillTask(id, member))
  const boardBefore = yield* boards.find(kept.board.id)
  const readKept = Effect.forEach(keptTasks, ({ id }) => Effect.map(findTask(id), valueOf))
  const tasksBefore = yield* readKept

  assert.isTrue(yield* removal)

  for (const { board, columns, groups } of gone) {
    isNone(yield* boards.find(board.id))
    isNone(yield* boards.findPlace(board.id, groups[0].id, null))
    assert.deepStrictEqual(yield* boards.groupsEnd(board.id), { rank: null, count: 0 })
    isNone(yield* boards.findColumn(board.id, columns[0].id))
    assert.deepStrictEqual(yield* boards.members(board.id), [])
    assert.deepStrictEqual(
      yield* boards.holdColumns(
        board.id,
        columns.map(({ id }) => id)
      ),
      []
    )
    assert.deepStrictEqual(yield* invitations.listForPlace({ kind: "board", id: board.id }, wholeList), {
      items: [],
      total: 0
    })
    assert.deepStrictEqual(yield* tasks.list({ boardId: board.id }, wholeList), { items: [], total: 0 })
  }
  for (const id of goneInvitations) isNone(yield* invitations.find(id))
  for (const { id } of goneTasks) isNone(yield* findTask(id))
  for (const { id, taskId } of goneSubtasks) isNone(yield* tasks.lockSubtask(taskId, id))
  assert.deepStrictEqual(valueOf(yield* boards.find(kept.board.id)), valueOf(boardBefore))
  assert.deepStrictEqual(yield* readKept, tasksBefore)
  const received = yield* invitations.listForUser(guest, wholeList)
  assert.deepStrictEqual(received.items.map(Struct.get("boardId")), [kept.board.id])
})
