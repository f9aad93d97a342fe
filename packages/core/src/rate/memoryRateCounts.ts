import { Clock, Effect, Layer } from "effect"
import { type RateCount, RateCounts } from "./RateCounts.js"
import { MAX_KEYS, RateWindows } from "./RateWindows.js"

/** Counts in the memory of one process, which is exact if only one process serves. */
export const memoryRateCounts = (maxKeys = MAX_KEYS): Layer.Layer<RateCounts> =>
  Layer.sync(RateCounts, () => {
    const windows = new RateWindows<RateCount>(maxKeys)
    return {
      hit: (key, windowMillis, cost = 1) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const before = windows.open(key, now, windowMillis)
          if (before === undefined) {
            const first = { count: cost, resetsAt: now + windowMillis }
            windows.begin(key, now, first)
            return first
          }
          const after = { count: before.count + cost, resetsAt: before.resetsAt }
          windows.update(key, () => after)
          return after
        })
    }
  })
