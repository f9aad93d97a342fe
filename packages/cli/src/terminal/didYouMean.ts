import { editDistance } from "../editDistance.js"

/** The name that was probably meant: one that begins so, else one that differs in a third of its letters at most. */
const nearest = (written: string, names: ReadonlyArray<string>): string | null => {
  const word = written.toLowerCase().slice(0, 64)
  const begins = names.find((name) => word.length > 1 && name.startsWith(word))
  if (begins !== undefined) return begins
  const [best] = names
    .map((name) => ({ name, far: editDistance(word, name) }))
    .filter(({ far, name }) => far <= Math.max(1, Math.floor(name.length / 3)))
    .toSorted((a, b) => a.far - b.far)
  return best?.name ?? null
}

/** A hint for a message, or nothing. */
export const didYouMean = (written: string, names: ReadonlyArray<string>): string => {
  const name = nearest(written, names)
  return name === null ? "" : `; did you mean ${name}?`
}
