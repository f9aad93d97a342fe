import { Board, Change, Ports, Task } from "@boardwright/core"
import { givenAccount } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { as, asOperator, story } from "../support.js"
import { givenTeamTask } from "../task/support.js"
import { Broken, create, inBackground, nameOf, pass } from "./handlers.js"

const subscribe = Effect.fnUntraced(function* (
  input: Change.SubscribeToChanges,
  handle: (name: unknown, change: Change.Change) => Effect.Effect<void, Broken>
) {
  const following = yield* asOperator(Change.subscribeToChanges(input, (change) => handle(nameOf(change), change)))
  return yield* inBackground(following)
})

describe("subscribeToChanges", () => {
  story("handles the changes after the cursor, then new ones, each with its cursor", function* () {
    const { id } = yield* givenAccount()
    yield* create(id, "a", "b")
    const { changes, cursor } = yield* asOperator(Change.listChanges({ limit: 1 }))
    const handled: Array<readonly [unknown, Change.ChangeCursor]> = []
    const following = yield* asOperator(
      Change.subscribeToChanges({ since: cursor }, (change, after) =>
        Effect.sync(() => handled.push([nameOf(change), after]))
      )
    )
    yield* create(id, "c")
    yield* inBackground(following)
    yield* create(id, "d")
    yield* pass("1 second")
    const all = yield* asOperator(Change.listChanges({ since: cursor }))
    const { epoch } = Change.parseCursor(cursor)!
    assert.deepStrictEqual(
      handled,
      all.changes.map((change) => [nameOf(change), Change.cursorAt(epoch, change.position)])
    )
    assert.deepStrictEqual([changes.length, handled.length, handled.at(-1)?.[1]], [1, 3, all.cursor])
  })

  story("begins now, or at the start of what is kept", function* () {
    const { id } = yield* givenAccount()
    yield* create(id, "a")
    const [fromNow, fromStart]: [Array<unknown>, Array<unknown>] = [[], []]
    yield* subscribe({}, (name) => Effect.sync(() => fromNow.push(name)))
    yield* subscribe({ since: "start" }, (name) => Effect.sync(() => fromStart.push(name)))
    yield* create(id, "b")
    yield* pass("1 second")
    assert.deepStrictEqual([fromNow, fromStart], [["b"], ["a", "b"]])
  })

  story("repeats a failed attempt after growing pauses, and handles no later change before it", function* () {
    const { id } = yield* givenAccount()
    const attempts: Array<unknown> = []
    yield* subscribe({}, (name) =>
      Effect.suspend(() => {
        attempts.push(name)
        if (attempts.length === 3) return Effect.die("a defect")
        return attempts.length < 5 ? new Broken({ message: "no" }) : Effect.void
      })
    )
    yield* create(id, "a", "b")
    yield* pass("1 second")
    assert.isAtMost(attempts.length, 2)
    yield* pass("7 seconds")
    assert.isAtMost(attempts.length, 4)
    yield* pass("8 seconds")
    assert.deepStrictEqual(attempts, ["a", "a", "a", "a", "a", "b"])
  })

  const ways: ReadonlyArray<readonly [string, (handle: Effect.Effect<void, Broken>) => Effect.Effect<void, Broken>]> = [
    ["failed", (gone) => Effect.zipRight(gone, new Broken({ message: "no" }))],
    ["took long", (gone) => Effect.zipRight(Effect.sleep("1 second"), gone)]
  ]
  for (const [what, handle] of ways) {
    for (const way of ["subscribeToChanges", "consumeChanges"] as const) {
      story(`${way} hands over nothing that may not be read any more after a handler ${what}`, function* () {
        const { admin, boardId, editor, taskId, viewer } = yield* givenTeamTask
        const handled: Array<unknown> = []
        const remove = Effect.orDie(asOperator(Board.removeMember(boardId, viewer)))
        const each: Change.HandleChange<Broken, never> = (change) =>
          Effect.suspend(() => {
            handled.push(nameOf(change) ?? change.type)
            return change.type === "task.updated" ? handle(done) : Effect.void
          })
        const services = yield* Effect.context<Effect.Effect.Context<typeof remove>>()
        const done = Effect.provide(remove, services)
        const { cursor: since } = yield* as(viewer)(Change.listChanges({ since: "now" }))
        yield* as(editor)(Task.updateTask(taskId, { name: "first" }))
        yield* as(admin)(Task.addSubtask(taskId, { name: "secret" }))
        yield* as(viewer)(
          way === "subscribeToChanges"
            ? Effect.asVoid(Effect.forkScoped(Effect.flatten(Change.subscribeToChanges({ since }, each))))
            : Effect.asVoid(Effect.forkScoped(Effect.flatten(Change.consumeChanges("slack", { since }, each))))
        )
        yield* pass("5 seconds")
        assert.deepStrictEqual(handled, ["first", "member.removed"])
      })
    }
  }

  story("waits until storage is back, and misses and repeats nothing", function* () {
    const { id } = yield* givenAccount()
    const repository = yield* Change.ChangeRepository
    let isAway = false
    const place = Effect.suspend(() =>
      isAway ? new Ports.StorageUnavailable({ operation: "place", cause: new Error("away") }) : repository.place
    )
    const handled: Array<unknown> = []
    yield* Effect.gen(function* () {
      yield* subscribe({}, (name) => Effect.sync(() => handled.push(name)))
      yield* create(id, "a")
      yield* pass("1 second")
      isAway = true
      yield* create(id, "b")
      yield* pass("30 seconds")
      assert.deepStrictEqual(handled, ["a"])
      isAway = false
      yield* pass("2 seconds")
    }).pipe(
      Effect.provide(Change.ChangeFeed.layer),
      Effect.provideService(Change.ChangeRepository, { ...repository, place })
    )
    assert.deepStrictEqual(handled, ["a", "b"])
  })

  story("fails at once for a cursor that has expired or is none, and later when the feed cannot go on", function* () {
    const { id } = yield* givenAccount()
    const { cursor } = yield* asOperator(Change.listChanges({ since: "now" }))
    const ended = yield* subscribe({ since: cursor }, () => Effect.void)
    yield* asOperator(Change.expireCursors())
    yield* create(id, "a")
    yield* pass("2 seconds")
    const failures = [
      yield* Effect.flip(Fiber.join(ended)),
      yield* Effect.flip(subscribe({ since: cursor }, () => Effect.void)),
      yield* Effect.flip(subscribe({ since: "yesterday" }, () => Effect.void)),
      yield* Effect.flip(Effect.asVoid(as(id)(Change.subscribeToChanges({ boardId: "none" }, () => Effect.void))))
    ]
    assert.deepStrictEqual(
      failures.map(({ _tag }) => _tag),
      ["CursorExpired", "CursorExpired", "InvalidInput", "NotFound"]
    )
  })
})
