import { Values } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { Either, Schema } from "effect"
import fc from "fast-check"

const decoder = <A, I>(schema: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknownEither(schema)
  return (input: unknown): A | null => Either.getOrNull(decode(input))
}

const name = decoder(Values.Name)
const label = decoder(Values.Label)
const description = decoder(Values.Description)
const content = decoder(Values.Content)
const color = decoder(Values.Color)

const character = fc.oneof(
  fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 1 }),
  fc.constantFrom("😀", "é", "ﷺ", "𝔘", "👩‍👩‍👧", "日")
)
const textOf = (count: number) => fc.array(character, { minLength: count, maxLength: count }).map((all) => all.join(""))

describe("lengths", () => {
  it("counts code points, as PostgreSQL and JSON Schema do", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        assert.strictEqual(Values.lengthOf(text), [...text].length)
        for (const max of [0, 1, 5, text.length]) {
          assert.strictEqual(Values.fits(text, max), [...text].length <= max)
        }
      })
    )
  })

  it.each([
    ["name", name, 255],
    ["label", label, 50]
  ] as const)("a %s has up to its number of characters, astral ones too, and no more", (_, decode, max) => {
    for (const one of ["x", "é", "😀", "\u{10FFFF}"]) {
      assert.strictEqual(decode(one), one)
      assert.strictEqual(decode(one.repeat(max)), one.repeat(max))
      assert.isNull(decode(one.repeat(max + 1)))
    }
  })

  it.each([
    ["description", description],
    ["comment", content]
  ] as const)("a %s has up to 65,535 characters", (_, decode) => {
    for (const one of ["x", "😀"]) {
      assert.strictEqual(decode(one.repeat(65_535)), one.repeat(65_535))
      assert.isNull(decode(one.repeat(65_536)))
    }
  })
})

describe("names and labels", () => {
  it.each([
    ["name", name],
    ["label", label]
  ] as const)("a %s is trimmed of blanks, also of those that do not fit", (_, decode) => {
    const blanks = fc.array(fc.constantFrom(" ", "\t", "\n", "\r", "\u00A0", "\u2003", "\uFEFF"), { maxLength: 300 })
    fc.assert(
      fc.property(blanks, textOf(10), blanks, (before, inner, after) => {
        const sent = before.join("") + inner + after.join("")
        assert.strictEqual(decode(sent), sent.trim() === "" ? null : sent.trim())
      })
    )
  })

  it("reject blanks", () => {
    for (const blank of ["", " ", "\t\r\n", "\u3000"]) {
      assert.isNull(name(blank))
      assert.isNull(label(blank))
      assert.isNull(content(blank))
      assert.strictEqual(description(blank), blank)
    }
  })

  it("keep blanks around comments", () => {
    assert.strictEqual(content("  indented\n"), "  indented\n")
  })

  it.each([
    ["a NUL character", "a\u0000b"],
    ["half a surrogate pair", "a\uD83D"],
    ["the other half", "\uDE00b"]
  ])("refuse %s, which no two databases store alike", (_, text) => {
    for (const decode of [name, label, description, content]) assert.isNull(decode(text))
  })

  it("require text", () => {
    for (const other of [null, undefined, 7, true, [], {}, ["x"]]) {
      for (const decode of [name, label, description, content]) assert.isNull(decode(other))
    }
  })
})

describe("colors", () => {
  it("are six hex digits after #, kept as sent", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^#[0-9a-fA-F]{6}$/), (text) => {
        assert.strictEqual(color(text), text)
      })
    )
  })

  it.each([
    "",
    "#fff",
    "#FFFFF",
    "#FFFFFFF",
    "#FFFFFFFF",
    "FFFFFF",
    "#GGGGGG",
    "red",
    " #FFFFFF",
    "#FFFFFF\n",
    16777215
  ])("refuse %j", (text) => {
    assert.isNull(color(text))
  })
})
