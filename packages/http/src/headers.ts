/** The headers that every response carries, whatever it is. */
export const SECURITY_HEADERS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'"
} as const

/** JSON that no cache keeps. */
export const JSON_HEADERS = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" } as const

const EXPOSED = "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Request-Id"

type Headers = { readonly [name: string]: string }

/** Headers in one, of which later ones win: spreading so many names takes ten times as long, for every response. */
export const joined = (...headers: ReadonlyArray<Headers>): Headers => Object.assign({}, ...headers)

/** What a limit allows, what is left of it, and when its window or wait ends, in milliseconds since 1970. */
export const rateLimitHeaders = (limit: number, remaining: number, resetsAt: number): Record<string, string> => ({
  "x-ratelimit-limit": String(limit),
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": new Date(resetsAt).toISOString()
})

/**
 * What lets a front end of another origin read the response; nothing for origins that are not listed. `varied`: what the
 * response varies by already.
 */
export const corsHeaders = (origin: string | undefined, allowed: ReadonlySet<string>, varied?: string): Headers => {
  if (allowed.size === 0) return {}
  const vary = varied === undefined ? "Origin" : `${varied}, Origin`
  if (origin === undefined || !allowed.has(origin)) return { vary }
  return { vary, "access-control-allow-origin": origin, "access-control-expose-headers": EXPOSED }
}

/** What answers a preflight: the methods of the path, and the headers our requests carry. */
export const preflightHeaders = (methods: ReadonlyArray<string>): Headers => ({
  allow: [...methods, "OPTIONS"].join(", "),
  "access-control-allow-methods": methods.join(", "),
  "access-control-allow-headers": "Authorization, Content-Type",
  "access-control-max-age": "600"
})
