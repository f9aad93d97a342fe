import { Effect, Option, Schema } from "effect"
import { actingUser } from "../access/Actor.js"
import { allowOnBoard, allowOnChild } from "../access/authorize.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { holdAllColumns } from "../board/holdAllColumns.js"
import { inBatch, recorded, recording } from "../change/recording.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { Id, optional } from "../values/Text.js"
import { BoardId, GroupId } from "../values/ids.js"
import { fitColumns, matchColumns, replacedValues } from "./matchColumns.js"
import { withWarnings } from "./columnWarnings.js"
import { TaskId } from "./Task.js"
import { TaskRepository } from "./TaskRepository.js"
import { transferTask } from "./transferTask.js"

/** The board to move a task to, and a group there (default: its first). */
export const MoveTaskToBoard = Schema.Struct({ boardId: Id, groupId: optional(Id) })
export type MoveTaskToBoard = typeof MoveTaskToBoard.Encoded

const decode = decodeInput(MoveTaskToBoard)

const SAME_BOARD = "must be another board: a move within the board is PATCH /api/tasks/:id/move"

/**
 * Moves a task to the end of a group of another board, with its comments, subtasks and time entries. Custom values are placed
 * in the columns of the same name and type, unless such a column is bound to a field that means another value, or is strict and
 * has no such option; then a status or priority becomes the default. `lost` names the others, which are in the record of the
 * change alone. Needs the right to edit both boards. The change is recorded once
 * for each board, in one batch, by which an undo finds both.
 * Fails with `InvalidInput` (also for the task's own board), `NotFound` for the task, the board or the group, or
 * `Forbidden`.
 */
export const moveTaskToBoard = Effect.fnUntraced(function* (id: string, input: MoveTaskToBoard) {
  const tasks = yield* TaskRepository
  const boards = yield* BoardRepository
  const taskId = TaskId.make(id)
  const wanted = yield* decode(input)
  const boardId = BoardId.make(wanted.boardId)
  const groupId = wanted.groupId === undefined ? null : GroupId.make(wanted.groupId)
  const transaction = Effect.gen(function* () {
    const userId = yield* actingUser
    // Groups and columns of the other board stay as they are. Locked in the order in which deleting a board locks.
    yield* boards.lock(boardId)
    const to = yield* holdAllColumns(boardId)
    const { access, task } = yield* tasks.lock(taskId, userId).pipe(orNotFound("Task", taskId))
    yield* allowOnBoard(access, "edit the board's content")
    if (boardId === task.boardId) return yield* invalid(["boardId"], SAME_BOARD)
    const place = yield* boards.findPlace(boardId, groupId, userId).pipe(orNotFound("Board", boardId))
    const found = orNotFound("Group", groupId ?? "")(Effect.succeed(place.group))
    const group = yield* allowOnChild(place.access, "edit the board's content", found)
    const from = Option.getOrUndefined(yield* boards.find(task.boardId))?.columns ?? []
    const { columnValues, lost, matched } = matchColumns(task.columnValues, from, to)
    const target = { access: place.access, group, columns: to, before: null }
    const { fitting, lost: refused } = fitColumns({ ...task, columnValues }, to, matched)
    const { changes, moved } = yield* transferTask({ access, task }, target, fitting)
    const isRefused = ({ from }: (typeof matched)[number]) => refused.some(({ columnId }) => columnId === from.id)
    const replaced = replacedValues(
      matched.filter((each) => !isRefused(each)),
      moved
    )
    return recorded({ task: withWarnings(moved, place.typed), lost: [...lost, ...refused, ...replaced] }, ...changes)
  })
  return yield* inBatch(recording(transaction))
})
