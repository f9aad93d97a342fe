import { Duration, Effect, Schema } from "effect"
import { requireOperator } from "../access/Actor.js"
import { type ListedSecurityEvent, SECURITY_EVENT_TYPES, SecurityEventRepository } from "../security/SecurityEvent.js"
import { inSteps } from "../values/inSteps.js"
import { decodeInput } from "../values/InvalidInput.js"
import { Instant } from "../values/Instant.js"
import { listed, PageFields, PageInput, toSlice } from "../values/Page.js"
import { optional, text } from "../values/Text.js"
import { ago } from "../values/Timestamp.js"
import { loadAccount } from "./administerAccounts.js"
import { ownAccount } from "./getProfile.js"
import { UserId } from "./User.js"

/** For how long events are kept. */
export const SECURITY_EVENTS_KEPT = Duration.days(180)

/** An event as the user of the account sees it. */
export type OwnSecurityEvent = Omit<ListedSecurityEvent, "userId" | "email" | "actorName">

/** The event as the user sees it. `actorId` names nobody but the user: it must not show who is on a board that the user has left. */
export const ownEvent = (
  { actorId, actorName: _, email: __, userId: ___, ...event }: ListedSecurityEvent,
  userId: UserId
): OwnSecurityEvent => ({ ...event, actorId: actorId === userId ? userId : null })

const decodePage = decodeInput(PageInput)

/**
 * The security log of the acting user's own account, latest first. Fails with `InvalidInput`, `Forbidden` for the operator, or
 * `Unauthenticated` when there is no account, as in a host with its own users.
 */
export const listOwnSecurityEvents = Effect.fnUntraced(function* (input: PageInput = {}) {
  const events = yield* SecurityEventRepository
  const slice = toSlice(yield* decodePage(input))
  const { id: userId } = yield* ownAccount
  const { items, total } = yield* events.list({ userId }, slice)
  return listed(slice, { items: items.map((event) => ownEvent(event, userId)), total })
})

/** `user` (id or address), `type` and `since` (an ISO 8601 date or time) narrow the list; and which page. */
export const ListSecurityEvents = Schema.Struct({
  user: optional(text(320)),
  type: optional(
    Schema.Literal(...SECURITY_EVENT_TYPES).annotations({
      message: () => ({ message: `must be one of ${SECURITY_EVENT_TYPES.join(", ")}`, override: true })
    })
  ),
  since: optional(Instant),
  ...PageFields
})
export type ListSecurityEvents = typeof ListSecurityEvents.Encoded

const decodeFilter = decodeInput(ListSecurityEvents)

/**
 * The security logs of all accounts, latest first. Events of an account that was deleted are found by its id. For the operator.
 * Fails with `Forbidden`, `InvalidInput` or `NotFound`.
 */
export const listSecurityEvents = Effect.fnUntraced(function* (input: ListSecurityEvents = {}) {
  yield* requireOperator("read security logs")
  const events = yield* SecurityEventRepository
  const { since, type, user, ...page } = yield* decodeFilter(input)
  const slice = toSlice(page)
  const idOf = (user: string) =>
    user.includes("@") ? Effect.map(loadAccount(user), ({ id }) => id) : Effect.succeed(UserId.make(user))
  const userId = user === undefined ? undefined : yield* idOf(user)
  return listed(slice, yield* events.list({ userId, type, since }, slice))
})

/** Removes events that are older than `SECURITY_EVENTS_KEPT`, in small steps. */
export const removeOldSecurityEvents = Effect.gen(function* () {
  const events = yield* SecurityEventRepository
  const before = yield* ago(SECURITY_EVENTS_KEPT)
  yield* inSteps((most) => events.removeBefore(before, most))
})
