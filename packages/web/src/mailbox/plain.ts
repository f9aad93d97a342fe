// Control and direction characters, line and paragraph separators, and halves of characters.
const DISTURBING = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}]/gu
const LINE_ENDS = /\r\n?|\n/g

const mark = (text: string): string => text.replace(DISTURBING, "\u{FFFD}")

const MAX_LINE = 200

/** Somebody's text as one line that cannot pose as what is around it: what would disturb is marked, a long one is cut. */
export const plainLine = (text: string): string => {
  const characters = Array.from(text.slice(0, 2 * MAX_LINE + 1))
  const cut = characters.length > MAX_LINE
  return mark(cut ? `${characters.slice(0, MAX_LINE).join("")}…` : text)
}

/** Somebody's text with its lines and tabs kept. */
export const plainText = (text: string): string =>
  text
    .split(LINE_ENDS)
    .map((line) => line.split("\t").map(mark).join("\t"))
    .join("\n")
