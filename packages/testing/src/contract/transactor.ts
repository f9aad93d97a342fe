import { Account, Board, Ports, Workspace } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Cause, Context, Deferred, Effect, Exit, Fiber } from "effect"
import { anAccount, fresh, givenAccount, givenBoard, givenTask, givenWorkspace } from "../fixtures.js"
import { savepointSuite } from "./savepoints.js"
import type { TransactorNeeds } from "./Needs.js"
import { contract, type Suite } from "./Suite.js"
import { atOnce, dies, isNone, valueOf } from "./support.js"

const accounts = Effect.serviceFunctions(Account.AccountRepository)
const workspaces = Effect.serviceFunctions(Workspace.WorkspaceRepository)

class Flavour extends Context.Tag("@boardwright/testing/Flavour")<Flavour, string>() {}

/** Work that stores an account, and a check whether it is stored. */
const aWrite = Effect.sync(() => {
  const account = anAccount()
  return {
    write: accounts.insert(account),
    isThere: Effect.map(accounts.find(account.id), (found) => found._tag === "Some")
  }
})

/** Checks that a transaction succeeds and stores its writes. */
const stillWorks = Effect.gen(function* () {
  const { isThere, write } = yield* aWrite
  yield* Ports.transactional(write)
  assert.isTrue(yield* isThere)
})

/** The contract of `Transactor`. */
export const transactorSuite: Suite<TransactorNeeds> = (it) => {
  it("returns the result of the work, with its services", function* () {
    const work = Effect.map(Flavour, (flavour) => `tastes ${flavour}`)
    const answer = yield* Effect.provideService(Ports.transactional(work), Flavour, "sweet")
    assert.strictEqual(answer, "tastes sweet")
  })

  it("stores every write of work that succeeds", function* () {
    const writes = [yield* aWrite, yield* aWrite, yield* aWrite]
    yield* Ports.transactional(Effect.forEach(writes, ({ write }) => write))
    for (const { isThere } of writes) assert.isTrue(yield* isThere)
  })

  it("stores no write of work that fails, and fails alike", function* () {
    const writes = [yield* aWrite, yield* aWrite]
    const work = Effect.zipRight(
      Effect.forEach(writes, ({ write }) => write),
      Effect.fail(new Account.InvalidCredentials())
    )
    assert.instanceOf(yield* Effect.flip(Ports.transactional(work)), Account.InvalidCredentials)
    for (const { isThere } of writes) assert.isFalse(yield* isThere)
    yield* stillWorks
  })

  it("stores no write of work that dies, and dies alike", function* () {
    const { isThere, write } = yield* aWrite
    const defect = new Error("a defect of the test")
    const exit = yield* Effect.exit(Ports.transactional(Effect.zipRight(write, Effect.die(defect))))
    const thrown = Exit.isFailure(exit) ? Cause.squash(exit.cause) : assert.fail("it succeeded")
    assert.strictEqual(thrown, defect)
    assert.isFalse(yield* isThere)
    yield* stillWorks
  })

  it("stores no write of work that is interrupted", function* () {
    const { isThere, write } = yield* aWrite
    const written = yield* Deferred.make<void>()
    const work = write.pipe(Effect.zipRight(Deferred.succeed(written, undefined)), Effect.zipRight(Effect.never))
    const fiber = yield* Effect.fork(Ports.transactional(work))
    yield* Deferred.await(written)
    assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
    assert.isFalse(yield* isThere)
    yield* stillWorks
  })

  it("rolls back a removal and its cascade", function* () {
    const boards = yield* Board.BoardRepository
    const given = yield* givenBoard()
    yield* givenTask(given)
    const before = valueOf(yield* boards.find(given.board.id))
    const work = Effect.gen(function* () {
      yield* workspaces.remove(given.workspace.id)
      isNone(yield* boards.find(given.board.id))
      return yield* Effect.fail("no")
    })
    yield* Effect.flip(Ports.transactional(work))
    assert.deepStrictEqual(valueOf(yield* boards.find(given.board.id)), before)
  })

  it("stores nothing after a write that storage rejects, and the next transaction succeeds", function* () {
    const { isThere, write } = yield* aWrite
    const given = yield* givenBoard()
    const other = yield* givenBoard()
    const refused = givenTask(given, { groupId: other.groups[0].id })
    yield* dies(Ports.transactional(Effect.zipRight(write, refused)))
    assert.isFalse(yield* isThere)
    yield* stillWorks
  })

  it("stores nothing if an address is taken", function* () {
    const { isThere, write } = yield* aWrite
    const { email } = yield* givenAccount()
    const work = Effect.zipRight(write, accounts.insert(anAccount({ email })))
    assert.instanceOf(yield* Effect.flip(Ports.transactional(work)), Account.EmailTaken)
    assert.isFalse(yield* isThere)
    yield* stillWorks
  })

  it("work reads its own writes, also in concurrent parts", function* () {
    const work = Effect.gen(function* () {
      const workspace = yield* givenWorkspace({ name: "before" })
      yield* workspaces.replace({ ...workspace, name: "after" })
      const found = yield* Effect.all([workspaces.find(workspace.id), workspaces.lock(workspace.id)], {
        concurrency: "unbounded"
      })
      return found.map((one) => valueOf(one).name)
    })
    assert.deepStrictEqual(yield* Ports.transactional(work), ["after", "after"])
  })

  it("others neither see uncommitted writes nor lose their own to a rollback", function* () {
    const before = yield* givenWorkspace({ name: "before" })
    const inside = yield* aWrite
    const outside = yield* aWrite
    const [written, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const work = Effect.gen(function* () {
      yield* inside.write
      yield* workspaces.replace({ ...before, name: "not committed" })
      yield* Deferred.succeed(written, undefined)
      yield* Deferred.await(go)
      return yield* Effect.fail("no")
    })
    const transaction = yield* Effect.fork(Effect.flip(Ports.transactional(work)))
    yield* Deferred.await(written)
    // Storage may block these until the transaction ends.
    const seen = yield* Effect.fork(Effect.zip(workspaces.find(before.id), inside.isThere))
    const write = yield* Effect.fork(outside.write)
    yield* Effect.yieldNow()
    yield* Deferred.succeed(go, undefined)
    assert.strictEqual(yield* Fiber.join(transaction), "no")
    const [workspace, isThere] = yield* Fiber.join(seen)
    assert.strictEqual(valueOf(workspace).name, "before")
    assert.isFalse(isThere)
    yield* Fiber.join(write)
    assert.isTrue(yield* outside.isThere)
    assert.isFalse(yield* inside.isThere)
  })

  it("concurrent transactions that fail roll back alone", function* () {
    const results = yield* atOnce(30, (index) =>
      Effect.gen(function* () {
        const { isThere, write } = yield* aWrite
        const end = index % 3 === 0 ? Effect.fail("no") : index % 3 === 1 ? Effect.die("no") : Effect.void
        const work = write.pipe(Effect.zipRight(Effect.yieldNow()), Effect.zipRight(end))
        const exit = yield* Effect.exit(Ports.transactional(work))
        return { index, succeeded: Exit.isSuccess(exit), isThere }
      })
    )
    for (const { index, isThere, succeeded } of results) {
      assert.deepStrictEqual([succeeded, yield* isThere], [index % 3 === 2, index % 3 === 2])
    }
  })

  it("none of 200 concurrent transactions that lock and increment is lost", function* () {
    const { id } = yield* givenWorkspace({ name: "0" })
    const increment = Effect.gen(function* () {
      const workspace = valueOf(yield* workspaces.lock(id))
      yield* Effect.yieldNow()
      yield* workspaces.replace({ ...workspace, name: String(Number(workspace.name) + 1) })
    })
    yield* atOnce(200, () => Ports.transactional(increment))
    assert.strictEqual(valueOf(yield* workspaces.find(id)).name, "200")
  })

  it("many failures in a row leave nothing locked", function* () {
    const work = Effect.zipRight(givenWorkspace({ name: fresh("gone") }), Effect.fail("no"))
    yield* Effect.forEach(Array.from({ length: 40 }), () => Effect.flip(Ports.transactional(work)))
    const waiting = yield* atOnce(40, () => Effect.fork(Ports.transactional(Effect.never)))
    yield* Effect.yieldNow()
    yield* Fiber.interruptAll(waiting)
    yield* stillWorks
  })

  savepointSuite(it)
}

/** Runs the suite on an adapter. */
export const transactorContract = contract("Transactor", transactorSuite)
