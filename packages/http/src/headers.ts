/** Headers by their lower-case names. */
export type Headers = { readonly [name: string]: string }

/** The headers of every response. */
export const SECURITY_HEADERS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'"
} as const

/** The headers of JSON, which caches must not store. */
export const JSON_HEADERS = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" } as const

/** The request headers that pages of other origins may send. */
const ALLOWED = [
  ...["Authorization", "Content-Type", "Idempotency-Key", "If-None-Match", "Last-Event-ID"],
  ...["Mcp-Protocol-Version", "Traceparent", "X-Request-Id"]
].join(", ")

/** The response headers that pages of other origins may read. */
const EXPOSED = [
  ...["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After", "X-Request-Id"],
  ...["ETag", "X-Change-Cursor", "Idempotency-Replayed", "X-Ignored-Parameters"]
].join(", ")

/** Merges headers; later ones win. Spreading this many names takes ten times as long. */
export const joined = (...headers: ReadonlyArray<Headers>): Headers => Object.assign({}, ...headers)

/** `resetsAt` is when the window or the wait ends, in milliseconds since 1970. */
export const rateLimitHeaders = (limit: number, remaining: number, resetsAt: number): Record<string, string> => ({
  "x-ratelimit-limit": String(limit),
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": new Date(resetsAt).toISOString()
})

/**
 * The CORS headers for a request from `origin`; no origin outside `allowed` may read the response. `varied` is what the
 * response already varies by.
 */
export const corsHeaders = (origin: string | undefined, allowed: ReadonlySet<string>, varied?: string): Headers => {
  if (allowed.size === 0) return {}
  const vary = varied === undefined ? "Origin" : `${varied}, Origin`
  if (origin === undefined || !allowed.has(origin)) return { vary }
  return { vary, "access-control-allow-origin": origin, "access-control-expose-headers": EXPOSED }
}

/** The headers that answer a preflight request for a path with these methods. */
export const preflightHeaders = (methods: ReadonlyArray<string>): Headers => ({
  allow: [...methods, "OPTIONS"].join(", "),
  "access-control-allow-methods": methods.join(", "),
  "access-control-allow-headers": ALLOWED,
  "access-control-max-age": "600"
})
