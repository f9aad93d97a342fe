import { Access, Change, Ports, Workspace } from "@boardwright/core"
import { aChange } from "@boardwright/testing"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, TestClock } from "effect"
import { commitsIn, committed, onFile, enqueue } from "./storage.js"

const stored = (filename: string) => committed(filename, "select id from boardwright_mail_job order by id")

const plain = (id: string) => Ports.transactional(enqueue(id))

/** A transaction whose change has a handler. */
const handled = (id: string, handler: Effect.Effect<void>) => {
  const registry = new Change.HandlerRegistry()
  registry.add("task.updated", () => handler)
  return Change.recording(
    Effect.as(
      enqueue(id),
      Change.recorded(id, aChange({ workspaceId: Workspace.WorkspaceId.make("workspace"), boardId: null }))
    )
  ).pipe(
    Effect.provideService(Change.ChangeHandlers, registry),
    Effect.provideService(Access.CurrentActor, Access.Actor.Operator())
  )
}

const together = { concurrency: "unbounded" } as const

describe("a transaction with a handler", () => {
  it.effect("holds up no transaction that succeeded before it, and no read", () =>
    onFile(function* (filename) {
      const [called, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const handler = Effect.zipRight(Deferred.succeed(called, undefined), Deferred.await(go))
      const before = [yield* Effect.fork(plain("a")), yield* Effect.fork(plain("b"))]
      const slow = yield* Effect.fork(handled("slow", handler))
      yield* Deferred.await(called)
      yield* Fiber.joinAll(before)
      const waiting = yield* Effect.fork(Effect.all([plain("c"), plain("d")], together))
      assert.deepStrictEqual(stored(filename), ["a", "b"])
      assert.strictEqual((yield* Effect.flatMap(Change.ChangeRepository, ({ head }) => head)).position, 0)
      yield* Deferred.succeed(go, undefined)
      assert.strictEqual(yield* Fiber.join(slow), "slow")
      yield* Fiber.join(waiting)
      assert.deepStrictEqual(stored(filename), ["a", "b", "c", "d", "slow"])
    })
  )

  it.effect("is rolled back after 5 s, and the next transaction runs", () =>
    onFile(function* (filename) {
      const called = yield* Deferred.make<void>()
      const never = Effect.zipRight(Deferred.succeed(called, undefined), Effect.never)
      const slow = yield* Effect.fork(Effect.exit(handled("slow", never)))
      yield* Deferred.await(called)
      const waiting = yield* Effect.fork(plain("next"))
      yield* TestClock.adjust("5 seconds")
      const exit = yield* Fiber.join(slow)
      assert.match(Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "", /were not done after 5 s/)
      yield* Fiber.join(waiting)
      assert.deepStrictEqual(stored(filename), ["next"])
    })
  )

  it.effect("leaves the others in one commit", () =>
    onFile(function* (filename) {
      const before = commitsIn(filename)
      const ids = Array.from({ length: 64 }, (_, index) => `job-${index}`)
      const work = [...ids.map(plain), handled("handled", Effect.void)]
      yield* Effect.all(work, together)
      assert.isAtMost(commitsIn(filename) - before, 10)
      assert.strictEqual(stored(filename).length, 65)
    })
  )
})
