import { Schema } from "effect"

// UTS #51, section 1.4.9 (emoji regular expression), without its bare digits.
const ELEMENT = "(?:\\p{RI}\\p{RI}|\\p{Emoji}(?:\\p{EMod}|\\uFE0F?\\u20E3|\\uFE0F|[\\u{E0020}-\\u{E007E}]+\\u{E007F})?)"
const EMOJI = new RegExp(`^${ELEMENT}(?:\\u200D${ELEMENT})*$`, "u")
const MORE_THAN_DIGITS = /\p{Extended_Pictographic}|\p{RI}\p{RI}|\u20E3/u
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })

/** Whether the text is one emoji: one grapheme, including flags, skin tones, keycaps and joined emoji. */
export const isEmoji = (text: string): boolean =>
  text.length <= 64 && EMOJI.test(text) && MORE_THAN_DIGITS.test(text) && [...graphemes.segment(text)].length === 1

export const Icon = Schema.String.annotations({ message: () => "must be one emoji" }).pipe(
  Schema.filter((value) => isEmoji(value) || "must be one emoji")
)
