import { Account } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { Either, Schema } from "effect"
import fc from "fast-check"

const decode = Schema.decodeUnknownEither(Account.Email)
const email = (input: unknown): string | null => Either.getOrNull(decode(input))

const label = (length: number) => "d".repeat(length)
// 64 before the @, and labels that fill the address up to the length.
const ofLength = (length: number) => {
  const domain = [label(63), label(63), label(length - 64 - 1 - 64 - 64)].join(".")
  return `${"l".repeat(64)}@${domain}`
}

describe("email addresses", () => {
  it.each([
    "ada@example.com",
    "Ada.Lovelace@Example.COM",
    "a@b.co",
    "ada+boards@mail.example.co.uk",
    "o'brien@example.org",
    "!#$%&'*+/=?^_`{|}~-@example.org",
    "1@2.3d",
    "a@1.0x7g",
    "a@127.0.0.1.example",
    "x@xn--bcher-kva.example"
  ])("are such as %s, in the case as sent", (text) => {
    assert.strictEqual(email(text), text)
  })

  it.each([
    "",
    " ",
    "ada",
    "ada@",
    "@example.com",
    "ada@localhost",
    "ada@@example.com",
    "ada@example..com",
    "ada@.example.com",
    "ada@example.com.",
    ".ada@example.com",
    "ada.@example.com",
    "a..da@example.com",
    "ada@-example.com",
    "ada@example-.com",
    "ada lovelace@example.com",
    "ada@exam ple.com",
    "ada@example.com\r\nBcc: all@example.com",
    "ada@example.com,eve@example.com",
    "Ada <ada@example.com>",
    '"ada"@example.com',
    "ada@[127.0.0.1]",
    "ada@bücher.example",
    "adä@example.com",
    "ada@example.com\u0000",
    "\u202Eada@example.com",
    "ada@example_.com",
    "ada@127.0.0.1",
    "ada@2.3",
    "ada@0x7f.1",
    "ada@127.0x1",
    "ada@example.0X",
    "ada@example.007"
  ])("are not such as %j", (text) => {
    assert.isNull(email(text))
  })

  it("are trimmed", () => {
    assert.strictEqual(email("\t ada@example.com\n"), "ada@example.com")
  })

  it("have at most 254 characters, 64 before the @ and 63 in a label", () => {
    assert.strictEqual(ofLength(254).length, 254)
    assert.isNotNull(email(ofLength(254)))
    assert.isNull(email(ofLength(255)))
    assert.isNotNull(email(`${"l".repeat(64)}@example.com`))
    assert.isNull(email(`${"l".repeat(65)}@example.com`))
    assert.isNotNull(email(`ada@${label(63)}.com`))
    assert.isNull(email(`ada@${label(64)}.com`))
  })

  it("are equal in any case and with blanks around them", () => {
    const address = fc.stringMatching(/^[a-z0-9]{1,20}@[a-z0-9]{1,20}\.[a-z]{2,8}$/)
    const cased = address.chain((text) =>
      fc
        .infiniteStream(fc.boolean())
        .map((upper) => [...text].map((one) => (upper.next().value === true ? one.toUpperCase() : one)).join(""))
        .map((other) => [text, other] as const)
    )
    fc.assert(
      fc.property(cased, ([text, other]) => {
        assert.strictEqual(email(other), other)
        assert.strictEqual(Account.normalizeEmail(` ${other}\t`), text)
        assert.strictEqual(Account.normalizeEmail(Account.normalizeEmail(other)), Account.normalizeEmail(other))
      })
    )
  })

  it("are ASCII that cannot break a mail header", () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: "binary" })), (text) => {
        const read = email(text)
        assert.isTrue(read === null || (/^[!-~]+$/.test(read) && !/[<>,;:"()[\]\\]/.test(read)))
      })
    )
  })
})
