import { Chunk, Effect, Option, Stream } from "effect"
import { requireWorkspace } from "../access/require.js"
import { normalizeEmail } from "../account/Email.js"
import { DEFAULT_GROUP_NAME } from "../board/Board.js"
import { transactional } from "../ports/Transactor.js"
import { decodeInput, failOnIssues } from "../values/InvalidInput.js"
import { WorkspaceId } from "../values/ids.js"
import { type CheckedSheet, checkSheet, type RowListener } from "./checkSheet.js"
import { planSheet, type SheetPlan } from "./planSheet.js"
import { planSheetRow } from "./planSheetRow.js"
import { SheetImport, type SheetRows } from "./SheetImport.js"
import { storeImport, type TaskToStore } from "./storeImport.js"

const decode = decodeInput(SheetImport)

/** How a sheet is imported; by default it is stored, and nobody is told of progress. A failure of `onRow` ends it. */
export interface ImportSheetOptions<E = never> {
  /** Check only: no board is made, and the answer's board is null. */
  readonly dryRun?: boolean
  /** Told of each row while it is checked. */
  readonly onRow?: RowListener<E>
  /** Told how many tasks are written, as they are. What it says is not undone with the import. */
  readonly onStored?: (tasks: number) => Effect.Effect<void>
}

const tasksOf = <E, R>(plan: SheetPlan, { people }: CheckedSheet, rows: SheetRows<E, R>) =>
  Stream.mapChunks(rows, (chunk) =>
    Chunk.filterMap(chunk, (row) => {
      const { task } = planSheetRow(plan, row)
      if (task === null) return Option.none<TaskToStore>()
      const assignees = new Set(task.assignees.flatMap((each) => people.get(normalizeEmail(each)) ?? []))
      return Option.some({ ...task, group: task.group || DEFAULT_GROUP_NAME, assignees: [...assignees] })
    })
  )

/**
 * Makes a board of a sheet of any length, all or nothing: the rows are read once and everything is checked, then read
 * again and stored in one transaction. They must be the same both times. A task goes to the group that its row names.
 * Fails with `InvalidInput` that names lines and columns, `NotFound` for the workspace, `Forbidden`, and as the rows do.
 */
export const importSheet = Effect.fnUntraced(function* <E, R, E2 = never>(
  input: SheetImport,
  rows: SheetRows<E, R>,
  { dryRun = false, onRow = () => Effect.void, onStored = () => Effect.void }: ImportSheetOptions<E2> = {}
) {
  const { columns, description = "", name, verbatim, workspaceId } = yield* decode(input)
  const { issues, plan } = planSheet({ columns, name, workspaceId, verbatim })
  yield* failOnIssues(issues)
  yield* requireWorkspace(WorkspaceId.make(workspaceId), "manage the workspace")
  const checked = yield* checkSheet(plan, rows, onRow)
  const tasks = Stream.suspend(() => {
    let stored = 0
    return Stream.mapChunksEffect(tasksOf(plan, checked, rows), (chunk) =>
      Effect.as(onStored((stored += chunk.length)), chunk)
    )
  })
  const { groups } = checked
  const toStore = { name, description, workspaceId, columns: plan.columns, groups, tasks }
  const board = dryRun ? null : yield* transactional(storeImport(toStore))
  return { board, imported: checked.tasks, skipped: checked.rows - checked.tasks, warnings: checked.warnings }
})
