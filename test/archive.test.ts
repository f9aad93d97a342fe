import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Account, Archive, type System, Values } from "@boardwright/core"
import { UuidIds } from "@boardwright/node"
import * as Postgres from "@boardwright/postgres"
import * as Sqlite from "@boardwright/sqlite"
import { aComment, aSubtask, aTask, aTimeEntry, givenBoard, givenWorkspace } from "@boardwright/testing"
import { Effect, Layer, ManagedRuntime } from "effect"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { canonical, drawnBoard, exported, givenUsers, restored, storeDrawn } from "./support/archives.js"
import { scopedDatabase } from "./support/postgres/scopedDatabases.js"

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "boardwright-archive-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true }))
)

const storages = {
  sqlite: Layer.unwrapScoped(
    Effect.map(temporaryFolder, (folder) => Layer.orDie(Sqlite.layer({ filename: join(folder, "test.db") })))
  ),
  postgres: Layer.unwrapScoped(Effect.map(scopedDatabase, ({ url }) => Layer.orDie(Postgres.layer({ url }))))
} satisfies Record<string, Layer.Layer<System.StoragePorts>>

const layerOf = (storage: Layer.Layer<System.StoragePorts>) =>
  Account.UserDirectory.accounts.pipe(Layer.provideMerge(Layer.merge(storage, UuidIds.layer)))

describe.each(["sqlite", "postgres"] as const)("a board that is exported and restored on %s", (name) => {
  const runtime = ManagedRuntime.make(layerOf(storages[name]))
  let given: { readonly workspaceId: never; readonly users: Effect.Effect.Success<typeof givenUsers> }
  beforeAll(async () => {
    const { id } = await runtime.runPromise(givenWorkspace())
    given = { workspaceId: id as never, users: await runtime.runPromise(givenUsers) }
  })
  afterAll(() => runtime.dispose())

  it("is exported as the same again but for ids", async () => {
    const property = fc.asyncProperty(drawnBoard, (drawn) =>
      runtime.runPromise(
        Effect.gen(function* () {
          const first = yield* exported(yield* storeDrawn(drawn, given.workspaceId, given.users))
          const { board, ...counts } = yield* restored(first, given.workspaceId)
          expect(counts).toEqual({ restored: drawn.tasks.length, warnings: 0 })
          const second = yield* exported(board?.id ?? "")
          expect(canonical(second)).toEqual(canonical(first))
        })
      )
    )
    await fc.assert(property, { numRuns: 30 })
  })
})

const ranksOf = (count: number): ReadonlyArray<Values.Rank> => {
  const ranks: Array<Values.Rank> = []
  for (let at = 0; at < count; at++) ranks.push(Values.rankAfter(ranks.at(-1) ?? null))
  return ranks
}

describe("a large board", () => {
  const TASKS = 5_000
  const runtime = ManagedRuntime.make(layerOf(storages.sqlite))
  afterAll(() => runtime.dispose())

  it("of 5,000 tasks with parts is exported and restored on sqlite", { timeout: 120_000 }, async () => {
    const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1)
    const { boardId, users, workspaceId } = await runtime.runPromise(
      Effect.gen(function* () {
        const { board, columns, groups, workspace } = yield* givenBoard()
        const people = yield* givenUsers
        const [userId = "" as never] = people
        const ranks = ranksOf(TASKS)
        const tasks = Array.from({ length: TASKS }, (_, place): Archive.WholeTask => {
          const on = { boardId: board.id, groupId: groups[place % 2]?.id ?? groups[0].id }
          const values = { [columns[0].id]: `value ${place}`, [columns[1].id]: place }
          const task = aTask({
            ...on,
            rank: ranks[place] ?? Values.FIRST_RANK,
            assignees: people.slice(0, 2),
            columnValues: values
          })
          const under = { taskId: task.id, userId }
          return {
            ...task,
            comments: [aComment({ ...under, mentions: people }), aComment(under)],
            subtasks: [aSubtask({ taskId: task.id }), aSubtask({ taskId: task.id })],
            timeEntries: [aTimeEntry(under)]
          }
        })
        yield* (yield* Archive.ArchiveRepository).insertTasks(tasks)
        return { boardId: board.id, workspaceId: workspace.id, users: people }
      })
    )
    expect(users).toHaveLength(5)
    let began = performance.now()
    const first = await runtime.runPromise(exported(boardId))
    process.stderr.write(`exported ${first.tasks.length} tasks in ${seconds(began)} s\n`)
    expect(first.tasks).toHaveLength(TASKS)
    began = performance.now()
    const { board, restored: count } = await runtime.runPromise(restored(first, workspaceId))
    process.stderr.write(`restored ${count} tasks in ${seconds(began)} s\n`)
    const second = await runtime.runPromise(exported(board?.id ?? ""))
    expect(second.tasks).toHaveLength(TASKS)
    expect(JSON.parse(second.header)).toMatchObject({ members: [{ role: "admin" }] })
  })
})
