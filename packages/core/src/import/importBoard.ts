import { Effect } from "effect"
import { actingUser } from "../access/Actor.js"
import { requireWorkspace } from "../access/require.js"
import { newColumn } from "../board/addColumn.js"
import type { BoardId, ColumnId, GroupId } from "../board/Board.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { insertBoard, newBoard } from "../board/newBoard.js"
import { Ids } from "../ports/Ids.js"
import { transactional } from "../ports/Transactor.js"
import { type PlacedTask, TaskId } from "../task/Task.js"
import { TaskRepository } from "../task/TaskRepository.js"
import { decodeInput } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { type Rank, rankAfter } from "../values/Rank.js"
import { now } from "../values/Timestamp.js"
import { WorkspaceId } from "../workspace/Workspace.js"
import { BoardImport } from "./BoardImport.js"
import { giveWay, type ImportPlan, planImport, SLICE } from "./planImport.js"
import type { PlannedColumn } from "./planColumns.js"
import type { PlannedTask } from "./planRow.js"

const decode = decodeInput(BoardImport)

const insertColumns = Effect.fnUntraced(function* (boardId: BoardId, planned: ReadonlyArray<PlannedColumn>) {
  const boards = yield* BoardRepository
  const ids = yield* Ids
  const columnIds = new Map<number, ColumnId>()
  let rank: Rank | null = null
  for (const each of planned) {
    const column = newColumn(yield* ids.next, each)
    rank = rankAfter(rank)
    yield* boards.insertColumn(boardId, { ...column, rank })
    columnIds.set(each.index, column.id)
  }
  return columnIds
})

const toColumnValues = (cells: PlannedTask["cells"], columnIds: ReadonlyMap<number, ColumnId>) =>
  Object.fromEntries(
    cells.flatMap(([index, cell]) => {
      const columnId = columnIds.get(index)
      return columnId === undefined ? [] : [[columnId, cell] as const]
    })
  )

const insertTasks = Effect.fnUntraced(function* (
  place: { readonly boardId: BoardId; readonly groupId: GroupId },
  planned: ReadonlyArray<PlannedTask>,
  columnIds: ReadonlyMap<number, ColumnId>
) {
  const tasks = yield* TaskRepository
  const ids = yield* Ids
  let rank: Rank | null = null
  for (let from = 0; from < planned.length; from += SLICE) {
    const at = yield* now
    const slice: Array<PlacedTask> = []
    for (const { cells, ...task } of planned.slice(from, from + SLICE)) {
      rank = rankAfter(rank)
      slice.push({
        ...place,
        ...task,
        id: TaskId.make(yield* ids.next),
        description: "",
        assignees: [],
        columnValues: toColumnValues(cells, columnIds),
        rank,
        createdAt: at,
        updatedAt: at
      })
    }
    yield* tasks.insert(slice)
    yield* giveWay
  }
})

const store = Effect.fnUntraced(function* (input: typeof BoardImport.Type, plan: ImportPlan) {
  const boards = yield* BoardRepository
  const workspace = yield* requireWorkspace(WorkspaceId.make(input.workspaceId), "manage the workspace")
  const made = yield* newBoard({
    name: input.name,
    description: input.description ?? "",
    workspaceId: workspace.workspaceId,
    makerId: (yield* actingUser) ?? workspace.ownerId
  })
  yield* insertBoard(made)
  const columnIds = yield* insertColumns(made.board.id, plan.columns)
  yield* insertTasks({ boardId: made.board.id, groupId: made.group.id }, plan.tasks, columnIds)
  return yield* boards.find(made.board.id).pipe(orNotFound("Board", made.board.id))
})

/**
 * Makes a board of a spreadsheet: a column of each mapped column but the name's, a task of each row that is not blank,
 * all or nothing. With `dryRun` it answers the same and makes no board (`board` is null). Gives way to other work as it
 * goes, so that a large import does not hold up a server.
 * Fails with `InvalidInput`, `NotFound` for the workspace, or `Forbidden`.
 */
export const importBoard = Effect.fn("importBoard")(function* (
  input: BoardImport,
  options: { readonly dryRun: boolean } = { dryRun: false }
) {
  // Whoever calls has just read the input, which for a large one took long enough.
  yield* giveWay
  const decoded = yield* decode(input)
  const plan = yield* planImport(decoded)
  yield* requireWorkspace(WorkspaceId.make(decoded.workspaceId), "manage the workspace")
  const board = options.dryRun ? null : yield* transactional(store(decoded, plan))
  return { board, imported: plan.tasks.length, skipped: plan.skipped, warnings: plan.warnings }
})
