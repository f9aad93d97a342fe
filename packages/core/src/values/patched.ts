import { Equal } from "effect"
import type { Timestamp } from "./Timestamp.js"

type Changes<A> = { readonly [K in keyof A]?: A[K] | undefined }

const same = (left: unknown, right: unknown): boolean =>
  Equal.equals(left, right) || JSON.stringify(left) === JSON.stringify(right)

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
