/** Forgets the oldest entry of a set or a map if it has more than `most`. Call it after each entry. */
export const forgetOldest = (entries: Set<string> | Map<string, unknown>, most: number): void => {
  const [oldest] = entries.keys()
  if (entries.size > most && oldest !== undefined) entries.delete(oldest)
}
