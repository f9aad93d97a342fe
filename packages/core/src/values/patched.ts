import type { Timestamp } from "./Timestamp.js"

type Changes<A> = { readonly [K in keyof A]?: A[K] | undefined }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** Whether two JSON values are the same, with keys in the same order. */
// Not compared as text: values may be large, and differ early.
export const isSame = (left: unknown, right: unknown): boolean => {
  if (left === right) return true
  if (!isObject(left) || !isObject(right) || Array.isArray(left) !== Array.isArray(right)) return false
  const keys = Object.keys(left)
  const others = Object.keys(right)
  return keys.length === others.length && keys.every((key, at) => key === others[at] && isSame(left[key], right[key]))
}

/**
 * The entity with the given changes (undefined ones are not given) and a new `updatedAt`. Returns the same object if
 * nothing differs: then there is nothing to write.
 */
export const patched = <A extends { readonly updatedAt: Timestamp }>(
  before: A,
  changes: Changes<Omit<A, "updatedAt">>,
  at: Timestamp
): A => {
  const differing = Object.entries(changes).filter(
    ([key, value]) => value !== undefined && !isSame(value, before[key as keyof A])
  )
  return differing.length === 0 ? before : { ...before, ...Object.fromEntries(differing), updatedAt: at }
}
