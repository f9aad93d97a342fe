import { once } from "node:events"
import { readFileSync, statSync } from "node:fs"
import type { Worker } from "node:worker_threads"
import { Ports, Task } from "@boardwright/core"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { aTask, committed, givenBoards, onFile, runSql } from "./storage.js"

const MB = 1024 * 1024
const BATCH = 400

const letOthersRun = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

const autoCheckpoint = Effect.map(runSql("pragma wal_autocheckpoint"), ([row]) => Object(row).wal_autocheckpoint)

/** Ids are as long as they are in use, since their length decides how often pages of indexes change. */
const idOf = (name: string): string => name.padEnd(36, "-")
const [ONE, TWO] = [idOf("one"), idOf("two")]

/** Inserts a batch of tasks on a board, whose numbers begin at `from`. */
const insertBatch = (board: string, from: number, description: string) =>
  Effect.flatMap(Task.TaskRepository, (tasks) =>
    tasks.insert(
      Array.from({ length: BATCH }, (_, at) => ({
        ...aTask(idOf(`task-${from + at}`), board, `${board}-group`),
        description
      }))
    )
  )

/** Inserts at least 20 MB, and goes on until the transaction counts as long. */
const insertForLong = Effect.gen(function* () {
  let inserted = 0
  while (inserted < 10 * BATCH || (yield* autoCheckpoint) !== 0) {
    yield* insertBatch(ONE, inserted, "x".repeat(5_000))
    inserted += BATCH
    yield* letOthersRun
  }
  return inserted
})

/** Bytes that this process has read from files so far, from memory too. */
const bytesRead = (): number => Number(/^rchar: (\d+)/.exec(readFileSync("/proc/self/io", "utf8"))?.[1])

it.effect("a thread moves the log of a long transaction into the file after its commit", () =>
  onFile(function* (filename) {
    yield* givenBoards(ONE)
    const threads: Array<Promise<unknown>> = []
    const count = (thread: Worker) => void threads.push(once(thread, "exit"))
    process.on("worker", count)
    const inserted = yield* Ports.transactional(insertForLong)
    assert.isBelow(statSync(filename).size, MB)
    yield* letOthersRun
    process.off("worker", count)
    assert.strictEqual(threads.length, 1)
    yield* Effect.promise(() => Promise.all(threads))
    assert.isAbove(statSync(filename).size, 16 * MB)
    assert.strictEqual(yield* autoCheckpoint, 4_000)
    assert.deepStrictEqual(committed(filename, "select count(*) from boardwright_task"), [inserted])
    assert.deepStrictEqual(committed(filename, "pragma integrity_check"), ["ok"])
  })
)

it.effect("a transaction that writes much counts as long before its time", () =>
  onFile(function* () {
    yield* givenBoards(ONE)
    const setting = yield* Ports.transactional(
      Effect.gen(function* () {
        for (let from = 0; from < 3 * BATCH; from += BATCH) yield* insertBatch(ONE, from, "x".repeat(5_000))
        return yield* autoCheckpoint
      })
    )
    assert.strictEqual(setting, 0)
  })
)

it.effect("a long transaction that fails leaves nothing behind", () =>
  onFile(function* (filename) {
    yield* givenBoards(ONE)
    yield* Effect.flip(Ports.transactional(Effect.zipRight(insertForLong, Effect.fail("no"))))
    assert.deepStrictEqual(committed(filename, "select count(*) from boardwright_task"), [0])
  })
)

/** Fills a board with tasks, by copies of one. */
const fill = (board: string, count: number) =>
  Effect.zipRight(
    insertBatch(board, 100_000 - BATCH, ""),
    runSql(`insert into boardwright_task
        (id, board_id, group_id, name, status, priority, created_at, description, column_values, updated_at, rank)
      with recursive number (value) as (select 1 union all select value + 1 from number where value < ${count})
      select 'task-' || (100000 + value) || '${"-".repeat(25)}', board_id, group_id, name, status, priority, created_at,
        description, column_values, updated_at, rank
      from number, (select * from boardwright_task limit 1)`)
  )

// Indexes of 12,000 rows have inner pages, which each batch changes again; those of 48,000 have more levels of them.
it.effect.each([12_000, 48_000])(
  "the commit of a long transaction after %i rows does not read its log again",
  (before) =>
    onFile(function* () {
      yield* givenBoards(ONE, TWO)
      yield* fill(ONE, before)
      const from = yield* Ports.transactional(
        Effect.gen(function* () {
          while ((yield* autoCheckpoint) !== 0) yield* letOthersRun
          for (let inserted = 0; inserted < 20 * BATCH; inserted += BATCH) {
            yield* insertBatch(TWO, 200_000 + inserted, "x".repeat(5_000))
            yield* letOthersRun
          }
          return bytesRead()
        })
      )
      assert.isBelow(bytesRead() - from, MB)
    })
)
