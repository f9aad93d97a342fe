import { Equal } from "effect"
import type { Timestamp } from "./Timestamp.js"

type Changes<A> = { readonly [K in keyof A]?: A[K] | undefined }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

// The same JSON, keys in the same order. It is not written to be compared: values may be large, and differ early.
const same = (left: unknown, right: unknown): boolean => {
  if (Equal.equals(left, right)) return true
  if (!isObject(left) || !isObject(right) || Array.isArray(left) !== Array.isArray(right)) return false
  const keys = Object.keys(left)
  const others = Object.keys(right)
  return keys.length === others.length && keys.every((key, at) => key === others[at] && same(left[key], right[key]))
}

/**
 * The entity with the changes that are given (an undefined one is not) and a new `updatedAt`. The entity itself, the
 * same object, when nothing differs: then there is nothing to write.
 */
export const patched = <A extends { readonly updatedAt: Timestamp }>(
  before: A,
  changes: Changes<Omit<A, "updatedAt">>,
  at: Timestamp
): A => {
  const differing = Object.entries(changes).filter(
    ([key, value]) => value !== undefined && !same(value, before[key as keyof A])
  )
  return differing.length === 0 ? before : { ...before, ...Object.fromEntries(differing), updatedAt: at }
}
