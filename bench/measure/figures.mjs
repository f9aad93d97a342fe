/** The value that so large a part of the values is not above; 0 of none. */
export const quantile = (values, q) => {
  const sorted = Float64Array.from(values).toSorted()
  return sorted[Math.max(0, Math.ceil(sorted.length * q) - 1)] ?? 0
}

/** Half are below it. */
export const median = (values) => quantile(values, 0.5)
