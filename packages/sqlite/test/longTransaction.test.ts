import { once } from "node:events"
import { statSync } from "node:fs"
import type { Worker } from "node:worker_threads"
import { Ports, Task } from "@boardwright/core"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { aTask, committed, givenBoards, onFile, runSql } from "./storage.js"

const MB = 1024 * 1024
const BATCH = 400

const letOthersRun = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

const autoCheckpoint = Effect.map(runSql("pragma wal_autocheckpoint"), ([row]) => Object(row).wal_autocheckpoint)

/** Inserts at least 20 MB, and goes on until the transaction counts as long. */
const insertForLong = Effect.gen(function* () {
  const tasks = yield* Task.TaskRepository
  let inserted = 0
  while (inserted < 10 * BATCH || (yield* autoCheckpoint) !== 0) {
    const some = Array.from({ length: BATCH }, (_, at) => ({
      ...aTask(`task-${inserted + at}`, "one", "one-group"),
      description: "x".repeat(5_000)
    }))
    yield* tasks.insert(some)
    inserted += BATCH
    yield* letOthersRun
  }
  return inserted
})

it.effect("a thread moves the log of a long transaction into the file after its commit", () =>
  onFile(function* (filename) {
    yield* givenBoards("one")
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

it.effect("a long transaction that fails leaves nothing behind", () =>
  onFile(function* (filename) {
    yield* givenBoards("one")
    yield* Effect.flip(Ports.transactional(Effect.zipRight(insertForLong, Effect.fail("no"))))
    assert.deepStrictEqual(committed(filename, "select count(*) from boardwright_task"), [0])
  })
)
