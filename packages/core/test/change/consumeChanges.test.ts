import { Change } from "@boardwright/core"
import { aConsumer, givenAccount } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Option, TestClock } from "effect"
import { afterNoon, asOperator, HOUR, MINUTE, story } from "../support.js"
import { Broken, consumer, create, inBackground, nameOf, pass } from "./handlers.js"

type Options = Change.ConsumeChanges<Broken, never>

/** Consumes as one instance would. */
const consume = Effect.fnUntraced(function* (
  name: string,
  handle: (name: unknown) => Effect.Effect<void, Broken>,
  options: Options = {}
) {
  const consuming = yield* asOperator(Change.consumeChanges(name, options, (change) => handle(nameOf(change))))
  return yield* inBackground(consuming)
})

/** A handler that only notes names. */
const noting = () => {
  const names: Array<unknown> = []
  return { names, handle: (name: unknown) => Effect.sync(() => void names.push(name)) }
}

const refused = new Broken({ message: "no" })

describe("consumeChanges", () => {
  story("handles what came since the name was new, and goes on there after a restart", function* () {
    const { id } = yield* givenAccount()
    yield* create(id, "before")
    const { handle, names } = noting()
    const first = yield* consume(" slack ", handle)
    yield* create(id, "a")
    yield* pass("1 second")
    yield* Fiber.interrupt(first)
    yield* create(id, "b")
    yield* consume("slack", handle, { since: "start" })
    yield* create(id, "c")
    yield* pass("1 second")
    assert.deepStrictEqual(names, ["a", "b", "c"])
  })

  story("begins where it is told", function* () {
    const { id } = yield* givenAccount()
    yield* create(id, "a", "b")
    const { cursor } = yield* asOperator(Change.listChanges({ limit: 1 }))
    const [all, rest] = [noting(), noting()]
    yield* consume("all", all.handle, { since: "start" })
    yield* consume("rest", rest.handle, { since: cursor })
    yield* pass("1 second")
    assert.deepStrictEqual([all.names, rest.names], [["a", "b"], ["b"]])
    const { epoch } = Change.parseCursor(cursor)!
    const invalid = [
      ["", {}],
      ["new", { since: "yesterday" }],
      ["new", { since: Change.cursorAt("0".repeat(32), 1) }],
      ["new", { since: Change.cursorAt(epoch, 9) }],
      ["new", { boardId: "none" }]
    ] as const
    const failures = yield* Effect.forEach(invalid, ([name, options]) =>
      Effect.flip(consume(name, all.handle, options))
    )
    assert.deepStrictEqual(
      failures.map(({ _tag }) => _tag),
      ["InvalidInput", "InvalidInput", "CursorExpired", "CursorExpired", "NotFound"]
    )
    assert.isUndefined(yield* consumer("new"))
  })

  story("works on one instance at a time, and on another as soon as that one ends", function* () {
    const { id } = yield* givenAccount()
    const [first, second] = [noting(), noting()]
    const running = yield* consume("slack", first.handle)
    yield* consume("slack", second.handle)
    yield* create(id, "a")
    yield* pass("60 seconds")
    assert.deepStrictEqual([first.names, second.names], [["a"], []])
    yield* Fiber.interrupt(running)
    yield* create(id, "b")
    yield* pass("2 seconds")
    assert.deepStrictEqual([first.names, second.names], [["a"], ["b"]])
  })

  story("another instance takes over 10 s after one was killed", function* () {
    const { id } = yield* givenAccount()
    const consumers = yield* Change.ConsumerRepository
    let isKilled = false
    const killable = {
      ...consumers,
      replace: (...of: Parameters<typeof consumers.replace>) =>
        isKilled ? Effect.succeed(true) : consumers.replace(...of)
    }
    const [killed, other] = [noting(), noting()]
    yield* consume("slack", killed.handle).pipe(Effect.provideService(Change.ConsumerRepository, killable))
    yield* consume("slack", other.handle)
    yield* pass("3 seconds")
    isKilled = true
    yield* create(id, "a")
    yield* pass("9 seconds")
    assert.deepStrictEqual([killed.names, other.names], [["a"], []])
    yield* pass("2 seconds")
    assert.deepStrictEqual([killed.names, other.names], [["a"], ["a"]])
  })

  story("extends the lease while a handler runs", function* () {
    const { id } = yield* givenAccount()
    const done = yield* Deferred.make<void>()
    const other = noting()
    yield* consume("slow", () => Deferred.await(done))
    yield* consume("slow", other.handle)
    yield* create(id, "a")
    yield* pass("60 seconds")
    yield* Deferred.succeed(done, undefined)
    yield* pass("1 second")
    assert.deepStrictEqual([other.names, (yield* consumer("slow"))?.position], [[], 1])
  })

  story("a handler that loses the lease is interrupted", function* () {
    const { id } = yield* givenAccount()
    const consumers = yield* Change.ConsumerRepository
    let interruptions = 0
    yield* consume("slack", () =>
      Effect.onInterrupt(Effect.interruptible(Effect.never), () => Effect.sync(() => interruptions++))
    )
    yield* create(id, "a")
    yield* pass("1 second")
    yield* consumers.remove("slack")
    yield* pass("5 seconds")
    assert.strictEqual(interruptions, 1)
  })

  story("a handler that succeeds while it is interrupted has handled its change", function* () {
    const { id } = yield* givenAccount()
    const done = yield* Deferred.make<void>()
    const running = yield* consume("slack", () => Deferred.await(done))
    yield* create(id, "a", "b")
    yield* pass("1 second")
    const stopping = yield* inBackground(Fiber.interrupt(running))
    yield* Deferred.succeed(done, undefined)
    yield* Fiber.join(stopping)
    assert.deepInclude(yield* consumer("slack"), { position: 1, attempts: 0, dueAt: afterNoon(1000) })
  })

  story("an attempt that fails while it is interrupted does not count", function* () {
    const { id } = yield* givenAccount()
    const done = yield* Deferred.make<void, Broken>()
    const running = yield* consume("slack", () => Deferred.await(done))
    yield* create(id, "a")
    yield* pass("1 second")
    const stopping = yield* inBackground(Fiber.interrupt(running))
    yield* Deferred.fail(done, refused)
    assert.isTrue(Exit.isInterrupted(yield* Fiber.join(stopping)))
    assert.deepInclude(yield* consumer("slack"), { position: 0, attempts: 0, dueAt: afterNoon(1000), lastError: null })
  })

  story("repeats what fails after growing pauses, also what interrupts itself", function* () {
    const { id } = yield* givenAccount()
    const consumers = yield* Change.ConsumerRepository
    const errors: Array<string | null> = []
    yield* consume("slack", () =>
      Effect.suspend(() => (errors.length % 2 === 0 ? refused : Effect.interrupt)).pipe(
        Effect.ensuring(
          Effect.map(consumers.find("slack"), (stored) => errors.push(Option.getOrThrow(stored).lastError)).pipe(
            Effect.orDie
          )
        )
      )
    )
    yield* create(id, "a", "b")
    yield* pass("1 second")
    assert.isAtMost(errors.length, 2)
    yield* pass("9 seconds")
    assert.isAtLeast(errors.length, 3)
    assert.isAtMost(errors.length, 5)
    assert.deepInclude(yield* consumer("slack"), { position: 0, attempts: errors.length, parkedAt: null })
    assert.deepStrictEqual(errors[0], null)
    assert.match(errors[1] ?? "", /no/)
    assert.match(errors[2] ?? "", /interrupt/i)
  })

  story("is parked when it has failed for a day, until it is resumed", function* () {
    const { id } = yield* givenAccount()
    const { insert } = yield* Change.ConsumerRepository
    yield* create(id, "a")
    const { epoch } = yield* (yield* Change.ChangeRepository).place
    // The next pause is 2.5 to 5 minutes long.
    const failing = (minutes: number) => ({
      epoch,
      attempts: 20,
      failingSince: afterNoon(minutes * MINUTE - 24 * HOUR)
    })
    yield* insert(aConsumer({ name: "over", ...failing(2), dueAt: afterNoon(0) }))
    yield* insert(aConsumer({ name: "within", ...failing(6), dueAt: afterNoon(0) }))
    const attempts: Array<string> = []
    for (const name of ["over", "within"]) {
      yield* consume(name, () => Effect.suspend(() => (attempts.push(name), refused)))
    }
    yield* pass("1 second")
    assert.deepInclude(yield* consumer("over"), { attempts: 21, parkedAt: afterNoon(0), lastError: String(refused) })
    assert.deepInclude(yield* consumer("within"), { attempts: 21, parkedAt: null })
    yield* TestClock.adjust("5 minutes")
    assert.deepStrictEqual(attempts, ["over", "within", "within"])
    yield* asOperator(Change.resumeConsumer("over"))
    yield* pass("1 second")
    assert.deepInclude(yield* consumer("over"), { attempts: 1, parkedAt: null })
  })

  story("is parked at once if its position has expired, and goes on from another", function* () {
    const { id } = yield* givenAccount()
    const { handle, names } = noting()
    yield* consume("slack", handle)
    yield* pass("1 second")
    yield* asOperator(Change.expireCursors())
    yield* create(id, "a")
    yield* pass("2 seconds")
    const parked = yield* consumer("slack")
    assert.include(parked?.lastError, "CursorExpired")
    assert.isNotNull(parked?.parkedAt)
    assert.strictEqual((yield* Effect.flip(asOperator(Change.resumeConsumer("slack"))))._tag, "CursorExpired")
    yield* asOperator(Change.resumeConsumer("slack", { since: "start" }))
    yield* pass("2 seconds")
    assert.deepStrictEqual(names, ["a"])
  })

  story("calls back for an expired position until that succeeds, then goes on", function* () {
    const { id } = yield* givenAccount()
    const { handle, names } = noting()
    const cursors: Array<Change.ChangeCursor> = []
    const onExpired = (cursor: Change.ChangeCursor) => (cursors.push(cursor) === 1 ? refused : Effect.void)
    yield* consume("slack", handle, { onExpired })
    yield* pass("1 second")
    yield* create(id, "missed")
    yield* asOperator(Change.expireCursors())
    yield* pass("4 seconds")
    yield* create(id, "a")
    yield* pass("2 seconds")
    assert.deepStrictEqual([names, cursors.length], [["a"], 2])
    assert.deepInclude(yield* consumer("slack"), { attempts: 0, parkedAt: null })
  })

  story("ends when the consumer is removed", function* () {
    const running = yield* consume("slack", () => Effect.void)
    yield* asOperator(Change.removeConsumer("slack"))
    yield* pass("10 seconds")
    assert.isTrue(Exit.isSuccess(yield* Fiber.await(running)))
  })

  story("its position passes changes that it does not follow", function* () {
    const { id } = yield* givenAccount()
    const { handle, names } = noting()
    yield* consume("slack", handle, { types: ["task.created"] })
    yield* create(id, "a")
    yield* pass("30 seconds")
    assert.deepStrictEqual([names, (yield* consumer("slack"))?.position], [[], 1])
  })
})
