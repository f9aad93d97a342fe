import { Account, Task, Values } from "@boardwright/core"
import { aComment, aTask, aTimeEntry, givenBoard, type Repositories } from "@boardwright/testing"
import { Effect, type Layer, ManagedRuntime, Option } from "effect"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const storable = fc.string({ unit: "binary", maxLength: 40 }).filter((text) => !Values.isUnstorable(text))
const instant = fc.integer({ min: 0, max: 253_402_300_799_999 }).map((millis) => Values.Timestamp.fromMillis(millis))
// JSON has no negative zero.
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
const json = fc.letrec<{ value: Task.Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constant(null),
    fc.boolean(),
    number,
    storable,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(storable, tie("value"), { maxKeys: 3, noNullPrototype: true })
  )
})).value
const author = Account.UserId.make("ada")
const users = fc.uniqueArray(storable, { maxLength: 4 }).map((ids) => ids.map((id) => Account.UserId.make(id)))
const fields = fc.record({
  name: storable,
  description: storable,
  status: storable,
  priority: storable,
  assignees: users,
  dueDate: fc.option(instant),
  columnValues: fc.dictionary(fc.uuid(), json, { maxKeys: 3, noNullPrototype: true }),
  createdAt: instant,
  updatedAt: instant
})

/** Properties of every storage: tasks, comments and time entries are read as they were stored. */
export const roundTripsEverything = <E>(name: string, storage: Layer.Layer<Repositories, E>) =>
  describe(`${name}: is read as it was stored`, () => {
    const runtime = ManagedRuntime.make(storage)
    afterAll(() => runtime.dispose())
    let on: Effect.Effect.Success<ReturnType<typeof givenBoard>>
    beforeAll(async () => {
      on = await runtime.runPromise(givenBoard())
    })

    const stored = (task: Task.PlacedTask) =>
      Effect.gen(function* () {
        const tasks = yield* Task.TaskRepository
        yield* tasks.insert([task])
        return Option.getOrThrow(yield* tasks.lock(task.id, null)).task
      })

    it("every field of a task", async () => {
      await fc.assert(
        fc.asyncProperty(fields, async (some) => {
          const task = aTask({ ...some, boardId: on.board.id, groupId: on.groups[0].id })
          expect(await runtime.runPromise(stored(task))).toEqual(task)
        }),
        { numRuns: 200 }
      )
    })

    it("every field of a comment and of a time entry", async () => {
      const parts = fc.record({
        content: storable,
        mentions: users,
        duration: number.map(Math.abs),
        createdAt: instant
      })
      await fc.assert(
        fc.asyncProperty(parts, async ({ content, createdAt, duration, mentions }) => {
          const task = aTask({ boardId: on.board.id, groupId: on.groups[0].id })
          const comment = aComment({ taskId: task.id, userId: author, content, mentions, createdAt })
          const entry = aTimeEntry({ taskId: task.id, userId: author, duration, description: content, createdAt })
          const found = await runtime.runPromise(
            Effect.gen(function* () {
              const tasks = yield* Task.TaskRepository
              yield* tasks.insert([task])
              yield* tasks.insertComment(comment)
              yield* tasks.insertTimeEntry(entry)
              return Option.getOrThrow(yield* tasks.find(task.id, null)).task
            })
          )
          expect(found.comments).toEqual([comment])
          expect(found.timeEntries).toEqual([entry])
        }),
        { numRuns: 100 }
      )
    })
  })
