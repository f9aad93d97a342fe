import { Account } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { Either, Redacted, Schema } from "effect"
import fc from "fast-check"

const { passwordProblem } = Account
const bytesOf = (text: string): number => new TextEncoder().encode(text).length

describe("new passwords", () => {
  it.each([
    ["ASCII", "x"],
    ["two bytes", "é"],
    ["three bytes", "日"],
    ["four bytes", "😀"]
  ])("have at least 8 characters of %s, counted as code points", (_, one) => {
    assert.isNull(passwordProblem(one.repeat(8)))
    assert.strictEqual(passwordProblem(one.repeat(7)), "must have at least 8 characters")
  })

  it.each([
    ["ASCII", "x", 72],
    ["two bytes", "é", 36],
    ["three bytes", "日", 24],
    ["four bytes", "😀", 18]
  ])("have at most 72 bytes of %s", (_, one, count) => {
    const longest = one.repeat(count)
    assert.strictEqual(bytesOf(longest), 72)
    assert.isNull(passwordProblem(longest))
    assert.strictEqual(passwordProblem(`${longest}x`), "must have at most 72 bytes in UTF-8")
    assert.strictEqual(passwordProblem(one.repeat(count + 1)), "must have at most 72 bytes in UTF-8")
  })

  it("are counted right for any mixture", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 80 }).filter((value) => !value.includes("\u0000"))
    fc.assert(
      fc.property(text, (password) => {
        const fine = [...password].length >= 8 && bytesOf(password) <= 72
        assert.strictEqual(passwordProblem(password) === null, fine)
      })
    )
  })

  it("need no character classes and keep blanks", () => {
    for (const password of ["aaaaaaaa", "12345678", "        ", " padded "]) {
      const decoded = Schema.decodeUnknownEither(Account.NewPassword)(password)
      assert.strictEqual(Either.getOrThrow(Either.map(decoded, Redacted.value)), password)
    }
  })

  it("reject what bcrypt would truncate or change", () => {
    assert.isNotNull(passwordProblem("pass\u0000word"))
    assert.isNotNull(passwordProblem("password\uD83D"))
  })

  it("do not appear in errors or logs", () => {
    const secret = "hunter2"
    const refused = Schema.decodeUnknownEither(Account.NewPassword)(secret)
    assert.isTrue(Either.isLeft(refused))
    const taken = Schema.decodeUnknownEither(Account.NewPassword)(`${secret}${secret}`)
    assert.notInclude(`${String(Either.getOrThrow(taken))}${JSON.stringify(taken)}`, secret)
  })
})

describe("passwords at sign-in", () => {
  it("are any text", () => {
    for (const password of ["", "x", "x".repeat(1000), "a\u0000b", "\uD83D"]) {
      const decoded = Schema.decodeUnknownEither(Account.OfferedPassword)(password)
      assert.strictEqual(Either.getOrThrow(Either.map(decoded, Redacted.value)), password)
    }
    assert.isTrue(Either.isLeft(Schema.decodeUnknownEither(Account.OfferedPassword)(7)))
  })
})
