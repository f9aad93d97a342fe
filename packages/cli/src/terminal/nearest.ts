/** How many letters have to be added, taken away, replaced or swapped (Damerau) to make one of the other. */
const distance = (a: string, b: string): number => {
  let [above, row]: [Array<number>, Array<number>] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? (above[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    above = row
    row = next
  }
  return row[b.length] ?? 0
}

/** The name that was probably meant: one that begins so, else one that differs in a third of its letters at most. */
const nearest = (written: string, names: ReadonlyArray<string>): string | null => {
  const word = written.toLowerCase().slice(0, 64)
  const begins = names.find((name) => word.length > 1 && name.startsWith(word))
  if (begins !== undefined) return begins
  const [best] = names
    .map((name) => ({ name, far: distance(word, name) }))
    .filter(({ far, name }) => far <= Math.max(1, Math.floor(name.length / 3)))
    .toSorted((a, b) => a.far - b.far)
  return best?.name ?? null
}

/** A hint for a message, or nothing. */
export const didYouMean = (written: string, names: ReadonlyArray<string>): string => {
  const name = nearest(written, names)
  return name === null ? "" : `; did you mean ${name}?`
}
