import { Duration, Effect } from "effect"
import { actingUser } from "../access/Actor.js"
import { Ids } from "../ports/Ids.js"
import type { UserId } from "../values/ids.js"
import { fromMillis, now, toMillis } from "../values/Timestamp.js"
import { CurrentClient, CurrentUserAgent, storableName } from "./CurrentClient.js"
import { type SecurityEventDetail, SecurityEventRepository, type SecurityEventType } from "./SecurityEvent.js"

/** Most events of a type that an account gets within 24 hours. Further ones are not recorded. */
export const MAX_DAILY_EVENTS = 1000
/** The same for events that anyone can cause. */
export const MAX_DAILY_STRANGERS = 100

/** Events that happen without a known actor. */
const BY_ANYONE: ReadonlySet<SecurityEventType> = new Set(["signIn.failed", "password.resetRequested"])

const storable = (detail: SecurityEventDetail): SecurityEventDetail =>
  Object.fromEntries(Object.entries(detail).map(([fact, value]) => [fact, storableName(value)]))

/**
 * Records what a user (null: unknown) did in the security log of an account, as part of the transaction of what happened, and
 * returns the event's id. Users without an account, as those of a host, have no log.
 */
export const recordSecurityEventBy = Effect.fnUntraced(function* (
  actorId: UserId | null,
  type: SecurityEventType,
  userId: UserId,
  subjectId: string | null = null,
  detail: SecurityEventDetail = {}
) {
  const events = yield* SecurityEventRepository
  const [id, at] = [yield* (yield* Ids).next, yield* now]
  const client = storableName(yield* CurrentClient)
  const userAgent = storableName(yield* CurrentUserAgent)
  yield* events.insert(
    { id, at, type, userId, actorId, subjectId, client, userAgent, detail: storable(detail) },
    BY_ANYONE.has(type) ? MAX_DAILY_STRANGERS : MAX_DAILY_EVENTS,
    fromMillis(toMillis(at) - Duration.toMillis("1 day"))
  )
  return id
})

/** Records what the account's user did, who signs in, signs up or follows a mailed link and is no actor yet. */
export const recordOwnSecurityEvent = (
  type: SecurityEventType,
  userId: UserId,
  subjectId: string | null = null,
  detail: SecurityEventDetail = {}
) => recordSecurityEventBy(userId, type, userId, subjectId, detail)

/** Records what the actor did. */
export const recordSecurityEvent = (
  type: SecurityEventType,
  userId: UserId,
  subjectId: string | null = null,
  detail: SecurityEventDetail = {}
) => Effect.flatMap(actingUser, (actorId) => recordSecurityEventBy(actorId, type, userId, subjectId, detail))

/** The role of a user before and after; null for none. */
interface RoleChange {
  readonly userId: UserId
  readonly of: "board" | "workspace"
  readonly id: string
  readonly from: string | null
  readonly to: string | null
}

/** Records that a user has another role on a board or in a workspace, as part of the transaction that changes it. */
export const recordRole = ({ from, id, of, to, userId }: RoleChange) =>
  recordSecurityEvent("role.changed", userId, id, { of, from, to })
