import { Effect } from "effect"
import { invalid } from "../values/InvalidInput.js"

export const MAX_COMMENTS = 10_000
export const MAX_SUBTASKS = 1000
/** Most time entries of a task. */
export const MAX_TIME_ENTRIES = 10_000

/** Most of the duration of a time entry that counts, so that the sum of those of a task is a finite number. */
export const MOST_COUNTED = 1e304

/** Fails with `InvalidInput` if an entry was not stored because its task is at the limit of the list. */
export const failWhenFull = (list: string, most: number) => (isStored: boolean) =>
  isStored ? Effect.void : invalid([list], `must be at most ${most} on one task`)
