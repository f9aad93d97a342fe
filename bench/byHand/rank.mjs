const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** The rank after another, or the first: as the tables of this schema order their rows. */
export const rankAfter = (rank) => {
  if (rank === undefined || rank === null) return "a0"
  for (let at = rank.length - 1; at > 0; at--) {
    const next = DIGITS.indexOf(rank[at]) + 1
    if (next < DIGITS.length) return rank.slice(0, at) + DIGITS[next] + "0".repeat(rank.length - at - 1)
  }
  return String.fromCharCode(rank.charCodeAt(0) + 1) + "0".repeat(rank.length)
}
