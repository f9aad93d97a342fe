import { Account, Ports } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Either, Option } from "effect"
import { anAccount, fresh, givenAccount, instant } from "../fixtures.js"
import { contract, type Suite } from "./Suite.js"
import { listsAccounts } from "./accountLists.js"
import { atOnce, AWKWARD_NAMES, isNone, valueOf, someone } from "./support.js"

const accounts = Effect.serviceFunctions(Account.AccountRepository)

/** The contract of `AccountRepository`. */
export const accountRepositorySuite: Suite<Account.AccountRepository | Ports.Transactor> = (it) => {
  it("returns an account as it was stored", function* () {
    const account = yield* givenAccount({
      name: `Ada "the Countess" O'Lovelace 👩‍💻`,
      verifiedAt: null,
      hasCompletedOnboarding: true,
      onboardingData: { companyName: "Ünïcode & Söhne", companySize: "", role: "CTO", firstWorkspace: "🚀" },
      tokenVersion: 7,
      disabledAt: instant(11),
      timezone: "Europe/Berlin",
      language: "de",
      notifications: { due: false, signIn: true }
    })
    assert.deepStrictEqual(valueOf(yield* accounts.find(account.id)), account)
    assert.deepStrictEqual(valueOf(yield* accounts.lock(account.id)), account)
  })

  it("stores unusual texts", function* () {
    for (const text of AWKWARD_NAMES) {
      const account = yield* givenAccount({ name: text, onboardingData: { useCase: text } })
      assert.deepStrictEqual(valueOf(yield* accounts.find(account.id)), account)
    }
  })

  it("finds none for an unknown id", function* () {
    for (const id of [fresh("nobody"), "", "'", "💥"]) {
      isNone(yield* accounts.find(id as Account.UserId))
      isNone(yield* accounts.lock(id as Account.UserId))
      isNone(yield* accounts.findByEmail(id))
      isNone(yield* accounts.tokenVersion(id as Account.UserId))
    }
  })

  it("finds an address by its normalised form and stores it as given", function* () {
    const email = `${fresh("Ada.LOVELACE+x")}@Example.Test`
    const account = yield* givenAccount({ email })
    assert.deepStrictEqual(valueOf(yield* accounts.findByEmail(Account.normalizeEmail(email))), account)
  })

  it("rejects a taken address in any case", function* () {
    const first = yield* givenAccount()
    const second = anAccount({ email: first.email.toUpperCase() })
    assert.instanceOf(yield* Effect.flip(accounts.insert(second)), Account.EmailTaken)
    isNone(yield* accounts.find(second.id))
    assert.deepStrictEqual(valueOf(yield* accounts.findByEmail(first.email)), first)
  })

  it("one of several concurrent inserts of one address succeeds", function* () {
    const email = `${fresh("racer")}@example.test`
    const rivals = Array.from({ length: 20 }, (_, index) =>
      anAccount({ email: index % 2 === 0 ? email : email.toUpperCase() })
    )
    const results = yield* Effect.forEach(rivals, (account) => Effect.either(accounts.insert(account)), {
      concurrency: "unbounded"
    })
    const winners = rivals.filter((_, index) => results[index]?._tag === "Right")
    assert.strictEqual(winners.length, 1)
    for (const result of results) {
      if (Either.isLeft(result)) assert.instanceOf(result.left, Account.EmailTaken)
    }
    assert.deepStrictEqual(Option.getOrNull(yield* accounts.findByEmail(email)), winners[0] ?? null)
  })

  listsAccounts(it)

  it("returns the users of none, some and thousands of ids", function* () {
    const known = [
      yield* givenAccount({ name: AWKWARD_NAMES[0] ?? "", avatar: "/ada.svg" }),
      yield* givenAccount({ disabledAt: instant() })
    ]
    const unknown = Array.from({ length: 3000 }, () => fresh("nobody"))
    assert.deepStrictEqual(yield* accounts.users([]), [])
    assert.deepStrictEqual(yield* accounts.users(["", "'", "\u0000", ...unknown.slice(0, 2)]), [])
    const wanted = [...unknown, ...known.map(({ id }) => id), ...known.map(({ id }) => id)]
    assert.sameDeepMembers([...(yield* accounts.users(wanted))], known.map(Account.toUser))
  })

  it("returns which of none, some and thousands of ids are accounts", function* () {
    const known = [yield* givenAccount(), yield* givenAccount(), yield* givenAccount()].map(({ id }) => id)
    const unknown = Array.from({ length: 3000 }, () => fresh("nobody"))
    assert.deepStrictEqual(yield* accounts.existing([]), [])
    assert.deepStrictEqual(yield* accounts.existing(["", "'", ...unknown.slice(0, 2)]), [])
    assert.sameMembers([...(yield* accounts.existing([...unknown, ...known]))], known)
  })

  it("treats unstorable ids as unknown", function* () {
    const id = yield* someone
    const odd = [String.fromCharCode(0), `${id}${String.fromCharCode(0)}`, "\uD83D", `\uDE00${id}`]
    assert.deepStrictEqual(yield* accounts.existing(odd), [])
    assert.deepStrictEqual(yield* accounts.existing([...odd, id]), [id])
  })

  it("a locked account is changed by one transaction at a time", function* () {
    const id = yield* someone
    const add = (index: number) =>
      Effect.gen(function* () {
        const { onboardingData } = valueOf(yield* accounts.lock(id))
        const useCase = `${onboardingData.useCase ?? ""}${index},`
        yield* accounts.completeOnboarding(id, { ...onboardingData, useCase })
      })
    yield* atOnce(20, (index) => Ports.transactional(add(index)))
    const { useCase } = valueOf(yield* accounts.find(id)).onboardingData
    assert.strictEqual(useCase?.split(",").length, 21)
  })

  it("marks an address verified once and keeps the first time", function* () {
    const account = yield* givenAccount({ verifiedAt: null })
    const other = yield* givenAccount({ verifiedAt: null })
    yield* accounts.markVerified(account.id, instant(5))
    yield* accounts.markVerified(account.id, instant(9))
    assert.deepStrictEqual(valueOf(yield* accounts.find(account.id)), { ...account, verifiedAt: instant(5) })
    assert.deepStrictEqual(valueOf(yield* accounts.find(other.id)), other)
  })

  it("each of many concurrent new passwords raises the token version by one", function* () {
    const account = yield* givenAccount({ tokenVersion: 3 })
    const other = yield* givenAccount()
    yield* accounts.replacePassword(account.id, "another hash")
    const changed = { ...account, passwordHash: "another hash", tokenVersion: 4 }
    assert.deepStrictEqual(valueOf(yield* accounts.find(account.id)), changed)
    assert.strictEqual(valueOf(yield* accounts.tokenVersion(account.id)), 4)
    yield* atOnce(20, (index) => accounts.replacePassword(account.id, `hash ${index}`))
    assert.strictEqual(valueOf(yield* accounts.tokenVersion(account.id)), 24)
    assert.deepStrictEqual(valueOf(yield* accounts.find(other.id)), other)
  })

  it("gives an account that is neither verified nor disabled to its owner, once", function* () {
    const account = yield* givenAccount({ verifiedAt: null, tokenVersion: 3 })
    const given = { name: "Grace", passwordHash: "another hash", language: "de" } as const
    const claims = yield* atOnce(5, () => accounts.claim(account.id, given, instant(5)))
    assert.lengthOf(claims.filter(Boolean), 1)
    const claimed = { ...account, ...given, verifiedAt: instant(5), tokenVersion: 4 }
    assert.deepStrictEqual(valueOf(yield* accounts.find(account.id)), claimed)
    const others = [yield* givenAccount(), yield* givenAccount({ verifiedAt: null, disabledAt: instant(2) })]
    for (const other of others) {
      assert.isFalse(yield* accounts.claim(other.id, given, instant(5)))
      assert.deepStrictEqual(valueOf(yield* accounts.find(other.id)), other)
    }
  })

  it("gives an account another address, unless another account has it", function* () {
    const [account, other] = [yield* givenAccount({ tokenVersion: 3 }), yield* givenAccount()]
    const email = `${fresh("New")}@example.com`
    assert.isFalse(yield* accounts.replaceEmail(account.id, other.email.toUpperCase()))
    assert.deepStrictEqual(valueOf(yield* accounts.find(account.id)), account)
    assert.isTrue(yield* accounts.replaceEmail(account.id, email))
    const changed = { ...account, email, tokenVersion: 4 }
    assert.deepStrictEqual(valueOf(yield* accounts.findByEmail(Account.normalizeEmail(email))), changed)
    isNone(yield* accounts.findByEmail(Account.normalizeEmail(account.email)))
    assert.isTrue(yield* accounts.replaceEmail(account.id, email.toUpperCase()))
    assert.isFalse(yield* accounts.replaceEmail(fresh("user") as Account.UserId, `${fresh("any")}@example.com`))
  })

  it("removes an account, whose address is free again", function* () {
    const [account, other] = [yield* givenAccount(), yield* givenAccount()]
    yield* accounts.remove(account.id)
    yield* accounts.remove(account.id)
    isNone(yield* accounts.find(account.id))
    isNone(yield* accounts.tokenVersion(account.id))
    yield* accounts.insert({ ...account, id: fresh("user") as Account.UserId })
    assert.deepStrictEqual(valueOf(yield* accounts.find(other.id)), other)
  })

  it("a disabled account keeps its time, and raises the token version once", function* () {
    const account = yield* givenAccount({ tokenVersion: 3 })
    const other = yield* givenAccount()
    yield* accounts.disable(account.id, instant(5))
    yield* accounts.disable(account.id, instant(9))
    const disabled = { ...account, disabledAt: instant(5), tokenVersion: 4 }
    assert.deepStrictEqual(valueOf(yield* accounts.find(account.id)), disabled)
    assert.deepStrictEqual(valueOf(yield* accounts.lock(account.id)), disabled)
    assert.deepStrictEqual(valueOf(yield* accounts.findByEmail(account.email)), disabled)
    assert.deepStrictEqual(yield* accounts.existing([account.id]), [account.id])
    assert.deepStrictEqual(valueOf(yield* accounts.find(other.id)), other)
  })

  it("returns no token version of a disabled account until it is enabled, whatever else changes", function* () {
    const account = yield* givenAccount({ tokenVersion: 3 })
    yield* accounts.disable(account.id, instant(5))
    isNone(yield* accounts.tokenVersion(account.id))
    yield* accounts.replacePassword(account.id, "another hash")
    isNone(yield* accounts.tokenVersion(account.id))
    yield* accounts.enable(account.id)
    yield* accounts.enable(account.id)
    assert.strictEqual(valueOf(yield* accounts.tokenVersion(account.id)), 5)
    const enabled = { ...account, passwordHash: "another hash", tokenVersion: 5 }
    assert.deepStrictEqual(valueOf(yield* accounts.find(account.id)), enabled)
  })

  it("disabling or enabling an unknown account changes nothing", function* () {
    const account = yield* givenAccount()
    yield* accounts.disable(fresh("nobody") as Account.UserId, instant(5))
    yield* accounts.enable(fresh("nobody") as Account.UserId)
    assert.deepStrictEqual(valueOf(yield* accounts.find(account.id)), account)
  })

  it("one of several concurrent disablings counts", function* () {
    const id = yield* someone
    yield* atOnce(20, (index) => accounts.disable(id, instant(index)))
    assert.strictEqual(valueOf(yield* accounts.find(id)).tokenVersion, 1)
  })

  it("stores name, time zone, language and notifications, and nothing else", function* () {
    const [account, other] = [yield* givenAccount(), yield* givenAccount()]
    for (const profile of [
      {
        name: `Ünïcode's "name"`,
        timezone: "America/Argentina/Buenos_Aires",
        language: "de",
        notifications: { assigned: false }
      },
      { name: "Ada", timezone: null, language: null, notifications: {} }
    ] as const) {
      yield* accounts.updateProfile(account.id, profile)
      assert.deepStrictEqual(valueOf(yield* accounts.find(account.id)), { ...account, ...profile })
    }
    assert.deepStrictEqual(valueOf(yield* accounts.find(other.id)), other)
  })

  it("stores the onboarding data, and replaces it", function* () {
    const account = yield* givenAccount()
    for (const onboardingData of [{ companyName: "Engines", role: "maker" }, { companyName: "Looms" }, {}]) {
      yield* accounts.completeOnboarding(account.id, onboardingData)
      const expected = { ...account, onboardingData, hasCompletedOnboarding: true }
      assert.deepStrictEqual(valueOf(yield* accounts.find(account.id)), expected)
    }
  })
}

/** Runs the suite on an adapter. */
export const accountRepositoryContract = contract("AccountRepository", accountRepositorySuite)
