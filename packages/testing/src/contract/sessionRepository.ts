import { Account } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { aSession, fresh, givenAccount, instant, wholeList } from "../fixtures.js"
import { contract, type Suite } from "./Suite.js"
import { atOnce, isNone, lists, someone } from "./support.js"

const sessions = Effect.serviceFunctions(Account.SessionRepository)
const accounts = Effect.serviceFunctions(Account.AccountRepository)

const MOST = 3

const idsOf = (userId: Account.UserId) =>
  Effect.map(sessions.list(userId, instant(), wholeList), ({ items }) => items.map(({ id }) => id))

const stored = Effect.fnUntraced(function* (overrides: Parameters<typeof aSession>[0], most = MOST) {
  const session = aSession(overrides)
  yield* sessions.insert(session, most)
  return session
})

/** The contract of `SessionRepository`. */
export const sessionRepositorySuite: Suite<Account.SessionRepository | Account.AccountRepository> = (it) => {
  it("finds a session of its account only, with the account's token version", function* () {
    const { id: userId } = yield* givenAccount({ tokenVersion: 3 })
    const other = yield* givenAccount()
    const { id, seenAt } = yield* stored({ userId, tokenVersion: 3, seenAt: instant(4) })
    const found = sessions.find(userId, id)
    assert.deepStrictEqual(Option.getOrNull(yield* found), { tokenVersion: 3, seenAt })
    yield* accounts.raiseTokenVersion(userId)
    assert.deepStrictEqual(Option.getOrNull(yield* found), { tokenVersion: 4, seenAt })
    isNone(yield* sessions.find(other.id, id))
    isNone(yield* sessions.find(userId, fresh("session") as Account.SessionId))
    yield* accounts.disable(userId, instant())
    isNone(yield* found)
  })

  it("lists the account's valid sessions, last seen first, ties by id", function* () {
    const { id: userId } = yield* givenAccount({ tokenVersion: 1 })
    const of = { userId, tokenVersion: 1 }
    const second = yield* stored({ ...of, id: `${fresh("a")}b` as Account.SessionId, userAgent: null }, 9)
    const first = yield* stored({ ...of, id: second.id.slice(0, -1) as Account.SessionId }, 9)
    const last = yield* stored({ ...of, seenAt: instant(-1) }, 9)
    const newest = yield* stored({ ...of, seenAt: instant(1) }, 9)
    yield* stored({ ...of, tokenVersion: 0 }, 9)
    yield* stored({ ...of, expiresAt: instant() }, 9)
    yield* stored({ userId: (yield* givenAccount({ tokenVersion: 1 })).id, tokenVersion: 1 })
    yield* lists((slice) => sessions.list(userId, instant(), slice), [newest, first, second, last])
  })

  it("records when a session was seen, and never earlier", function* () {
    const userId = yield* someone
    const [{ id }, other] = [yield* stored({ userId }), yield* stored({ userId })]
    for (const [at, expected] of [
      [5, 5],
      [4, 5],
      [6, 6]
    ] as const) {
      yield* sessions.see(id, instant(at))
      assert.strictEqual(Option.getOrNull(yield* sessions.find(userId, id))?.seenAt, instant(expected))
    }
    assert.strictEqual(Option.getOrNull(yield* sessions.find(userId, other.id))?.seenAt, other.seenAt)
  })

  it("removes a session of its account, once", function* () {
    const [{ id: userId }, other] = [yield* givenAccount(), yield* givenAccount()]
    const [gone, kept] = [yield* stored({ userId }), yield* stored({ userId })]
    assert.isFalse(yield* sessions.remove(other.id, gone.id))
    const removed = yield* atOnce(10, () => sessions.remove(userId, gone.id))
    assert.deepStrictEqual(removed.filter(Boolean), [true])
    isNone(yield* sessions.find(userId, gone.id))
    assert.deepStrictEqual(yield* idsOf(userId), [kept.id])
  })

  it("keeps an account's sessions that were seen last", function* () {
    const [{ id: userId }, other] = [yield* givenAccount(), yield* givenAccount()]
    const [a, , c] = yield* Effect.forEach([1, 2, 3], (minute) => stored({ userId, seenAt: instant(minute) }))
    const theirs = yield* stored({ userId: other.id, seenAt: instant(-9) })
    yield* sessions.see(a?.id ?? theirs.id, instant(4))
    const d = yield* stored({ userId, seenAt: instant(5) })
    assert.deepStrictEqual(yield* idsOf(userId), [d.id, a?.id, c?.id])
    assert.deepStrictEqual(yield* idsOf(other.id), [theirs.id])
  })

  it("stores no more than the limit, concurrently", function* () {
    const userId = yield* someone
    yield* atOnce(20, (minute) => stored({ userId, seenAt: instant(minute) }))
    assert.strictEqual((yield* idsOf(userId)).length, MOST)
  })

  it("removes sessions that expired before an instant, and no others", function* () {
    const userId = yield* someone
    const expiring = (minute: number) => stored({ userId, expiresAt: instant(minute) })
    const [gone, onTheDot, later] = [
      yield* expiring(-2_000_001),
      yield* expiring(-2_000_000),
      yield* expiring(-1_999_999)
    ]
    yield* sessions.removeExpired(instant(-2_000_000))
    isNone(yield* sessions.find(userId, gone.id))
    for (const { id } of [onTheDot, later]) assert.isTrue(Option.isSome(yield* sessions.find(userId, id)))
  })
}

/** Runs the suite on an adapter. */
export const sessionRepositoryContract = contract("SessionRepository", sessionRepositorySuite)
