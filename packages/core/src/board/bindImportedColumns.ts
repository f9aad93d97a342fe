import { Cause, Effect, Option } from "effect"
import { Actor, CurrentActor } from "../access/Actor.js"
import { requireBoard } from "../access/authorize.js"
import type { NewChange } from "../change/Change.js"
import { changedFields } from "../change/fieldChanges.js"
import { Recorded, recording, unchanged } from "../change/recording.js"
import { Ids } from "../ports/Ids.js"
import { agrees, boundTaskChanges, eachCell, fillCells } from "./bindColumn.js"
import {
  type BoardId,
  BOUND_FIELDS,
  type BoundField,
  type Column,
  type ColumnId,
  type Option as Label
} from "./Board.js"
import { boardChange } from "./boardChange.js"
import { fieldOfType } from "./boundField.js"
import { MAX_BOARD_COLUMNS, MAX_CELLS } from "./boardLimits.js"
import { BoardRepository } from "./BoardRepository.js"
import { newOption, unknownLabels } from "./options.js"

/** Columns that are read at once: at least those of one board. */
const PER_ROUND = MAX_BOARD_COLUMNS

type Unsettled = ReadonlyArray<{ readonly boardId: BoardId; readonly id: ColumnId }>

/** The column with options for the labels in its cells. */
const withLabels = Effect.fnUntraced(function* (boardId: BoardId, column: Column) {
  const ids = yield* Ids
  const options: Array<Label> = []
  const cells = yield* (yield* BoardRepository).countCells(boardId, column.id, MAX_CELLS)
  for (const { cell } of Option.getOrElse(cells, () => [])) {
    for (const label of unknownLabels({ type: column.type, options }, cell)) {
      options.push(newOption(column, yield* ids.next, options.length, { label }))
    }
  }
  return { ...column, options }
})

/** Whether an import made the column: at least half of its cells mean the field of their task. */
const isImported = Effect.fnUntraced(function* (boardId: BoardId, column: Column, field: BoundField) {
  const counts = { agreeing: 0, others: 0 }
  yield* eachCell(boardId, column.id, (tasks) =>
    Effect.sync(() => {
      for (const task of tasks) if (task.cell !== null) counts[agrees(column, field, task) ? "agreeing" : "others"]++
    })
  )
  return counts.agreeing > 0 && counts.agreeing >= counts.others
})

const bindOn = Effect.fnUntraced(function* (boardId: BoardId, unsettled: ReadonlySet<ColumnId>) {
  const boards = yield* BoardRepository
  if (Option.isNone(yield* boards.lock(boardId))) return unchanged(undefined)
  const access = yield* requireBoard(boardId, "edit the board's content")
  const found = yield* boards.find(boardId)
  const columns = Option.match(found, { onNone: () => [], onSome: (board) => board.columns })
  const changes: Array<NewChange> = []
  for (const field of BOUND_FIELDS) {
    const first = columns.find((column) => fieldOfType(column) === field)
    const isBound = columns.some((column) => column.field === field)
    if (first === undefined || isBound || !unsettled.has(first.id)) continue
    const labelled = yield* withLabels(boardId, first)
    if (!(yield* isImported(boardId, labelled, field))) continue
    const { changed, column } = yield* fillCells(boardId, { ...labelled, field }, field)
    yield* boards.replaceColumn(boardId, column)
    const fields = changedFields(first, column)
    changes.push(boardChange("column.updated", access, { subjectId: first.id, fields }))
    // One by one: a call takes some 100,000 arguments.
    for (const change of boundTaskChanges(access, changed)) changes.push(change)
    yield* Effect.logInfo(
      `board ${boardId}: column ${first.id} is bound to the field ${field}; ${changed.length} tasks had another cell, or a label that means another value of the field, as recorded in the activity of their tasks`
    )
  }
  yield* boards.settle(boardId)
  return new Recorded(undefined, changes)
})

const bindBoard = (boardId: BoardId, unsettled: ReadonlySet<ColumnId>) =>
  Effect.catchAllCause(recording(bindOn(boardId, unsettled)), (cause) =>
    Cause.isInterrupted(cause)
      ? Effect.failCause(cause)
      : Effect.logError(`board ${boardId}: its imported columns could not be bound; tried again later`, cause)
  )

/**
 * Binds the columns that imports of earlier versions made: the first status, priority and date column of each board whose
 * cells mean the fields of its tasks. Where the two disagree the field applies, and the task's activity has the old cell.
 * A board that fails is left for the next time.
 */
export const bindImportedColumns = Effect.gen(function* () {
  const boards = yield* BoardRepository
  let after: BoardId | null = null
  for (;;) {
    const unsettled: Unsettled = yield* boards.listUnsettled(after, PER_ROUND)
    const [first] = unsettled
    if (first === undefined) return
    const ids = new Set(unsettled.flatMap(({ boardId, id }) => (boardId === first.boardId ? [id] : [])))
    yield* bindBoard(first.boardId, ids)
    after = first.boardId
  }
}).pipe(Effect.provideService(CurrentActor, Actor.Operator()))
