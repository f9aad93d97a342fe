import { Account } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { fresh, givenAccount, instant, wholeList } from "../fixtures.js"
import type { Suite } from "./Suite.js"
import { lists } from "./support.js"

const accounts = Effect.serviceFunctions(Account.AccountRepository)

/** The ids of found accounts whose name or address has the text, without those of other tests. */
const search = (text: string) =>
  Effect.gen(function* () {
    const { items, total } = yield* accounts.list(text, wholeList)
    assert.strictEqual(items.length, total)
    return items.map(({ id }) => id)
  })

/** The contract of `AccountRepository.list`. */
export const listsAccounts: Suite<Account.AccountRepository> = (it) => {
  it("lists accounts in order of creation, ties by id, by pages", function* () {
    const mark = fresh("list")
    const given = (suffix: string, minutes: number) =>
      givenAccount({
        id: `${mark}${suffix}` as Account.UserId,
        name: mark,
        createdAt: instant(minutes),
        ...(suffix === "c" ? { disabledAt: instant(3), verifiedAt: null } : {})
      })
    const [c, b, a, late, early] = [
      yield* given("c", 5),
      yield* given("B", 5),
      yield* given("a", 5),
      yield* given("0", 7),
      yield* given("x", -4)
    ]
    yield* lists((slice) => accounts.list(mark, slice), [early, b, a, c, late])
  })

  it("lists all accounts for an empty text", function* () {
    const before = (yield* accounts.list("", { ...wholeList, limit: 1 })).total
    yield* givenAccount({ name: "" })
    yield* givenAccount()
    assert.isAtLeast((yield* accounts.list("", { ...wholeList, limit: 1 })).total, before + 2)
  })

  it("finds a text anywhere in name or address, A to Z in either case", function* () {
    const mark = fresh("search")
    const byName = yield* givenAccount({ name: `Lady Ada ${mark} Lovelace`, createdAt: instant(1) })
    const byAddress = yield* givenAccount({ email: `Ada.${mark}@Example.test`, createdAt: instant(2) })
    yield* givenAccount()
    for (const text of [mark, mark.toUpperCase()]) {
      assert.deepStrictEqual(yield* search(text), [byName.id, byAddress.id])
    }
    assert.deepStrictEqual(yield* search(`ADA ${mark} LOVE`), [byName.id])
    assert.deepStrictEqual(yield* search(`.${mark}@eXaMpLe`), [byAddress.id])
    assert.deepStrictEqual(yield* search(`${mark}-`), [])
  })

  it("treats no character of the text as a pattern, and matches other letters exactly", function* () {
    const mark = fresh("odd")
    const odd = yield* givenAccount({ name: `${mark} 100% _[a-z]* \\ ''; é ÖZ 👩‍👩‍👧‍👦 İ` })
    for (const text of ["100% _", "_[A-Z]*", "\\ '';", "é ÖZ", "öz".toUpperCase(), "👩‍👩‍👧‍👦", "İ"]) {
      assert.include(yield* search(text), odd.id, text)
    }
    for (const text of [`${mark}%`, `${mark}_`, `${mark} .`, `É`, "öz", "\\\\ ''"]) {
      assert.notInclude(yield* search(text), odd.id, text)
    }
  })
}
