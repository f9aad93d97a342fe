import { Account, Ports, Task } from "@boardwright/core"
import { anAccount, aComment, givenAccount, givenBoard, MemoryStorage, MemoryStore } from "@boardwright/testing"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Option } from "effect"

const withStorage = <A, E>(test: Effect.Effect<A, E, Effect.Effect.Context<typeof everything>>) =>
  Effect.provide(test, MemoryStorage.layer)

const everything = Effect.all([MemoryStore, Ports.Transactor, Account.AccountRepository, Task.TaskRepository])

describe("MemoryStore", () => {
  it.effect("is empty in each build", () =>
    Effect.gen(function* () {
      const look = Effect.gen(function* () {
        const before = yield* (yield* MemoryStore).snapshot
        yield* (yield* Account.AccountRepository).insert(anAccount())
        return before.accounts.size
      })
      assert.deepStrictEqual([yield* withStorage(look), yield* withStorage(look)], [0, 0])
    })
  )

  it.effect("later writes do not change a snapshot", () =>
    withStorage(
      Effect.gen(function* () {
        const store = yield* MemoryStore
        const accounts = yield* Account.AccountRepository
        const account = anAccount()
        yield* accounts.insert(account)
        const before = yield* store.snapshot
        yield* accounts.replacePassword(account.id, "another hash")
        assert.deepStrictEqual(before.accounts.get(account.id), account)
      })
    )
  )

  it.effect("a failed transaction restores the same state object", () =>
    withStorage(
      Effect.gen(function* () {
        const store = yield* MemoryStore
        const accounts = yield* Account.AccountRepository
        const before = yield* store.snapshot
        yield* Effect.exit(Ports.transactional(Effect.zipRight(accounts.insert(anAccount()), Effect.fail("no"))))
        assert.strictEqual(yield* store.snapshot, before)
      })
    )
  )

  it.effect("only writes outside a transaction wait for it", () =>
    withStorage(
      Effect.gen(function* () {
        const accounts = yield* Account.AccountRepository
        const [inside, outside] = [anAccount(), anAccount()]
        const [written, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const work = accounts
          .insert(inside)
          .pipe(Effect.zipRight(Deferred.succeed(written, undefined)), Effect.zipRight(Deferred.await(go)))
        const transaction = yield* Effect.fork(Ports.transactional(work))
        yield* Deferred.await(written)
        assert.isTrue(Option.isNone(yield* accounts.find(inside.id)))
        const write = yield* Effect.fork(accounts.insert(outside))
        yield* Effect.yieldNow()
        assert.isTrue(Option.isNone(yield* accounts.find(outside.id)))
        yield* Deferred.succeed(go, undefined)
        yield* Fiber.joinAll([transaction, write])
        assert.deepStrictEqual(Option.getOrNull(yield* accounts.find(inside.id)), inside)
        assert.deepStrictEqual(Option.getOrNull(yield* accounts.find(outside.id)), outside)
      })
    )
  )

  it.effect("a nested transaction is a defect, and so is a call after the end of its transaction", () =>
    withStorage(
      Effect.gen(function* () {
        const accounts = yield* Account.AccountRepository
        const nested = yield* Effect.exit(Ports.transactional(Ports.transactional(Effect.void)))
        assert.isTrue(Exit.isFailure(nested) && nested.cause._tag === "Die")
        const go = yield* Deferred.make<void>()
        const late = Effect.zipRight(Deferred.await(go), accounts.insert(anAccount()))
        const fiber = yield* Ports.transactional(Effect.forkDaemon(late))
        yield* Deferred.succeed(go, undefined)
        const exit = yield* Fiber.await(fiber)
        assert.isTrue(Exit.isFailure(exit) && exit.cause._tag === "Die")
      })
    )
  )

  it.effect("a child without its parent, or a taken id, is a defect", () =>
    Effect.gen(function* () {
      const tasks = yield* Task.TaskRepository
      const { id: userId } = yield* givenAccount()
      const given = yield* givenBoard()
      const orphan = aComment({ taskId: Task.TaskId.make("no such task"), userId })
      const exits: ReadonlyArray<Exit.Exit<unknown, unknown>> = [
        yield* Effect.exit(tasks.insertComment(orphan)),
        yield* Effect.exit(givenBoard({ id: given.board.id }))
      ]
      for (const exit of exits) assert.isTrue(Exit.isFailure(exit) && exit.cause._tag === "Die")
    }).pipe(Effect.provide(MemoryStorage.layer))
  )
})
