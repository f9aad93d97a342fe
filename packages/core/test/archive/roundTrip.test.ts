import { givenWorkspace, type Inventory } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Runtime } from "effect"
import fc from "fast-check"
import { canonical, drawnBoard, exported, givenUsers, restored, storeDrawn } from "../../../../test/support/archives.js"
import { story } from "../support.js"

describe("an exported and restored board", () => {
  story("is exported the same again except for ids", function* () {
    const { id: workspaceId } = yield* givenWorkspace()
    const users = yield* givenUsers
    const run = Runtime.runPromise(yield* Effect.runtime<Inventory>())
    const property = fc.asyncProperty(drawnBoard, (drawn) =>
      run(
        Effect.gen(function* () {
          const first = yield* exported(yield* storeDrawn(drawn, workspaceId, users))
          const { board, ...counts } = yield* restored(first, workspaceId)
          assert.deepStrictEqual(counts, { restored: drawn.tasks.length, warnings: 0 })
          const second = yield* exported(board?.id ?? assert.fail("no board"))
          assert.deepStrictEqual(canonical(second), canonical(first))
        })
      )
    )
    yield* Effect.promise(() => fc.assert(property, { numRuns: 60 }))
  })
})
