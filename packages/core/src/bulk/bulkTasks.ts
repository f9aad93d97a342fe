import { Effect, FiberRef } from "effect"
import { actingUser, requireScope } from "../access/Actor.js"
import { allowOnBoard } from "../access/authorize.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { changeOrigin, inBatch, recorded, recording } from "../change/recording.js"
import { BoardId } from "../values/ids.js"
import { orNotFound } from "../values/NotFound.js"
import { admitOperations } from "./BulkAdmission.js"
import { type BulkTasks, decodeBulk } from "./BulkInput.js"
import { neededBy } from "./neededBy.js"
import { prepareOperations } from "./prepareOperations.js"
import { runOperations } from "./runOperations.js"
import { stageBoard } from "./stageBoard.js"

/**
 * Carries out up to 200 operations on the tasks of a board, in order, all or none. Their changes are one batch.
 * Fails with `NotFound` for the board, with `Forbidden`, and as the operations would do one by one: with every problem and
 * its path, as `NotFound`, `InvalidInput` or `BulkConflict`, the first of these that there is.
 */
export const bulkTasks = Effect.fnUntraced(function* (input: BulkTasks) {
  const { boardId: id, operations } = yield* decodeBulk(input)
  const boardId = BoardId.make(id)
  const ready = yield* prepareOperations(operations)
  if (ready.some(({ op }) => op === "delete")) yield* requireScope("manage", "tasks.delete")
  yield* admitOperations(ready.length)
  const work = Effect.gen(function* () {
    const boards = yield* BoardRepository
    const target = yield* boards.findPlace(boardId, null, yield* actingUser).pipe(orNotFound("Board", id))
    // The role is checked after what the operations name is found.
    yield* allowOnBoard(target.access, "read the board")
    const { repositories, stage, store } = yield* stageBoard(target, neededBy(ready, target))
    const { changes, results } = yield* Effect.provide(runOperations(ready, stage), repositories)
    yield* store
    const { batchId } = yield* FiberRef.get(changeOrigin)
    return recorded({ batchId: batchId ?? "", results }, ...changes)
  })
  return yield* inBatch(recording(work))
})
