import { Account, type Workspace } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { anApiToken, fresh, givenAccount, instant, wholeList } from "../fixtures.js"
import { contract, type Suite } from "./Suite.js"
import { atOnce, isNone, lists, valueOf, someone } from "./support.js"

const tokens = Effect.serviceFunctions(Account.ApiTokenRepository)
const accounts = Effect.serviceFunctions(Account.AccountRepository)

const MOST = 3

const stored = Effect.fnUntraced(function* (overrides: Parameters<typeof anApiToken>[0]) {
  const token = anApiToken(overrides)
  assert.isTrue(yield* tokens.insert(token, MOST))
  return token
})

/** The contract of `ApiTokenRepository`. */
export const apiTokenRepositorySuite: Suite<Account.ApiTokenRepository | Account.AccountRepository> = (it) => {
  it("finds a token by its id, and by its hash unless the account is disabled", function* () {
    const userId = yield* someone
    const workspaceId = fresh("workspace") as Workspace.WorkspaceId
    const places = [{ workspaceId, boardId: null }]
    const limited = yield* stored({ userId, scopes: ["read"], places, expiresAt: instant(-1) })
    const whole = yield* stored({ userId, lastUsedAt: instant(3) })
    assert.deepStrictEqual(valueOf(yield* tokens.findByHash(limited.hash)), limited)
    assert.deepStrictEqual(valueOf(yield* tokens.findByHash(whole.hash)), whole)
    isNone(yield* tokens.findByHash(fresh("hash")))
    assert.deepStrictEqual(valueOf(yield* tokens.find(limited.id)), limited)
    isNone(yield* tokens.find(fresh("token") as Account.ApiTokenId))
    yield* accounts.disable(userId, instant())
    isNone(yield* tokens.findByHash(whole.hash))
    yield* accounts.enable(userId)
    assert.isTrue(Option.isSome(yield* tokens.findByHash(whole.hash)))
  })

  it("a token is valid until it expires or is removed", function* () {
    const userId = yield* someone
    const [{ id }, expiring] = [yield* stored({ userId }), yield* stored({ userId, expiresAt: instant(2) })]
    assert.isTrue(yield* tokens.isValid(id, instant(9)))
    assert.isTrue(yield* tokens.isValid(expiring.id, instant(1)))
    assert.isFalse(yield* tokens.isValid(expiring.id, instant(2)))
    yield* tokens.remove(userId, id)
    assert.isFalse(yield* tokens.isValid(id, instant()))
  })

  it("lists the account's tokens in order of creation, ties by id", function* () {
    const userId = yield* someone
    const second = yield* stored({ userId, id: `${fresh("a")}b` as Account.ApiTokenId })
    const first = yield* stored({ userId, id: second.id.slice(0, -1) as Account.ApiTokenId })
    const last = yield* stored({ userId, createdAt: instant(1) })
    yield* stored({ userId: yield* someone })
    yield* lists((slice) => tokens.list(userId, slice), [first, second, last])
  })

  it("lists the tokens of all accounts with their addresses, by account and in order of creation", function* () {
    const [one, other] = [yield* givenAccount(), yield* givenAccount()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    if (one === undefined || other === undefined) return
    const second = yield* stored({ userId: one.id, createdAt: instant(2) })
    const third = yield* stored({ userId: other.id })
    const first = yield* stored({ userId: one.id })
    const { items, total } = yield* tokens.listAll(wholeList)
    assert.strictEqual(items.length, total)
    assert.deepStrictEqual(
      items.filter(({ userId }) => userId === one.id || userId === other.id),
      [
        { ...first, email: one.email },
        { ...second, email: one.email },
        { ...third, email: other.email }
      ]
    )
    assert.deepStrictEqual(yield* tokens.listAll({ page: 2, limit: 1, offset: 1 }), { items: items.slice(1, 2), total })
  })

  it("records when a token was used, and never earlier", function* () {
    const userId = yield* someone
    const [{ hash, id }, other] = [yield* stored({ userId }), yield* stored({ userId })]
    for (const [at, expected] of [
      [5, 5],
      [4, 5],
      [6, 6]
    ] as const) {
      yield* tokens.use(id, instant(at))
      assert.strictEqual(valueOf(yield* tokens.findByHash(hash)).lastUsedAt, instant(expected))
    }
    assert.isNull(valueOf(yield* tokens.findByHash(other.hash)).lastUsedAt)
  })

  it("removes a token of its account, once", function* () {
    const [{ id: userId }, other] = [yield* givenAccount(), yield* givenAccount()]
    const [gone, kept] = [yield* stored({ userId }), yield* stored({ userId })]
    assert.isFalse(yield* tokens.remove(other.id, gone.id))
    const removed = yield* atOnce(10, () => tokens.remove(userId, gone.id))
    assert.deepStrictEqual(removed.filter(Boolean), [true])
    isNone(yield* tokens.findByHash(gone.hash))
    assert.deepStrictEqual((yield* tokens.list(userId, wholeList)).items, [kept])
  })

  it("removes every token of an account, and of no other", function* () {
    const [{ id: userId }, other] = [yield* givenAccount(), yield* givenAccount()]
    yield* stored({ userId })
    yield* stored({ userId })
    const theirs = yield* stored({ userId: other.id })
    yield* tokens.removeAll(userId)
    assert.strictEqual((yield* tokens.list(userId, wholeList)).total, 0)
    assert.deepStrictEqual((yield* tokens.list(other.id, wholeList)).items, [theirs])
  })

  it("stores no more than the limit, concurrently", function* () {
    const userId = yield* someone
    const made = yield* atOnce(10, () => tokens.insert(anApiToken({ userId }), MOST))
    assert.strictEqual(made.filter(Boolean).length, MOST)
    assert.strictEqual((yield* tokens.list(userId, wholeList)).total, MOST)
  })
}

/** Runs the suite on an adapter. */
export const apiTokenRepositoryContract = contract("ApiTokenRepository", apiTokenRepositorySuite)
