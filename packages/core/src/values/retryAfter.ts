/** The seconds of a `Retry-After`, which is a number or a date (RFC 9110, 10.2.3); null without one. */
export const readRetryAfter = (header: string | undefined, nowMillis: number): number | null => {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const until = Date.parse(header)
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - nowMillis) / 1000))
}
