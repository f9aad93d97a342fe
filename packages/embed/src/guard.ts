import { Facade } from "@boardwright/core"
import type { Middleware } from "@boardwright/http"
import { Effect } from "effect"
import type { InFlight } from "./InFlight.js"

const code = "Closed"
const CLOSED = {
  status: Facade.STATUSES[code],
  headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", "retry-after": "1" },
  body: JSON.stringify({ error: "Service unavailable", code, message: "This Boardwright is closed", details: [] })
}

/** What of a path comes before `/api/`, where it is not what we were told. */
const strangePrefix = (path: string, basePath: string): string | null => {
  const at = path.indexOf("/api/")
  return at > 0 && !path.startsWith(`${basePath}/api/`) ? path.slice(0, at) : null
}

/** Counts requests, answers those after closing with 503, and says once when requests come in under another path. */
export const guard = (inFlight: InFlight, basePath: string): Middleware => {
  let hasHinted = false
  return ({ path }, serve) => {
    if (inFlight.isClosed) return Effect.succeed(CLOSED)
    const prefix = hasHinted ? null : strangePrefix(path, basePath)
    if (prefix === null) return inFlight.track(serve)
    hasHinted = true
    const hint = `requests come in under ${prefix}: if Boardwright is mounted there, give it basePath: "${prefix}"`
    return inFlight.track(Effect.zipRight(Effect.logWarning(hint), serve))
  }
}
