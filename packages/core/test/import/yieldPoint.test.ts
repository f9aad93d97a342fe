import { Import, Task } from "@boardwright/core"
import { givenWorkspace } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { asOperator, story } from "../support.js"

const ROWS = Array.from({ length: 5000 }, (_, at) => ({ "0": `Task ${at}` }))

/** A clock that only `pass` and sleeping move; `waits` lists how long other work waited for each of its turns. */
const observed = () => {
  let now = 0
  let since = 0
  const waits: Array<number> = []
  const clock = Object.assign(Clock.make(), {
    unsafeCurrentTimeNanos: () => BigInt(now) * 1_000_000n,
    sleep: () =>
      Effect.sync(() => {
        waits.push(now - since)
        since = now
      })
  })
  return { clock, waits, pass: (millis: number) => (now += millis) }
}

const importing = (options?: { readonly dryRun: boolean }) =>
  Effect.gen(function* () {
    const { id: workspaceId } = yield* givenWorkspace()
    return yield* asOperator(
      Import.importBoard({ name: "Large", workspaceId, columnMappings: [], rows: ROWS }, options)
    )
  })

describe("an import", () => {
  story("yields while it stores, at the end of the batch in which 10 ms have passed", function* () {
    const tasks = yield* Task.TaskRepository
    const { clock, pass, waits } = observed()
    const slow = {
      ...tasks,
      insert: (batch: Parameters<typeof tasks.insert>[0]) =>
        Effect.zipLeft(
          tasks.insert(batch),
          Effect.sync(() => pass(4))
        )
    }
    yield* importing().pipe(Effect.provideService(Task.TaskRepository, slow), Effect.withClock(clock))
    const [beforeAnything, ...others] = waits
    const afterCommit = others.pop()
    assert.strictEqual(beforeAnything, 0)
    assert.isNotEmpty(others)
    assert.deepStrictEqual(new Set(others), new Set([12]))
    assert.strictEqual(afterCommit, 8)
  })

  story("stores long rows in smaller batches", function* () {
    const tasks = yield* Task.TaskRepository
    const { id: workspaceId } = yield* givenWorkspace()
    const batches: Array<number> = []
    const counting = {
      ...tasks,
      insert: (batch: Parameters<typeof tasks.insert>[0]) =>
        Effect.zipRight(
          Effect.sync(() => batches.push(batch.length)),
          tasks.insert(batch)
        )
    }
    const [huge, long, short] = ["x".repeat(60_000), "x".repeat(50_000), "x"]
    const rowOf = (cell: string) => Object.fromEntries(Array.from({ length: 9 }, (_, at) => [at, at ? cell : "A"]))
    const rows = [huge, huge, short, short, huge].map(rowOf)
    rows.push(...Array.from({ length: 12 }, () => ({ "0": "A", "1": long })))
    const columnMappings = Array.from({ length: 9 }, (_, index) => ({ index }))
    const store = (input: Pick<Import.BoardImport, "columnMappings" | "rows">) =>
      asOperator(Import.importBoard({ name: "Long", workspaceId, ...input })).pipe(
        Effect.provideService(Task.TaskRepository, counting),
        Effect.map(() => batches.splice(0))
      )
    assert.deepStrictEqual(yield* store({ columnMappings, rows }), [1, 1, 2, 1, 5, 5, 2])
    const described = Array.from({ length: 12 }, () => ({ "0": "A", "1": huge }))
    const describing = { columnMappings: [{ index: 1, field: "description" as const }], rows: described }
    assert.deepStrictEqual(yield* store(describing), [4, 4, 4])
    const nobodys = { columnMappings: [{ index: 1, field: "assignees" as const }], rows: described }
    assert.deepStrictEqual(yield* store(nobodys), [12])
  })

  story("yields while it plans", function* () {
    const { clock, pass, waits } = observed()
    const slow = Object.assign(clock, { unsafeCurrentTimeNanos: () => BigInt(pass(1)) * 1_000_000n })
    yield* importing({ dryRun: true }).pipe(Effect.withClock(slow))
    assert.isAtLeast(waits.length, 2)
  })

  story("yields between checking a wrong input and reading its rows for their problems", function* () {
    const { clock, waits } = observed()
    const wrong = { name: "Wrong", workspaceId: "none", columnMappings: [], rows: ROWS, headers: [1] }
    yield* Effect.flip(asOperator(Import.importBoard(wrong as never))).pipe(Effect.withClock(clock))
    assert.deepStrictEqual(waits, [0, 0])
  })

  story("yields before it begins and after its commit, otherwise not before 10 ms have passed", function* () {
    const { clock, waits } = observed()
    yield* Effect.withClock(importing(), clock)
    assert.deepStrictEqual(waits, [0, 0])
  })
})
