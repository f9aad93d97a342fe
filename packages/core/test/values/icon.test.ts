import { Values } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import fc from "fast-check"

const EMOJI = {
  plain: ["📋", "😀", "🚀", "🫠", "🪿", "🫨"],
  "text characters with emoji presentation": ["❤️", "☀️", "✔️", "⚙️", "ℹ️", "🅰️", "™️"],
  "text characters without": ["❤", "☎", "✈", "©"],
  flags: ["🇨🇭", "🇺🇳", "🇯🇵", "🇪🇺", "🇧🇷"],
  "flags of regions": ["🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁷󠁬󠁳󠁿"],
  "flags that are joined": ["🏳️‍🌈", "🏳️‍⚧️", "🏴‍☠️"],
  keycaps: ["1️⃣", "0️⃣", "#️⃣", "*️⃣", "9⃣"],
  "skin tones": ["👍🏻", "👍🏿", "🧑🏽", "✊🏾", "🤌🏼"],
  families: ["👨‍👩‍👧‍👦", "👩‍👩‍👦", "🧑‍🧑‍🧒‍🧒"],
  "people at work": ["👩‍💻", "👨🏽‍🚀", "🧑🏿‍⚕️", "🕵️‍♀️", "🏋🏻‍♂️"],
  couples: ["👩🏽‍❤️‍💋‍👨🏿", "🧑🏻‍🤝‍🧑🏿", "👨‍❤️‍👨"],
  "animals and things that are joined": ["🐕‍🦺", "🐻‍❄️", "🐦‍🔥", "❤️‍🔥", "😶‍🌫️", "👁️‍🗨️", "⛓️‍💥"]
}

const NONE = {
  "no text": ["", " ", "\u200D", "\uFE0F"],
  letters: ["a", "Ä", "日", "ok", ":)", "<b>"],
  digits: ["1", "#", "*", "12", "1\uFE0F", "²"],
  "two emoji": ["😀😀", "🇨🇭🇩🇪", "📋🚀", "1️⃣2️⃣", "❤️❤️"],
  "an emoji and more": ["😀a", "a😀", " 😀", "😀 ", "😀\n", "😀1", "1😀", "😀\u0000"],
  "half a flag": ["🇨", "🇨🇭🇩"],
  "a tone of no one": ["🏽"],
  "a join with nothing": ["👩\u200D", "\u200D👩", "👩\u200D\u200D💻", "👩\u200Da", "1\u200D2"],
  "half a character": ["\uD83D", "\uDE00"],
  "a mark on an emoji": ["😀\u0301", "😀\u20E3\u20E3"]
}

const all = (table: Record<string, ReadonlyArray<string>>) =>
  Object.entries(table).flatMap(([kind, texts]) => texts.map((text) => [kind, text] as const))

describe("icons", () => {
  it.each(all(EMOJI))("accept one emoji: %s, %s", (_, text) => {
    assert.isTrue(Values.isEmoji(text), JSON.stringify(text))
    assert.isTrue(Schema.is(Values.Icon)(text))
  })

  it.each(all(NONE))("reject: %s, %j", (_, text) => {
    assert.isFalse(Values.isEmoji(text), JSON.stringify(text))
    assert.isFalse(Schema.is(Values.Icon)(text))
  })

  it("reject any two emoji", () => {
    const emoji = fc.constantFrom(...Object.values(EMOJI).flat())
    fc.assert(
      fc.property(emoji, emoji, (one, other) => {
        assert.isFalse(Values.isEmoji(one + other))
      })
    )
  })

  it("reject long sequences of joined emoji", () => {
    assert.isFalse(Values.isEmoji(Array.from({ length: 1000 }, () => "👩").join("\u200D")))
    assert.isFalse(Values.isEmoji("👩" + "\u200D👩".repeat(100_000)))
  })

  it("never make the check throw", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        assert.isBoolean(Values.isEmoji(text))
      })
    )
  })
})
