import { editDistance } from "./editDistance.js"
import { oneLine } from "./terminal/print.js"

/** The end of a message about a name that nothing has: the names that are most like it. */
export const didYouMean = (wanted: string, names: ReadonlyArray<string>): string => {
  const near = nearest(wanted, names)
  return near.length === 0 ? "" : `; did you mean ${near.map((name) => JSON.stringify(oneLine(name))).join(", ")}?`
}

/** Up to three of the names that are most like a wanted one, the likest first. */
export const nearest = (wanted: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const plain = wanted.toLowerCase().slice(0, 100)
  const scored = names.map((name) => {
    const other = name.toLowerCase().slice(0, 100)
    // A name of one letter is in nearly every other.
    const within =
      plain !== "" && (other.includes(plain) || (plain.includes(other) && other.length * 2 >= plain.length))
    const distance = editDistance(plain, other) / Math.max(plain.length, other.length, 1)
    return { name, score: within ? Math.min(0.25, distance) : distance }
  })
  return scored
    .filter(({ score }) => score <= 0.5)
    .toSorted((a, b) => a.score - b.score)
    .slice(0, 3)
    .map(({ name }) => name)
}
