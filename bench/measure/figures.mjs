/** The value that so large a part of the values is not above; 0 of none. */
export const quantile = (values, q) => {
  const sorted = Float64Array.from(values).toSorted()
  return sorted[Math.max(0, Math.ceil(sorted.length * q) - 1)] ?? 0
}

/** Half are below it. */
export const median = (values) => quantile(values, 0.5)

/** The medians of the numbers in values of one shape, in that shape; all else is of the first. */
export const mediansOf = (values) => {
  const [first] = values
  if (typeof first === "number") return median(values)
  if (first === null || typeof first !== "object") return first
  const of = (key) => mediansOf(values.map((each) => each[key]))
  return Array.isArray(first)
    ? first.map((_, at) => of(at))
    : Object.fromEntries(Object.keys(first).map((key) => [key, of(key)]))
}
