import { wordsIn } from "./words.js"

/** A part of a text around the first match, and where the matches are in it, in UTF-16 units. */
export interface Snippet {
  readonly text: string
  readonly matches: ReadonlyArray<{ readonly start: number; readonly end: number }>
}

/** Most UTF-16 units of a snippet. */
const LENGTH = 200
/** Most UTF-16 units before the first match. */
const BEFORE = 60

/** Moves a place off the middle of a character that has two units. */
const whole = (text: string, at: number): number =>
  at > 0 && /^[\udc00-\udfff]/.test(text.slice(at)) && /[\ud800-\udbff]$/.test(text.slice(at - 1, at)) ? at - 1 : at

const startOf = (text: string, first: number): number => {
  if (first <= BEFORE) return 0
  const space = text.indexOf(" ", first - BEFORE)
  return space !== -1 && space < first ? space + 1 : whole(text, first - BEFORE)
}

/** The part of a text around the first word that begins with one of these. */
export const snippetOf = (text: string, asked: ReadonlyArray<string>): Snippet => {
  const matches: Array<{ start: number; end: number }> = []
  let start = 0
  for (const { end, start: at, word } of wordsIn(text)) {
    if (matches.length > 0 && at >= start + LENGTH) break
    if (!asked.some((each) => word.startsWith(each))) continue
    if (matches.length === 0) start = startOf(text, at)
    const last = matches.at(-1)
    if (last !== undefined && at <= last.end) last.end = Math.max(last.end, end)
    else matches.push({ start: at, end })
  }
  const end = whole(text, Math.min(text.length, start + LENGTH))
  return {
    text: text.slice(start, end),
    matches: matches.flatMap((match) =>
      match.start >= end ? [] : [{ start: match.start - start, end: Math.min(match.end, end) - start }]
    )
  }
}
