import { Account, Ports, type System, Task } from "@boardwright/core"
import { anAccount, aComment, givenAccount, givenBoard, MemoryStorage, MemoryStore } from "@boardwright/testing"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Option } from "effect"
import type { YieldWrap } from "effect/Utils"

type Step = YieldWrap<Effect.Effect<unknown, unknown, System.StoragePorts | MemoryStore>>

/** A test on storage of its own. */
const onStorage = (name: string, steps: () => Generator<Step, unknown, never>): void =>
  it.effect(name, () => Effect.provide(Effect.gen(steps), MemoryStorage.layer))

describe("MemoryStore", () => {
  onStorage("is empty in each build", function* () {
    yield* givenAccount()
    const built = Effect.provide(
      Effect.flatMap(MemoryStore, ({ snapshot }) => snapshot),
      MemoryStorage.layer
    )
    assert.strictEqual((yield* built).accounts.size, 0)
  })

  onStorage("later writes do not change a snapshot", function* () {
    const store = yield* MemoryStore
    const accounts = yield* Account.AccountRepository
    const account = anAccount()
    yield* accounts.insert(account)
    const before = yield* store.snapshot
    yield* accounts.replacePassword(account.id, "another hash")
    assert.deepStrictEqual(before.accounts.get(account.id), account)
  })

  onStorage("a failed transaction restores the same state object", function* () {
    const store = yield* MemoryStore
    const accounts = yield* Account.AccountRepository
    const before = yield* store.snapshot
    yield* Effect.exit(Ports.transactional(Effect.zipRight(accounts.insert(anAccount()), Effect.fail("no"))))
    assert.strictEqual(yield* store.snapshot, before)
  })

  onStorage("only writes outside a transaction wait for it", function* () {
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

  onStorage("a call after the end of its transaction is a defect", function* () {
    const accounts = yield* Account.AccountRepository
    const go = yield* Deferred.make<void>()
    const late = Effect.zipRight(Deferred.await(go), accounts.insert(anAccount()))
    const fiber = yield* Ports.transactional(Effect.forkDaemon(late))
    yield* Deferred.succeed(go, undefined)
    const exit = yield* Fiber.await(fiber)
    assert.isTrue(Exit.isFailure(exit) && exit.cause._tag === "Die")
  })

  onStorage("a child without its parent, or a taken id, is a defect", function* () {
    const tasks = yield* Task.TaskRepository
    const { id: userId } = yield* givenAccount()
    const given = yield* givenBoard()
    const orphan = aComment({ taskId: Task.TaskId.make("no such task"), userId })
    const exits: ReadonlyArray<Exit.Exit<unknown, unknown>> = [
      yield* Effect.exit(tasks.insertComment(orphan)),
      yield* Effect.exit(givenBoard({ id: given.board.id }))
    ]
    for (const exit of exits) assert.isTrue(Exit.isFailure(exit) && exit.cause._tag === "Die")
  })
})
