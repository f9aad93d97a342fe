import { Effect, Option } from "effect"
import { requireBoard } from "../access/authorize.js"
import { MAX_CELLS } from "../board/boardLimits.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { hasLabels, hasOptions } from "../board/options.js"
import { updatingBoard } from "../board/updateBoard.js"
import { updatingColumn } from "../board/updateColumn.js"
import { updatingGroup } from "../board/updateGroup.js"
import type { ChangeType } from "../change/Change.js"
import type { FoundChange } from "../change/ChangeRepository.js"
import { movingTask } from "../task/moveTask.js"
import { TaskId } from "../task/Task.js"
import { TaskRepository } from "../task/TaskRepository.js"
import { updatingSubtask } from "../task/subtasks.js"
import { type UpdateComment, updatingComment } from "../task/updateComment.js"
import { updatingTimeEntry } from "../task/updateTimeEntry.js"
import { transferring } from "../workspace/transferWorkspace.js"
import { BoardId, ColumnId } from "../values/ids.js"
import type { Json } from "../values/Json.js"
import { removingColumn, removingGroup, restoringColumn, restoringGroup } from "./boardParts.js"
import { conflict, unlessChanged } from "./conflicts.js"
import {
  removingComment,
  removingSubtask,
  removingTimeEntry,
  restoringSubtask,
  restoringTimeEntry
} from "./taskEntries.js"
import { fieldsBefore } from "../change/recordedValues.js"
import { removingTask, removingTaskAgain, restoringFields, restoringTask } from "./tasks.js"
import { transferringBack } from "./transfers.js"

/** For an inverse that needs nothing but its transaction. */
const inTransaction =
  <A, E, R>(undo: (change: FoundChange) => Effect.Effect<A, E, R>) =>
  (change: FoundChange) =>
    Effect.succeed(undo(change))

const taskOf = ({ taskId }: FoundChange) => taskId ?? ""
const boardOf = ({ boardId }: FoundChange) => boardId ?? ""

interface Tagged {
  readonly _tag: string
}

/**
 * Restores the fields and the place that a change recorded: before the one that was next, or at the end if that is no longer
 * there. `field` names it in the input of the update.
 */
const restoringPlace =
  <A, E extends Tagged, E2 extends Tagged, R, R2>(
    field: string,
    update: (
      input: { readonly [field: string]: Json },
      verify: ReturnType<typeof unlessChanged>
    ) => Effect.Effect<Effect.Effect<A, E, R>, E2, R2>
  ) =>
  ({ fields: { [field]: place, ...fields } }: Pick<FoundChange, "fields">): Effect.Effect<A, E | E2, R | R2> => {
    const restore = (before: { readonly [field: string]: Json }) =>
      Effect.flatten(update({ ...fieldsBefore(fields), ...before }, unlessChanged({ fields })))
    if (place === undefined) return restore({})
    return Effect.catchAll(restore({ [field]: place.from }), (error) =>
      error._tag === "MoveConflict" ? restore({ [field]: null }) : Effect.fail(error)
    )
  }

/** Moves the task back. A move within a group is undone in the group where the task is now. */
const movingTaskBack = Effect.fnUntraced(function* (change: FoundChange) {
  const place = Option.getOrNull(yield* (yield* TaskRepository).placeOf(TaskId.make(taskOf(change))))
  const fields = place === null ? {} : { groupId: { from: place.groupId, to: place.groupId } }
  const restoring = restoringPlace("beforeTaskId", (input, verify) =>
    movingTask(taskOf(change), { beforeTaskId: null, ...input }, verify)
  )
  return yield* restoring({ fields: { ...fields, ...change.fields } })
})

/** Whether the cells of a column became lists of labels, or single labels again: what they were before is not known. */
const rewritesCells = ({ fields: { type } }: FoundChange): boolean =>
  typeof type?.from === "string" &&
  typeof type.to === "string" &&
  hasOptions({ type: type.to }) &&
  hasLabels({ type: type.to }) !== hasLabels({ type: type.from })

/** Whether a column has values, or too many to tell; those of tasks in the trash count. */
const hasValues = (change: FoundChange) =>
  Effect.map(
    Effect.flatMap(BoardRepository, ({ countCells }) =>
      countCells(BoardId.make(boardOf(change)), ColumnId.make(change.subjectId), MAX_CELLS)
    ),
    Option.match({ onNone: () => true, onSome: (cells) => cells.some(({ cell }) => cell !== null) })
  )

const restoringColumnFields = Effect.fnUntraced(function* (change: FoundChange) {
  yield* requireBoard(BoardId.make(boardOf(change)), "edit the board's content")
  if (Object.hasOwn(change.fields, "replaceWith"))
    return yield* conflict("replaceWith", "gave tasks other options, which cannot be undone")
  if (Object.hasOwn(change.fields, "field")) return yield* conflict("field", "bound the column, which cannot be undone")
  if (rewritesCells(change) && (yield* hasValues(change)))
    return yield* conflict("type", "gave tasks other values, which cannot be undone")
  return yield* restoringPlace("beforeColumnId", (input, verify) =>
    updatingColumn(boardOf(change), change.subjectId, input, verify)
  )(change)
})

/** The inverses of `inverseOf` by type. Types that are not among them cannot be undone. */
const INVERSES = {
  "board.updated": (change: FoundChange) =>
    updatingBoard(boardOf(change), fieldsBefore(change.fields), unlessChanged(change)),
  "workspace.transferred": (change: FoundChange) =>
    transferring(change.workspaceId, { userId: change.fields["ownerId"]?.from }, unlessChanged(change)),
  "column.updated": inTransaction(restoringColumnFields),
  "group.updated": inTransaction((change) =>
    restoringPlace("beforeGroupId", (input, verify) => updatingGroup(boardOf(change), change.subjectId, input, verify))(
      change
    )
  ),
  "task.updated": restoringFields,
  "task.moved": (change: FoundChange) =>
    Object.keys(change.fields).length === 0 ? restoringFields(change) : Effect.succeed(movingTaskBack(change)),
  "task.transferred": transferringBack,
  "subtask.updated": inTransaction((change) =>
    restoringPlace("beforeSubtaskId", (input, verify) =>
      updatingSubtask(taskOf(change), change.subjectId, input, verify)
    )(change)
  ),
  "task.created": inTransaction(removingTask),
  "task.deleted": inTransaction(restoringTask),
  "task.restored": inTransaction(removingTaskAgain),
  "group.created": inTransaction(removingGroup),
  "group.deleted": inTransaction(restoringGroup),
  "column.created": inTransaction(removingColumn),
  "column.deleted": inTransaction(restoringColumn),
  "subtask.created": inTransaction(removingSubtask),
  "subtask.deleted": inTransaction(restoringSubtask),
  "timeEntry.created": inTransaction(removingTimeEntry),
  "timeEntry.deleted": inTransaction(restoringTimeEntry),
  "timeEntry.updated": (change: FoundChange) =>
    updatingTimeEntry(taskOf(change), change.subjectId, fieldsBefore(change.fields), unlessChanged(change)),
  "comment.created": inTransaction(removingComment),
  "comment.updated": (change: FoundChange) =>
    updatingComment(
      taskOf(change),
      change.subjectId,
      fieldsBefore(change.fields) as UpdateComment,
      unlessChanged(change)
    )
} as const satisfies { readonly [Type in ChangeType]?: unknown }

/**
 * The inverse of a change: checks what needs no transaction and returns the transaction that undoes the change. `found` has
 * all changes that are undone with it.
 */
export const inverseOf = (type: UndoableType, change: FoundChange, found: ReadonlyArray<FoundChange>) =>
  INVERSES[type](change, found)

export type UndoableType = keyof typeof INVERSES

export const isUndoable = (type: ChangeType): type is UndoableType => Object.hasOwn(INVERSES, type)
