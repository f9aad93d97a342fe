import { Effect, Option } from "effect"
import { actingUser } from "../access/Actor.js"
import { allowOnBoard } from "../access/authorize.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { DEFAULT_FIELDS } from "../board/boundField.js"
import { holdAllColumns } from "../board/holdAllColumns.js"
import type { FieldChanges } from "../change/Change.js"
import { ChangeRepository, type FoundChange } from "../change/ChangeRepository.js"
import { changedFields, createdFields } from "../change/fieldChanges.js"
import { recorded } from "../change/recording.js"
import { type Task, TaskId } from "../task/Task.js"
import { TaskRepository } from "../task/TaskRepository.js"
import { transferTask } from "../task/transferTask.js"
import type { Cells } from "../task/writeCells.js"
import { parseIso } from "../values/Timestamp.js"
import { BoardId, GroupId, UserId } from "../values/ids.js"
import { conflict, failUnlessNone, removedSince } from "./conflicts.js"
import { recordedValues, VALUE_PREFIX } from "../change/recordedValues.js"

/** What a transfer changes, beside the board and the place in the group. */
interface Moved extends Cells {
  readonly groupId: string
}

/** What a transfer changes, as one of its two records has it: on the side that is not null, without what is empty. */
const movedOf = (fields: FieldChanges, side: "from" | "to"): Moved => {
  const { columnValues, own } = recordedValues(fields, (change) => change[side])
  const textOf = (field: string, otherwise: string): string => (typeof own[field] === "string" ? own[field] : otherwise)
  const assignees = Array.isArray(own["assignees"]) ? own["assignees"] : []
  return {
    groupId: textOf("groupId", ""),
    status: textOf("status", DEFAULT_FIELDS.status),
    priority: textOf("priority", DEFAULT_FIELDS.priority),
    dueDate: parseIso(textOf("dueDate", "")),
    assignees: assignees.map((id) => UserId.make(String(id))),
    columnValues
  }
}

const isArrival = ({ fields, type }: FoundChange): boolean =>
  type === "task.transferred" && fields["groupId"]?.from === null

/** The changes of a batch without those that record a transfer for the second time. */
export const withoutArrivals = (changes: ReadonlyArray<FoundChange>): ReadonlyArray<FoundChange> =>
  changes.length === 1 ? changes : changes.filter((change) => !isArrival(change))

/** The two records of a transfer: that of the board that had the task, and that of the other. Both are in one batch. */
const bothRecords = Effect.fnUntraced(function* (
  { batchId, id, taskId }: FoundChange,
  found: ReadonlyArray<FoundChange>
) {
  // More than one was found by the id of their batch, and is all of it.
  const batch = found.length > 1 ? found : yield* (yield* ChangeRepository).find(batchId ?? id, null)
  const records = batch.filter((change) => change.type === "task.transferred" && change.taskId === taskId)
  const at = records.findIndex((change) => change.id === id)
  const [gone, came] = records.slice(at - (at % 2))
  const isWhole = gone?.fields["groupId"] !== undefined && came?.fields["groupId"] !== undefined
  return isWhole ? { gone, came } : yield* conflict("id", "is of a move whose record is not complete")
})

/** Fails with `UndoConflict` if what the transfer set on the board has changed. */
const unlessChanged = ({ boardId, fields }: FoundChange, task: Task) => {
  if (boardId !== task.boardId) return conflict("boardId", "has changed since")
  const changed = Object.keys(changedFields(movedOf(fields, "to"), movedOf(createdFields(task), "to")))
  return failUnlessNone(changed.map((field) => ({ path: [field], message: "has changed since" })))
}

/**
 * Moves the task back to its board, group and place there, with the values that it had. Without the group it is placed in the
 * first one, and without the next task at the end. Needs the right to edit both boards. `found` has the changes that are
 * undone with it.
 */
export const transferringBack = Effect.fnUntraced(function* (change: FoundChange, found: ReadonlyArray<FoundChange>) {
  const { came, gone } = yield* bothRecords(change, found)
  const tasks = yield* TaskRepository
  const boards = yield* BoardRepository
  const boardId = BoardId.make(gone.boardId ?? "")
  const { groupId, ...before } = movedOf(gone.fields, "from")
  return Effect.gen(function* () {
    const userId = yield* actingUser
    const isThere = Option.isSome(yield* boards.lock(boardId))
    const columns = yield* holdAllColumns(boardId)
    const found = yield* tasks.lock(TaskId.make(gone.taskId ?? ""), userId)
    if (Option.isNone(found)) return yield* removedSince()
    yield* allowOnBoard(found.value.access, "edit the board's content")
    const placeIn = (group: GroupId | null) => boards.findPlace(boardId, group, userId)
    const [own, first] = [yield* placeIn(GroupId.make(groupId)), yield* placeIn(null)]
    if (!isThere || Option.isNone(own)) return yield* conflict("boardId", "was of a board that is gone")
    const { access } = own.value
    yield* allowOnBoard(access, "edit the board's content")
    yield* unlessChanged(came, found.value.task)
    const lost = Object.keys(before.columnValues).filter((id) => columns.every((column) => column.id !== id))
    yield* failUnlessNone(lost.map((id) => ({ path: [VALUE_PREFIX + id], message: "had a column that is gone" })))
    const group = Option.orElse(own.value.group, () => Option.flatMap(first, (place) => place.group))
    const next = gone.fields["beforeTaskId"]?.from
    const target = { access, columns, group: Option.getOrThrow(group), before: typeof next === "string" ? next : null }
    const { changes, moved } = yield* transferTask(found.value, target, { ...found.value.task, ...before })
    return recorded(moved, ...changes)
  })
})
