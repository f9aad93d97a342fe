const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** Up to three of the names that are most like a wanted one, the likest first. */
export const nearest = (wanted: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const plain = wanted.toLowerCase().slice(0, 100)
  const scored = names.map((name) => {
    const other = name.toLowerCase().slice(0, 100)
    const within = plain !== "" && (other.includes(plain) || plain.includes(other))
    return { name, score: within ? 0.25 : distance(plain, other) / Math.max(plain.length, other.length, 1) }
  })
  return scored
    .filter(({ score }) => score <= 0.5)
    .toSorted((a, b) => a.score - b.score)
    .slice(0, 3)
    .map(({ name }) => name)
}
