import { availableParallelism } from "node:os"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { readSettings } from "../../src/settings.js"
import { workerCount } from "../../src/workers/workerCount.js"

const DATABASE_URL = "postgres://db.example.com/boards"

it.each([
  [{ WORKERS: "auto", DATABASE_POOL_SIZE: "1000" }, availableParallelism()],
  [{ WORKERS: "auto", DATABASE_POOL_SIZE: "1" }, 1],
  [{ WORKERS: "3", DATABASE_POOL_SIZE: "3" }, 3],
  [{}, 1]
])("%j is one per core with auto, and at most one per connection", async (variables, count) => {
  const settings = await Effect.runPromise(readSettings({ ...variables, DATABASE_URL }))
  expect(await Effect.runPromise(workerCount(settings))).toBe(count)
})
