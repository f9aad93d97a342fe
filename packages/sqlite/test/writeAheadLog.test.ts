import { statSync } from "node:fs"
import { Task } from "@boardwright/core"
import { assert, it } from "@effect/vitest"
import { aTask, givenBoards, onFile } from "./storage.js"

const MB = 1024 * 1024

it.effect("the log is moved into the file between 12 and 20 MB, not at every 4 MB", () =>
  onFile(function* (filename) {
    yield* givenBoards("one")
    const tasks = yield* Task.TaskRepository
    let longest = 0
    for (let batch = 0; batch < 12; batch++) {
      const some = Array.from({ length: 400 }, (_, at) => ({
        ...aTask(`task-${batch}-${at}`, "one", "one-group"),
        description: "x".repeat(5_000)
      }))
      yield* tasks.insert(some)
      longest = Math.max(longest, statSync(`${filename}-wal`).size)
    }
    assert.isAbove(longest, 12 * MB)
    assert.isBelow(longest, 20 * MB)
    assert.isAbove(statSync(filename).size, 12 * MB)
  })
)
