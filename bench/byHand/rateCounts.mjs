import { TOO_MANY_REQUESTS } from "./Refusal.mjs"

const WINDOW_MILLIS = 60_000

/** Counts requests in fixed windows of a minute, in memory. */
export const memoryCounts = () => {
  const windows = new Map()
  setInterval(() => {
    const now = Date.now()
    for (const [key, { resetsAt }] of windows) if (resetsAt <= now) windows.delete(key)
  }, WINDOW_MILLIS).unref()
  return (key) => {
    const now = Date.now()
    let window = windows.get(key)
    if (window === undefined || window.resetsAt <= now) {
      window = { count: 0, resetsAt: now + WINDOW_MILLIS }
      windows.set(key, window)
    }
    window.count++
    return window
  }
}

/** The three headers of a count, or the refusal of one too many. */
export const rateHeaders = ({ count, resetsAt }, limit) => {
  if (count > limit) throw TOO_MANY_REQUESTS
  return {
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(limit - count),
    "X-RateLimit-Reset": new Date(resetsAt).toISOString()
  }
}
