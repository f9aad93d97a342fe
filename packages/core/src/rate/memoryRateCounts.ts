import { Clock, Effect, Layer } from "effect"
import { type RateCount, RateCounts } from "./RateCounts.js"

/** Keys held at most: past it the windows that began first are forgotten first, about 20 MB in all. */
export const MAX_KEYS = 100_000

/**
 * Counts in the memory of one process, which is exact where one process serves. A full table sheds its expired windows
 * first and then its oldest.
 */
export const memoryRateCounts = (maxKeys = MAX_KEYS): Layer.Layer<RateCounts> =>
  Layer.sync(RateCounts, () => {
    // A map iterates by insertion and a key is inserted anew with each window: the oldest window comes first.
    const windows = new Map<string, RateCount>()
    const shed = (now: number) => {
      for (const [key, window] of windows) {
        if (windows.size < maxKeys && window.resetsAt > now) return
        windows.delete(key)
      }
    }
    return {
      hit: (key, windowMillis) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const before = windows.get(key)
          // A clock that was set back must not leave a window open for longer than a window lasts.
          const left = before === undefined ? 0 : before.resetsAt - now
          const open = before !== undefined && left > 0 && left <= windowMillis
          const after = open
            ? { count: before.count + 1, resetsAt: before.resetsAt }
            : { count: 1, resetsAt: now + windowMillis }
          if (!open) {
            windows.delete(key)
            shed(now)
          }
          windows.set(key, after)
          return after
        })
    }
  })
