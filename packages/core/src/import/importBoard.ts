import { Effect, Stream } from "effect"
import { requireWorkspace } from "../access/require.js"
import { transactional } from "../ports/Transactor.js"
import { decodeInput } from "../values/InvalidInput.js"
import { WorkspaceId } from "../values/ids.js"
import { BoardImport } from "./BoardImport.js"
import { yieldToEventLoop } from "../values/yieldPoint.js"
import { planImport, refuseImport } from "./planImport.js"
import { storeImport } from "./storeImport.js"

const decode = decodeInput(BoardImport)

/**
 * Makes a board of a spreadsheet: a column of each mapped column but the name's, a task of each row that is not blank,
 * all or nothing. With `dryRun` it answers the same and makes no board (`board` is null). Gives way to other work as it
 * goes, so that a large import does not hold up a server.
 * Fails with `InvalidInput`, `NotFound` for the workspace, or `Forbidden`.
 */
export const importBoard = Effect.fnUntraced(function* (
  input: BoardImport,
  options: { readonly dryRun: boolean } = { dryRun: false }
) {
  // Whoever calls has just read the input, which for a large one took long enough.
  yield* yieldToEventLoop
  const decoded = yield* Effect.catchTag(decode(input), "InvalidInput", (found) => refuseImport(input, found))
  const plan = yield* planImport(decoded)
  yield* requireWorkspace(WorkspaceId.make(decoded.workspaceId), "manage the workspace")
  const { columns, tasks } = plan
  const { description = "", name, workspaceId } = decoded
  const toStore = { name, description, workspaceId, columns, groups: [], tasks: Stream.fromIterable(tasks) }
  const board = options.dryRun ? null : yield* transactional(storeImport(toStore))
  return { board, imported: plan.tasks.length, skipped: plan.skipped, warnings: plan.warnings }
})
