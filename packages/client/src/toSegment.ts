// Where a path has no place for an id, or would be read as "here" and "above", nothing can be found.
const NOTHING = "-"

/** A parameter as a segment of a path: nothing in it leads to another path. */
export const toSegment = (value: unknown): string => {
  const text = String(value).toWellFormed()
  return /^\.{0,2}$/.test(text) ? NOTHING : encodeURIComponent(text)
}
