import { Schema } from "effect"

/**
 * A position as text that sorts by code units. A digit count (`a` for one digit, `b` for two ...) is followed by a
 * whole number in base 62, so that a list may grow without end, and a rank between two others can be made by adding
 * digits to one of them (David Greenspan, "Implementing Fractional Indexing", 2020).
 */
export const Rank = Schema.String.pipe(Schema.pattern(/^[a-z][0-9A-Za-z]+$/), Schema.brand("Rank"))
export type Rank = typeof Rank.Type

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** The rank of the first entry of an empty list. */
export const FIRST_RANK = "a0" as Rank

const countOf = (rank: Rank): number => rank.charCodeAt(0) - 96

/** The next rank after `rank`; after null, the first. */
export const rankAfter = (rank: Rank | null): Rank => {
  if (rank === null) return FIRST_RANK
  const digits = [...rank.slice(1, 1 + countOf(rank))]
  for (let at = digits.length - 1; at >= 0; at--) {
    const next = DIGITS.indexOf(digits[at] ?? "") + 1
    if (next < DIGITS.length) {
      digits[at] = DIGITS.charAt(next)
      return (rank.charAt(0) + digits.join("")) as Rank
    }
    digits[at] = "0"
  }
  return (String.fromCharCode(rank.charCodeAt(0) + 1) + "0".repeat(digits.length + 1)) as Rank
}
