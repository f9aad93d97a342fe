import { Effect } from "effect"
import type { BoardAccess } from "../access/AccessRepository.js"
import { addLabels } from "../board/addLabels.js"
import type { Column } from "../board/Board.js"
import type { GroupWithEnd } from "../board/BoardRepository.js"
import type { FieldChanges } from "../change/Change.js"
import { createdFields, removedFields } from "../change/fieldChanges.js"
import { VALUE_PREFIX } from "../change/recordedValues.js"
import { failOnIssues } from "../values/InvalidInput.js"
import { rankAfter } from "../values/Rank.js"
import { now } from "../values/Timestamp.js"
import { movingTask } from "./moveTask.js"
import { taskAfter } from "./placeBefore.js"
import { type PlacedTask, type Task, withoutRank } from "./Task.js"
import { taskChange } from "./taskChange.js"
import { type LockedTask, TaskRepository } from "./TaskRepository.js"
import { type Cells, cellsOnBoard } from "./writeCells.js"

/** Where a task is moved to on another board, which is locked. */
export interface TransferTarget {
  readonly access: BoardAccess
  readonly group: GroupWithEnd
  readonly columns: ReadonlyArray<Column>
  /** The task before which it is placed, if that is in the group; null for the end. */
  readonly before: string | null
}

/** Places the task before another one of its group. Returns null if that is not in the group. */
export const placedBefore = (task: Pick<Task, "id" | "groupId">, before: string | null) =>
  before === null
    ? Effect.succeed(null)
    : Effect.flatten(movingTask(task.id, { groupId: task.groupId, beforeTaskId: before })).pipe(
        Effect.as(before),
        Effect.catchTag("MoveConflict", () => Effect.succeed(null))
      )

/** All fields but the board, which readers of the other one do not learn; and the next task in the group, if there is one. */
const recordedOf = ({ boardId: _, ...fields }: Task, next: string | null) => ({ ...fields, beforeTaskId: next })

/** All cells, as removed: also those that are empty, which an undo puts back too. */
const removedCells = ({ columnValues }: Task): FieldChanges =>
  Object.fromEntries(Object.entries(columnValues).map(([id, from]) => [VALUE_PREFIX + id, { from, to: null }]))

/**
 * Moves a locked task to a place on another board, with these fields and cells. Returns the task, and the changes: one for
 * each of the two boards, after those of the columns. Fails with `InvalidInput` if a column there refuses a cell.
 */
export const transferTask = Effect.fnUntraced(function* (
  { access, task }: Pick<LockedTask, "access" | "task">,
  { access: there, before, columns, group }: TransferTarget,
  wanted: Cells
) {
  const tasks = yield* TaskRepository
  const { cells, issues, labels } = cellsOnBoard(wanted, columns)
  yield* failOnIssues(issues)
  const next = yield* taskAfter(task, task.id)
  const rank = rankAfter(group.lastTaskRank)
  const moved: PlacedTask = {
    ...task,
    ...cells,
    boardId: there.boardId,
    groupId: group.id,
    rank,
    updatedAt: yield* now
  }
  yield* tasks.transfer(moved)
  const placed = yield* placedBefore(moved, before)
  const recorded = (board: BoardAccess, fields: FieldChanges) => taskChange("task.transferred", board, task.id, fields)
  const changes = [
    ...(yield* addLabels(there, labels)),
    recorded(access, { ...removedCells(task), ...removedFields(recordedOf(withoutRank(task), next?.id ?? null)) }),
    recorded(there, createdFields(recordedOf(withoutRank(moved), placed)))
  ]
  return { moved: withoutRank(moved), changes }
})
