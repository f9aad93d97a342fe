import { Effect, Option } from "effect"
import { requireBoard } from "../access/authorize.js"
import { type Column, ColumnId, type Group, GroupId, type Placed } from "../board/Board.js"
import { newColumn } from "../board/addColumn.js"
import { bindColumn, boundTaskChanges } from "../board/bindColumn.js"
import { boardChange } from "../board/boardChange.js"
import { allowCount } from "../board/boardLimits.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { hasChangedTasks, partDeleted } from "../board/partDeleted.js"
import type { FoundChange } from "../change/ChangeRepository.js"
import { createdFields } from "../change/fieldChanges.js"
import { Recorded, recorded } from "../change/recording.js"
import { valuesBefore } from "../change/wholeFields.js"
import { orNotFound } from "../values/NotFound.js"
import { now } from "../values/Timestamp.js"
import { BoardId } from "../values/ids.js"
import { conflict, removedSince, restoredSince, unlessChangedSinceAdded } from "./conflicts.js"

/** Locks the board of a change of a group or a column, and returns what is on it. */
const lockBoardOf = Effect.fnUntraced(function* (change: FoundChange) {
  const boards = yield* BoardRepository
  const boardId = BoardId.make(change.boardId ?? "")
  yield* boards.lock(boardId).pipe(orNotFound("Board", boardId))
  const access = yield* requireBoard(boardId, "edit the board's content")
  const { columns, groups } = yield* boards.find(boardId).pipe(orNotFound("Board", boardId))
  return { access, boardId, boards, columns, groups }
})

/** The part that a change is about, if it is there. */
const partOf = <A extends { readonly id: string }>(parts: ReadonlyArray<A>, { subjectId }: FoundChange) =>
  parts.find(({ id }) => id === subjectId)

export const removingGroup = (change: FoundChange) =>
  Effect.gen(function* () {
    const { access, boardId, boards, groups } = yield* lockBoardOf(change)
    const group = partOf(groups, change)
    if (group === undefined) return yield* removedSince()
    yield* unlessChangedSinceAdded(change)(group)
    if (groups.length === 1) return yield* conflict("id", "is the last group of its board")
    const removed = yield* boards.removeGroup(boardId, group.id)
    if (Option.isNone(removed)) return yield* conflict("tasks", "are in the group, or in the trash from it")
    return recorded(undefined, partDeleted("group.deleted", access, removed.value))
  })

export const restoringGroup = (change: FoundChange) =>
  Effect.gen(function* () {
    const { access, boardId, boards, groups } = yield* lockBoardOf(change)
    if (partOf(groups, change) !== undefined) return yield* restoredSince()
    if (hasChangedTasks(change.fields)) return yield* conflict("tasks", "were moved to another group")
    yield* allowCount("groups", groups.length + 1)
    const values = valuesBefore<Omit<Placed<Group>, "id">>(change.fields)
    const id = GroupId.make(change.subjectId)
    yield* boards.insertGroup(boardId, { id, ...values })
    const { color, name } = values
    const fields = createdFields({ name, color })
    return recorded(undefined, boardChange("group.created", access, { subjectId: id, fields }))
  })

export const removingColumn = (change: FoundChange) =>
  Effect.gen(function* () {
    const { access, boardId, boards, columns } = yield* lockBoardOf(change)
    const column = partOf(columns, change)
    if (column === undefined) return yield* removedSince()
    yield* unlessChangedSinceAdded(change)(column)
    // The tasks keep the field that the column is bound to.
    const counts = column.field === null ? undefined : yield* boards.clearColumn(boardId, column.id, yield* now)
    const removed = yield* boards.removeColumn(boardId, column.id)
    if (Option.isNone(removed)) return yield* conflict("columnValues", "are in the column, on tasks or in the trash")
    return recorded(undefined, partDeleted("column.deleted", access, removed.value, counts))
  })

export const restoringColumn = (change: FoundChange) =>
  Effect.gen(function* () {
    const { access, boardId, boards, columns } = yield* lockBoardOf(change)
    if (partOf(columns, change) !== undefined) return yield* restoredSince()
    const { rank, visible, width, ...given } = valuesBefore<Omit<Placed<Column>, "id">>(change.fields)
    if (given.field === null && hasChangedTasks(change.fields))
      return yield* conflict("columnValues", "were removed with the column")
    yield* allowCount("columns", columns.length + 1)
    const id = ColumnId.make(change.subjectId)
    const { changed, column: bound } = yield* bindColumn(boardId, newColumn(id, given))
    const column = { ...bound, width, visible }
    yield* boards.insertColumn(boardId, { ...column, rank })
    const created = boardChange("column.created", access, { subjectId: id, fields: createdFields(column) })
    return new Recorded(undefined, [created, ...boundTaskChanges(access, changed)])
  })
