import { Account } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { aSecurityEvent, fresh, givenAccount, instant, wholeList } from "../fixtures.js"
import { contract, type Suite } from "./Suite.js"
import { isNone, lists, someone } from "./support.js"

const events = Effect.serviceFunctions(Account.SecurityEventRepository)

const MOST = 3

const stored = Effect.fnUntraced(function* (overrides: Parameters<typeof aSecurityEvent>[0], most = MOST) {
  const event = aSecurityEvent(overrides)
  yield* events.insert(event, most, instant(-60))
  return event
})

const countOf = (filter: Account.SecurityEventFilter) =>
  Effect.map(events.list(filter, wholeList), ({ total }) => total)

/** The contract of `SecurityEventRepository`. */
export const securityEventRepositorySuite: Suite<Account.SecurityEventRepository | Account.AccountRepository> = (
  it
) => {
  it("returns an event as it was stored", function* () {
    const userId = yield* someone
    const full = yield* stored({
      userId,
      actorId: fresh("user") as Account.UserId,
      subjectId: fresh("session"),
      client: "192.0.2.1",
      userAgent: "Ünïcode 🔑",
      detail: { from: null, to: "admin \"' é" }
    })
    const bare = yield* stored({ userId, actorId: null, client: null, userAgent: null })
    for (const event of [full, bare]) assert.deepStrictEqual(Option.getOrNull(yield* events.find(event.id)), event)
    isNone(yield* events.find(fresh("event")))
  })

  it("lists the events of a user or of all, latest first, with the address and the actor's name", function* () {
    const [user, actor] = [yield* givenAccount(), yield* givenAccount({ name: "Grace Hopper" })]
    const { email, id: userId } = user
    const own = { email, actorName: user.name }
    const second = yield* stored({ userId, actorId: userId, id: `${fresh("a")}b`, at: instant(1) })
    const third = yield* stored({ userId, actorId: actor.id, id: second.id.slice(0, -1), at: instant(1) })
    const first = yield* stored({ userId, actorId: null, type: "signIn.failed", at: instant(2) })
    const fourth = yield* stored({ userId, actorId: userId, at: instant(0) })
    const theirs = yield* stored({ userId: actor.id, at: instant(3) })
    yield* lists(
      (slice) => events.list({ userId }, slice),
      [
        { ...first, email, actorName: null },
        { ...second, ...own },
        { ...third, email, actorName: "Grace Hopper" },
        { ...fourth, ...own }
      ]
    )
    const ids = (filter: Account.SecurityEventFilter) =>
      Effect.map(events.list(filter, wholeList), ({ items }) => items.map(({ id }) => id))
    assert.deepStrictEqual(yield* ids({ userId, type: "signIn.failed" }), [first.id])
    assert.deepStrictEqual(yield* ids({ userId, since: instant(1) }), [first.id, second.id, third.id])
    const all = yield* ids({ since: instant(0) })
    const known = new Set([first, second, third, fourth, theirs].map(({ id }) => id))
    assert.deepStrictEqual(
      all.filter((id) => known.has(id)),
      [theirs.id, first.id, second.id, third.id, fourth.id]
    )
  })

  it("stores nothing for a user without an account", function* () {
    const userId = fresh("user") as Account.UserId
    const event = yield* stored({ userId })
    isNone(yield* events.find(event.id))
    assert.strictEqual(yield* countOf({ userId }), 0)
  })

  it("stores no more events of a type than the limit since an instant", function* () {
    const userId = yield* someone
    const other = yield* givenAccount()
    yield* stored({ userId, at: instant(-60) })
    for (let time = 0; time < MOST + 2; time++) yield* stored({ userId, at: instant(time) })
    const kept = yield* events.list({ userId }, wholeList)
    assert.deepStrictEqual(
      kept.items.map(({ at }) => at),
      [2, 1, 0, -60].map((minute) => instant(minute))
    )
    yield* stored({ userId, type: "signIn.failed", at: instant(9) })
    yield* stored({ userId: other.id, at: instant(9) })
    assert.strictEqual(yield* countOf({ userId }), MOST + 2)
    assert.strictEqual(yield* countOf({ userId: other.id }), 1)
  })

  it("removes the oldest events from before an instant, up to a limit", function* () {
    const userId = yield* someone
    for (let minute = 0; minute < 4; minute++) yield* stored({ userId, at: instant(minute - 3_000_000) }, 9)
    const before = instant(3 - 3_000_000)
    assert.strictEqual(yield* events.removeBefore(before, 2), 2)
    assert.strictEqual(yield* countOf({ userId }), 2)
    assert.strictEqual(yield* events.removeBefore(before, 2), 1)
    assert.strictEqual(yield* events.removeBefore(before, 2), 0)
    const { items } = yield* events.list({ userId }, wholeList)
    assert.deepStrictEqual(
      items.map(({ at }) => at),
      [before]
    )
  })
}

/** Runs the suite on an adapter. */
export const securityEventRepositoryContract = contract("SecurityEventRepository", securityEventRepositorySuite)
