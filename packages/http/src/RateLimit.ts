import { type Access, Rate } from "@boardwright/core"
import { Clock, Effect, Option } from "effect"
import { addressKey } from "./clientKey.js"
import type { RateTier } from "./contract.js"
import { rateLimitHeaders } from "./headers.js"

/** Requests per minute in each tier. */
export interface RateLimits {
  readonly auth: number
  readonly sensitive: number
  readonly general: number
}

/**
 * What the specification has: 5 for sign-in and what sends mail, 10 for mailed links, deletions, imports and
 * invitations, 60 for all other requests.
 */
export const DEFAULT_RATE_LIMITS: RateLimits = { auth: 5, sensitive: 10, general: 60 }

const WINDOW_MILLIS = 60_000

/** What was counted, and whether it was one too many. */
export interface Counted {
  readonly exceeded: boolean
  readonly headers: { readonly [name: string]: string }
}

/** Whom a request counts for. */
export interface Caller {
  readonly tier: Exclude<RateTier, "none">
  readonly endpoint: string
  readonly address: string
  readonly actor: Option.Option<Access.Actor>
}

/** The user who calls, where one does. */
export const userIdOf = (actor: Option.Option<Access.Actor>): string | null =>
  Option.isSome(actor) && actor.value._tag === "User" ? actor.value.userId : null

const keyOf = ({ actor, address, endpoint, tier }: Caller, anonymous: boolean): string => {
  const user = userIdOf(actor)
  if (anonymous && tier !== "general") return `${tier}:${endpoint}:${addressKey(address)}`
  return user === null ? `${tier}:address:${addressKey(address)}` : `${tier}:user:${user}`
}

/**
 * Counts a request in its one tier, in fixed windows of a minute that begin with the first request. `anonymous` says
 * that the endpoint knows no session: it counts by address and by itself.
 */
export const countRequest = Effect.fnUntraced(function* (limits: RateLimits, caller: Caller, anonymous: boolean) {
  const counts = yield* Rate.RateCounts
  const limit = limits[caller.tier]
  const { count, resetsAt } = yield* counts.hit(keyOf(caller, anonymous), WINDOW_MILLIS)
  const headers = rateLimitHeaders(limit, Math.max(0, limit - count), resetsAt)
  if (count <= limit) return { exceeded: false, headers } satisfies Counted
  const now = yield* Clock.currentTimeMillis
  headers["retry-after"] = String(Math.max(1, Math.ceil((resetsAt - now) / 1000)))
  return { exceeded: true, headers } satisfies Counted
})
