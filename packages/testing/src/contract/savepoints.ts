import { Account, Ports, Workspace } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber } from "effect"
import { anAccount, givenAccount, givenBoard, givenTask, givenWorkspace } from "../fixtures.js"
import type { TransactorNeeds } from "./Needs.js"
import type { Suite } from "./Suite.js"
import { atOnce, dies, isNone, valueOf } from "./support.js"

const accounts = Effect.serviceFunctions(Account.AccountRepository)
const workspaces = Effect.serviceFunctions(Workspace.WorkspaceRepository)

const insert = (account: Account.Account) => accounts.insert(account)

const idsOf = (...stored: ReadonlyArray<Account.Account>) =>
  Effect.filter(
    stored.map(({ id }) => id),
    (id) => Effect.map(accounts.find(id), (found) => found._tag === "Some")
  )

const alone = Effect.flatMap(Ports.Transactor, (transactor) => transactor.alone)

/** The contract of transactions in a transaction. */
export const savepointSuite: Suite<TransactorNeeds> = (it) => {
  it("a savepoint is stored with its transaction, and not before", function* () {
    const [outer, inner] = [anAccount(), anAccount()]
    const [written, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const work = Effect.gen(function* () {
      yield* insert(outer)
      yield* Ports.transactional(insert(inner))
      assert.deepStrictEqual(yield* idsOf(outer, inner), [outer.id, inner.id])
      yield* Deferred.succeed(written, undefined)
      yield* Deferred.await(go)
    })
    const transaction = yield* Effect.fork(Ports.transactional(work))
    yield* Deferred.await(written)
    // Storage may block it until the transaction ends.
    const seen = yield* Effect.fork(idsOf(inner))
    yield* Effect.yieldNow()
    yield* Deferred.succeed(go, undefined)
    yield* Fiber.join(transaction)
    yield* Fiber.join(seen)
    assert.deepStrictEqual(yield* idsOf(outer, inner), [outer.id, inner.id])
  })

  it("a savepoint is not stored if its transaction fails", function* () {
    const inner = anAccount()
    const work = Effect.zipRight(Ports.transactional(insert(inner)), Effect.fail("no"))
    assert.strictEqual(yield* Effect.flip(Ports.transactional(work)), "no")
    assert.deepStrictEqual(yield* idsOf(inner), [])
  })

  it("a savepoint that fails, dies or is interrupted is undone alone", function* () {
    const defect = new Error("a defect of the test")
    const endings = [Effect.fail("no"), Effect.die(defect), Effect.interrupt]
    const [first, last] = [anAccount(), anAccount()]
    const lost = endings.map(() => anAccount())
    const work = Effect.gen(function* () {
      yield* insert(first)
      const exits = yield* Effect.forEach(endings, (end, at) =>
        Effect.exit(Ports.transactional(Effect.zipRight(insert(lost[at] ?? last), end)))
      )
      assert.deepStrictEqual(exits.map((exit) => Exit.isFailure(exit) && Cause.squash(exit.cause)).slice(0, 2), [
        "no",
        defect
      ])
      assert.isTrue(exits.every(Exit.isFailure))
      yield* insert(last)
    })
    yield* Ports.transactional(work)
    assert.deepStrictEqual(yield* idsOf(first, ...lost, last), [first.id, last.id])
  })

  it("a savepoint whose write storage rejects is undone alone", function* () {
    const given = yield* givenBoard()
    const other = yield* givenBoard()
    const [first, lost, last] = [anAccount(), anAccount(), anAccount()]
    const refused = Effect.zipRight(insert(lost), givenTask(given, { groupId: other.groups[0].id }))
    const work = Effect.zipRight(insert(first), Effect.zipRight(dies(Ports.transactional(refused)), insert(last)))
    yield* Ports.transactional(work)
    assert.deepStrictEqual(yield* idsOf(first, lost, last), [first.id, last.id])
  })

  it("a savepoint whose address is taken is undone alone", function* () {
    const { email } = yield* givenAccount()
    const [first, lost] = [anAccount(), anAccount()]
    const taken = Effect.zipRight(insert(lost), insert(anAccount({ email })))
    const work = Effect.zipRight(insert(first), Effect.flip(Ports.transactional(taken)))
    assert.instanceOf(yield* Ports.transactional(work), Account.EmailTaken)
    assert.deepStrictEqual(yield* idsOf(first, lost), [first.id])
  })

  it("savepoints nest, and the inner ones are undone with the outer one", function* () {
    const [outer, middle, inner] = [anAccount(), anAccount(), anAccount()]
    const nested = Effect.zipRight(insert(middle), Ports.transactional(insert(inner)))
    const undone = Effect.exit(Ports.transactional(Effect.zipRight(nested, Effect.fail("no"))))
    yield* Ports.transactional(Effect.zipRight(insert(outer), undone))
    assert.deepStrictEqual(yield* idsOf(outer, middle, inner), [outer.id])
    yield* Ports.transactional(Ports.transactional(nested))
    assert.deepStrictEqual(yield* idsOf(middle, inner), [middle.id, inner.id])
  })

  it("concurrent savepoints of a transaction run one after another, beside its own writes", function* () {
    const workspace = yield* givenWorkspace({ name: "0" })
    const own = Array.from({ length: 10 }, () => anAccount())
    const increment = (index: number) =>
      Effect.gen(function* () {
        const found = valueOf(yield* workspaces.lock(workspace.id))
        yield* Effect.yieldNow()
        yield* workspaces.replace({ ...found, name: String(Number(found.name) + 1) })
        yield* Effect.yieldNow()
        if (index % 2 === 1) return yield* Effect.fail("no")
      })
    const work = Effect.all(
      [
        atOnce(20, (index) => Effect.exit(Ports.transactional(increment(index)))),
        Effect.forEach(own, insert, { concurrency: "unbounded" })
      ],
      { concurrency: "unbounded" }
    )
    yield* Ports.transactional(work)
    assert.strictEqual(valueOf(yield* workspaces.find(workspace.id)).name, "10")
    assert.strictEqual((yield* idsOf(...own)).length, 10)
  })

  it("nothing runs in a transaction that has ended", function* () {
    const late = anAccount()
    const go = yield* Deferred.make<void>()
    const later = Effect.zipRight(Deferred.await(go), Effect.exit(Ports.transactional(insert(late))))
    const fiber = yield* Ports.transactional(Effect.forkDaemon(later))
    yield* Deferred.succeed(go, undefined)
    const exit = yield* Fiber.join(fiber)
    assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause))
    isNone(yield* accounts.find(late.id))
  })

  it("a transaction that asks to be alone is stored once, as others beside it are", function* () {
    const stored = Array.from({ length: 12 }, () => anAccount())
    yield* Effect.forEach(
      stored,
      (account, at) => Ports.transactional(Effect.zipRight(insert(account), at % 3 === 1 ? alone : Effect.void)),
      { concurrency: "unbounded" }
    )
    yield* alone
    assert.strictEqual((yield* idsOf(...stored)).length, 12)
    const failing = anAccount()
    yield* Effect.flip(Ports.transactional(Effect.zipRight(insert(failing), Effect.zipRight(alone, Effect.fail("no")))))
    assert.deepStrictEqual(yield* idsOf(failing), [])
  })
}
