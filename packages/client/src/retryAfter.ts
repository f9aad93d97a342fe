/** Statuses that mean that a request has had no effect. */
const UNDONE = new Set([429, 503])
/** The answer may be that of a proxy, or the request may have been done before it. */
const IN_DOUBT = new Set([500, 502, 503, 504])
/** A request with the same key is being served. */
const IN_FLIGHT = 409

const FIRST_PAUSE_SECONDS = 0.25
const LONGEST_PAUSE_SECONDS = 30

/** The seconds of a `Retry-After`, which is a number or a date (RFC 9110, 10.2.3); null without one. */
const secondsOf = (header: string | null | undefined, nowMillis: number): number | null => {
  if (header === null || header === undefined) return null
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const until = Date.parse(header)
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - nowMillis) / 1000))
}

/** The `Retry-After` of a 429 or 503 in seconds; null for other responses. */
export const retryAfterOf = (status: number, header: string | null | undefined, nowMillis: number): number | null =>
  UNDONE.has(status) ? secondsOf(header, nowMillis) : null

/** A pause that doubles with each attempt, up to half a minute, and differs by up to a half between clients. */
export const pauseSeconds = (attempt: number, first: number): number =>
  Math.min(first * 2 ** attempt, LONGEST_PAUSE_SECONDS) * (1 + Math.random() / 2)

/** What came back for a request: null for the status if nothing did. */
interface Answer {
  readonly status: number | null
  readonly retryAfter?: string | null | undefined
}

/**
 * The seconds after which to repeat a request, or null to leave it: after the `Retry-After` of a 429 or 503, which has had no
 * effect. One that would do nothing again is also repeated while another with its key is served, and after no response,
 * 500, 502, 503 and 504.
 */
export const pauseAfter = (
  { retryAfter, status }: Answer,
  isRepeatable: boolean,
  attempt: number,
  nowMillis: number
): number | null => {
  const asked = status === null ? null : retryAfterOf(status, retryAfter, nowMillis)
  if (asked !== null || !isRepeatable) return asked
  if (status === IN_FLIGHT) return secondsOf(retryAfter, nowMillis)
  return status === null || IN_DOUBT.has(status) ? pauseSeconds(attempt, FIRST_PAUSE_SECONDS) : null
}

export interface RetryOptions {
  /** How many times a request is retried. Default: 2. */
  readonly retries?: number | undefined
  /** The most seconds that a call waits for retries in all; it fails if the server asks for more. Default: 60. */
  readonly maxWaitSeconds?: number | undefined
}

export const RETRIES = 2
export const MAX_WAIT_SECONDS = 60
