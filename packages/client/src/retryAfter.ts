/** Statuses that mean that a request has had no effect. */
const UNDONE = new Set([429, 503])

/** The seconds of a `Retry-After`, which is a number or a date (RFC 9110, 10.2.3); null without one. */
export const secondsOf = (header: string | null | undefined, nowMillis: number): number | null => {
  if (header === null || header === undefined) return null
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const until = Date.parse(header)
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - nowMillis) / 1000))
}

/** The `Retry-After` of a 429 or 503 in seconds; null for other responses. */
export const retryAfterOf = (status: number, header: string | null | undefined, nowMillis: number): number | null =>
  UNDONE.has(status) ? secondsOf(header, nowMillis) : null

export interface RetryOptions {
  /** How many times a request is retried. Default: 2. */
  readonly retries?: number | undefined
  /** The most seconds that a call waits for retries in all; it fails if the server asks for more. Default: 60. */
  readonly maxWaitSeconds?: number | undefined
}

export const RETRIES = 2
export const MAX_WAIT_SECONDS = 60
