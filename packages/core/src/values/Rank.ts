import { Schema } from "effect"

/**
 * A position as text that sorts by code units: a whole number in base 62, and digits after it for a rank between two
 * others. The first letter counts the digits of the whole number, `a` one digit, `b` two ..., and below zero `Z` one, `Y`
 * two ..., so that a list may grow at both ends. The last digit after a whole number is not zero (David Greenspan,
 * "Implementing Fractional Indexing", 2020).
 */
export const Rank = Schema.String.pipe(Schema.pattern(/^[A-Za-z][0-9A-Za-z]+$/), Schema.brand("Rank"))
export type Rank = typeof Rank.Type

/** The digits in their order. */
export const RANK_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const LAST_DIGIT = RANK_DIGITS.charAt(RANK_DIGITS.length - 1)

/** Most characters of a rank between two others: instead of a longer one, the entries around the place get new ranks. */
export const LONGEST_RANK = 60

/** The rank of the first entry of an empty list. */
export const FIRST_RANK = "a0" as Rank

const isBelowZero = (rank: Rank): boolean => rank.charAt(0) <= "Z"

const digitsOf = (rank: Rank): number => (isBelowZero(rank) ? 91 - rank.charCodeAt(0) : rank.charCodeAt(0) - 96)

const wholeOf = (rank: Rank): Rank => rank.slice(0, 1 + digitsOf(rank)) as Rank

/** The next whole number up or down, or null if it has another number of digits. */
const stepped = (whole: Rank, step: 1 | -1): Rank | null => {
  const digits = [...whole.slice(1)]
  for (let at = digits.length - 1; at >= 0; at--) {
    const next = RANK_DIGITS.charAt(RANK_DIGITS.indexOf(digits[at] ?? "") + step)
    if (next !== "") {
      digits[at] = next
      return (whole.charAt(0) + digits.join("")) as Rank
    }
    digits[at] = step === 1 ? "0" : LAST_DIGIT
  }
  return null
}

/** The whole number with so many digits that is nearest to zero. */
const nearest = (letter: number, digits: number, digit: string): Rank =>
  (String.fromCharCode(letter) + digit.repeat(digits)) as Rank

/** The next rank after `rank`; after null, the first. */
export const rankAfter = (rank: Rank | null): Rank => {
  if (rank === null) return FIRST_RANK
  const letter = rank.charCodeAt(0)
  const digits = digitsOf(rank)
  const next = stepped(wholeOf(rank), 1)
  if (next !== null) return next
  if (!isBelowZero(rank)) return nearest(letter + 1, digits + 1, "0")
  return digits === 1 ? FIRST_RANK : nearest(letter + 1, digits - 1, "0")
}

/** A rank before `rank`. */
export const rankBefore = (rank: Rank): Rank => {
  const whole = wholeOf(rank)
  if (whole.length < rank.length) return whole
  const letter = rank.charCodeAt(0)
  const digits = digitsOf(rank)
  const next = stepped(whole, -1)
  if (next !== null) return next
  if (isBelowZero(rank)) return nearest(letter - 1, digits + 1, LAST_DIGIT)
  return digits === 1 ? nearest("Z".charCodeAt(0), 1, LAST_DIGIT) : nearest(letter - 1, digits - 1, LAST_DIGIT)
}

/** Digits between two fractions, of which the first may be empty and the second may be null for one. */
const middle = (low: string, high: string | null): string => {
  if (high !== null) {
    let same = 0
    while ((low.charAt(same) || "0") === high.charAt(same)) same++
    if (same > 0) return high.slice(0, same) + middle(low.slice(same), high.slice(same))
  }
  const from = low === "" ? 0 : RANK_DIGITS.indexOf(low.charAt(0))
  const to = high === null ? RANK_DIGITS.length : RANK_DIGITS.indexOf(high.charAt(0))
  if (to - from > 1) return RANK_DIGITS.charAt(Math.round((from + to) / 2))
  return high !== null && high.length > 1 ? high.charAt(0) : RANK_DIGITS.charAt(from) + middle(low.slice(1), null)
}

/** A rank between two, of which the first is less. Each of many at one place needs about a sixth of a digit more. */
export const rankBetween = (low: Rank | null, high: Rank): Rank => {
  if (low === null) return rankBefore(high)
  const whole = wholeOf(low)
  if (whole === wholeOf(high)) return (whole + middle(low.slice(whole.length), high.slice(whole.length))) as Rank
  const next = rankAfter(low)
  return next < high ? next : ((whole + middle(low.slice(whole.length), null)) as Rank)
}

/** So many ranks in order between two, of which the first is less. */
export const ranksBetween = (low: Rank | null, high: Rank, count: number): ReadonlyArray<Rank> => {
  if (count === 0) return []
  const half = Math.floor(count / 2)
  const rank = rankBetween(low, high)
  return [...ranksBetween(low, rank, half), rank, ...ranksBetween(rank, high, count - half - 1)]
}

/** So many whole ranks in a row that differ only in their last digits: the first has `start` there. */
export interface RankRow {
  readonly prefix: string
  readonly digits: number
  readonly start: number
}

/** Most digits that may differ in a row: numbers up to 62^8 are exact in JavaScript and in SQL. */
export const ROW_DIGITS = 8

/** So many ranks after `rank`, after null from the first. A statement gives them to as many rows, in the order of the rows. */
export const rowAfter = (rank: Rank | null, count: number): RankRow => {
  for (let first = rankAfter(rank); ;) {
    const digits = Math.min(ROW_DIGITS, digitsOf(first))
    const prefix = first.slice(0, -digits)
    const start = [...first.slice(-digits)].reduce(
      (sum, digit) => sum * RANK_DIGITS.length + RANK_DIGITS.indexOf(digit),
      0
    )
    if (start + count <= RANK_DIGITS.length ** digits) return { prefix, digits, start }
    first = rankAfter((prefix + LAST_DIGIT.repeat(digits)) as Rank)
  }
}
