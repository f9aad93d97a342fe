import { type Access, Rate } from "@boardwright/core"
import { Clock, Effect, Option } from "effect"
import { addressKey } from "./clientAddress.js"
import type { RateTier } from "./apiParts.js"
import { rateLimitHeaders } from "./headers.js"

/** Requests per minute in each tier. */
export interface RateLimits {
  readonly auth: number
  readonly sensitive: number
  readonly general: number
}

/**
 * The specification's limits: 5 for sign-in and requests that send mail, 10 for mailed links, deletions, imports and
 * invitations, 60 for all other requests.
 */
export const DEFAULT_RATE_LIMITS: RateLimits = { auth: 5, sensitive: 10, general: 60 }

const WINDOW_MILLIS = 60_000

/** A request to count, and its caller. */
export interface Caller {
  readonly tier: Exclude<RateTier, "none">
  readonly endpoint: string
  readonly address: string
  readonly actor: Option.Option<Access.Actor>
}

/** The id of the user who calls; null for other callers. */
export const userIdOf = (actor: Option.Option<Access.Actor>): string | null =>
  Option.isSome(actor) && actor.value._tag === "User" ? actor.value.userId : null

const keyOf = ({ actor, address, endpoint, tier }: Caller, anonymous: boolean): string => {
  const user = userIdOf(actor)
  if (anonymous && tier !== "general") return `${tier}:${endpoint}:${addressKey(address)}`
  return user === null ? `${tier}:address:${addressKey(address)}` : `${tier}:user:${user}`
}

/**
 * Counts a request in its tier, in fixed windows of a minute that begin with the first request. `anonymous` is true for
 * endpoints without a session, which count by address and each on its own. One that costs as much as several counts as these,
 * or not at all if that is past the limit. Returns the failure then.
 */
export const countRequest = Effect.fnUntraced(function* (
  limits: RateLimits,
  caller: Caller,
  anonymous: boolean,
  cost = 1
) {
  const counts = yield* Rate.RateCounts
  const limit = limits[caller.tier]
  const hit = (cost: number) => counts.hit(keyOf(caller, anonymous), WINDOW_MILLIS, cost)
  const { count, resetsAt } = yield* hit(cost)
  if (count <= limit) return { exceeded: null, headers: rateLimitHeaders(limit, limit - count, resetsAt) }
  // Smaller requests may still fit.
  const remaining = Math.max(0, limit - (cost > 1 ? (yield* hit(-cost)).count : count))
  const headers = rateLimitHeaders(limit, remaining, resetsAt)
  const retryAfterSeconds = Math.max(1, Math.ceil((resetsAt - (yield* Clock.currentTimeMillis)) / 1000))
  headers["retry-after"] = String(retryAfterSeconds)
  return { exceeded: { limit, remaining, resetsAt, retryAfterSeconds }, headers }
})
