import { Account, type Board, Change, Mail, Ports, Values, type Workspace } from "@boardwright/core"
import { aChange, anAccount, givenAccount, MemoryStorage, MemoryStore, type StoredState } from "@boardwright/testing"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Option } from "effect"

/** A keeper that keeps every state it is given; `save` runs before it does. */
const keeperOf = (saved: Array<StoredState>, save: () => Promise<void> = async () => {}): MemoryStorage.Keeper => ({
  load: async () => saved.at(-1) ?? null,
  save: async (state) => {
    await save()
    saved.push(state)
  }
})

const instant = Values.Timestamp.fromMillis(0)

describe("MemoryStorage.persisted", () => {
  it.effect("saves once for each transaction with changes, and for each change outside of one", () =>
    Effect.gen(function* () {
      const saved: Array<StoredState> = []
      const two = Effect.zipRight(givenAccount(), givenAccount())
      yield* Effect.gen(function* () {
        yield* Ports.transactional(two)
        assert.strictEqual(saved.length, 1)
        yield* two
        assert.strictEqual(saved.length, 3)
        yield* Effect.exit(Ports.transactional(Effect.zipRight(two, Effect.fail("no"))))
        yield* Ports.transactional(Effect.flatMap(Account.AccountRepository, (accounts) => accounts.existing(["x"])))
        yield* Effect.flatMap(Mail.MailQueue, (queue) => queue.claim(instant, instant, 1))
        assert.strictEqual(saved.length, 3)
      }).pipe(Effect.provide(MemoryStorage.persisted(keeperOf(saved))))
      const again = yield* Effect.provide(
        Effect.flatMap(MemoryStore, ({ snapshot }) => snapshot),
        MemoryStorage.persisted(keeperOf(saved))
      )
      assert.deepStrictEqual([...again.accounts], saved.at(-1)?.accounts)
      assert.strictEqual(again.accounts.size, 4)
    })
  )

  it.effect("unsaved changes of others are not visible, and saves do not overlap", () =>
    Effect.gen(function* () {
      const [saving, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const saved: Array<StoredState> = []
      let under = 0
      const slow = keeperOf(saved, async () => {
        under += 1
        assert.strictEqual(under, 1)
        await Effect.runPromise(Effect.zipRight(Deferred.succeed(saving, undefined), Deferred.await(go)))
        under -= 1
      })
      yield* Effect.gen(function* () {
        const accounts = yield* Account.AccountRepository
        const [first, second] = [anAccount(), anAccount()]
        const writes = [
          yield* Effect.fork(Ports.transactional(accounts.insert(first))),
          yield* Effect.fork(accounts.insert(second))
        ]
        yield* Deferred.await(saving)
        assert.isTrue(Option.isNone(yield* accounts.find(first.id)))
        yield* Deferred.succeed(go, undefined)
        yield* Fiber.joinAll(writes)
        assert.isTrue(Option.isSome(yield* accounts.find(first.id)))
        assert.deepStrictEqual(
          saved.map((state) => state.accounts.length),
          [1, 2]
        )
      }).pipe(Effect.provide(MemoryStorage.persisted(slow)))
    })
  )

  it.effect("an interrupted caller does not undo a save", () =>
    Effect.gen(function* () {
      const [saving, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const keeper = keeperOf([], () =>
        Effect.runPromise(Effect.zipRight(Deferred.succeed(saving, undefined), Deferred.await(go)))
      )
      yield* Effect.gen(function* () {
        const accounts = yield* Account.AccountRepository
        const account = anAccount()
        const write = yield* Effect.fork(Ports.transactional(accounts.insert(account)))
        yield* Deferred.await(saving)
        const leaving = yield* Effect.fork(Fiber.interrupt(write))
        yield* Effect.yieldNow()
        yield* Deferred.succeed(go, undefined)
        yield* Fiber.join(leaving)
        assert.isTrue(Option.isSome(yield* accounts.find(account.id)))
      }).pipe(Effect.provide(MemoryStorage.persisted(keeper)))
    })
  )

  it.effect("stores the feed of changes, so that a cursor outlives the process", () =>
    Effect.gen(function* () {
      const saved: Array<StoredState> = []
      const storage = MemoryStorage.persisted({
        ...keeperOf(saved),
        load: async () => JSON.parse(JSON.stringify({ ...saved.at(-1), changes: saved.at(-1)?.changes.toReversed() }))
      })
      const place = { workspaceId: "w" as Workspace.WorkspaceId, boardId: "b" as Board.BoardId }
      const made = [aChange({ ...place, at: instant }), aChange(place), aChange(place)]
      const all = Effect.flatMap(Change.ChangeRepository, (feed) => Effect.all([feed.head, feed.list(1, {}, null, 10)]))
      const before = yield* Effect.gen(function* () {
        const feed = yield* Change.ChangeRepository
        yield* Ports.transactional(feed.append(made))
        assert.strictEqual(yield* feed.removeBefore(Values.Timestamp.fromMillis(1), 10), 1)
        return yield* all
      }).pipe(Effect.provide(storage))
      assert.deepStrictEqual([before[0].start, before[0].position, before[1].changes.length], [1, 3, 2])
      assert.deepStrictEqual(yield* Effect.provide(all, storage), before)
    })
  )

  it.effect("loads data that was stored before a field or a table existed", () =>
    Effect.gen(function* () {
      const { disabledAt, ...before } = anAccount()
      const load = async () => JSON.parse(JSON.stringify({ accounts: [[before.id, before]] }))
      const state = yield* Effect.provide(
        Effect.flatMap(MemoryStore, ({ snapshot }) => snapshot),
        MemoryStorage.persisted({ ...keeperOf([]), load })
      )
      assert.deepStrictEqual([state.accounts.get(before.id), state.tasks.size], [{ ...before, disabledAt }, 0])
    })
  )
})
