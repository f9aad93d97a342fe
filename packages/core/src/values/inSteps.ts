import { Effect } from "effect"

/** Most rows that are changed or removed at once, so that no other write waits long. */
export const STEP = 1000

/** Removes up to `STEP` rows at a time, until there are no more. `remove` returns how many it has removed. */
export const inSteps = <E, R>(remove: (most: number) => Effect.Effect<number, E, R>) =>
  Effect.repeat(remove(STEP), { until: (removed) => removed < STEP })
