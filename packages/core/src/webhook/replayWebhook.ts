import { Duration, Effect, Schema } from "effect"
import { ChangeRepository, type FeedHead } from "../change/ChangeRepository.js"
import { recording, unchanged } from "../change/recording.js"
import { Instant } from "../values/Instant.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { optional } from "../values/Text.js"
import { fromMillis, LAST_MILLIS, type Timestamp, toMillis } from "../values/Timestamp.js"
import { lockWebhook, requireWebhook } from "./requireWebhook.js"
import type { PositionRange } from "./Webhook.js"
import { WebhookRepository } from "./WebhookRepository.js"

/** The times of the changes to deliver again. `until`: absent for now. */
export const ReplayWebhook = Schema.Struct({ since: Instant, until: optional(Instant) })
export type ReplayWebhook = typeof ReplayWebhook.Encoded

const decode = decodeInput(ReplayWebhook)

/** A change gets its time before its position, so positions are in the order of times but for this much. */
const DISORDER = Duration.toMillis(Duration.minutes(1))

/** The position before the first change that was made at or after the instant, by halving: positions have no gaps. */
const positionBefore = Effect.fnUntraced(function* ({ position, start }: FeedHead, instant: Timestamp) {
  const changes = yield* ChangeRepository
  let [low, high] = [start, position]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const { changes: found } = yield* changes.list(middle, {}, null, 1)
    if (found[0] !== undefined && found[0].at < instant) low = middle + 1
    else high = middle
  }
  return low
})

const merged = (range: PositionRange, other: PositionRange | null): PositionRange =>
  other === null ? range : { from: Math.min(range.from, other.from), until: Math.max(range.until, other.until) }

/**
 * Delivers the changes of a time again, with the same ids of messages: those that the webhook selects now and its creator
 * may read now, and some of the minute before and after. Fails with `InvalidInput`, `NotFound` or `Forbidden`.
 */
export const replayWebhook = Effect.fnUntraced(function* (id: string, input: ReplayWebhook) {
  const webhooks = yield* WebhookRepository
  const changes = yield* ChangeRepository
  const { since, until } = yield* decode(input)
  if (until !== undefined && until < since) return yield* invalid(["until"], "must not be before since")
  yield* requireWebhook(id)
  const head = yield* changes.place
  const shifted = (instant: Timestamp, millis: number) =>
    fromMillis(Math.min(Math.max(0, toMillis(instant) + millis), LAST_MILLIS))
  const range: PositionRange = {
    from: yield* positionBefore(head, shifted(since, -DISORDER)),
    until: until === undefined ? head.position : yield* positionBefore(head, shifted(until, DISORDER))
  }
  yield* recording(
    Effect.gen(function* () {
      const webhook = yield* lockWebhook(id)
      if (range.from < range.until) yield* webhooks.replace({ ...webhook, replay: merged(range, webhook.replay) })
      return unchanged(undefined)
    })
  )
})
