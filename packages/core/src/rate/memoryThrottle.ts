import { Clock, Effect, Layer } from "effect"
import { Throttle, type ThrottleRule } from "./Throttle.js"
import { MAX_KEYS, RateWindows } from "./RateWindows.js"

interface Use {
  readonly count: number
  /** 0 if the key is not blocked. */
  readonly blockedUntil: number
  readonly resetsAt: number
}

const used = (before: Use | undefined, now: number, { limit, wait, windowMillis }: ThrottleRule): Use => {
  const count = (before?.count ?? 0) + 1
  const resetsAt = before?.resetsAt ?? now + windowMillis
  if (count < limit) return { count, blockedUntil: 0, resetsAt }
  if (wait === null) return { count, blockedUntil: resetsAt, resetsAt }
  const blockedUntil = now + Math.min(wait.longestMillis, wait.firstMillis * 2 ** (count - limit))
  return { count, blockedUntil, resetsAt: blockedUntil + windowMillis }
}

/** Throttles in the memory of one process, which is exact if only one process serves. */
export const memoryThrottle = (maxKeys = MAX_KEYS): Layer.Layer<Throttle> =>
  Layer.sync(Throttle, () => {
    const windows = new RateWindows<Use>(maxKeys)
    return {
      consume: (key, rule) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const before = windows.open(key, now, rule.windowMillis + (rule.wait?.longestMillis ?? 0))
          if (before !== undefined && before.blockedUntil > now) return before.blockedUntil
          windows.begin(key, now, used(before, now, rule))
          return null
        }),
      refund: (key) =>
        Effect.sync(() =>
          windows.update(key, (use) => ({ ...use, count: Math.max(0, use.count - 1), blockedUntil: 0 }))
        ),
      reset: (key) => Effect.sync(() => windows.end(key))
    }
  })
