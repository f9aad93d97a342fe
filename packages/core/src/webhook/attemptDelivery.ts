import { Clock, Duration, Effect, Either, identity, Option, Random } from "effect"
import { AccountRepository } from "../account/AccountRepository.js"
import { normalizeEmail } from "../account/Email.js"
import { ChangeRepository } from "../change/ChangeRepository.js"
import { recorded, recordingUnrefused, unchanged } from "../change/recording.js"
import { CurrentMetrics } from "../metric/index.js"
import { requestMail } from "../ports/MailQueue.js"
import type { WebhookOutcome } from "../ports/WebhookSender.js"
import { fromMillis, now, type Timestamp, toMillis } from "../values/Timestamp.js"
import { sendMessage } from "./sendMessage.js"
import { filterOf, statusChange } from "./takeDeliveries.js"
import { DISABLED_AFTER, type DisabledReason, type StoredWebhook, type WebhookId } from "./Webhook.js"
import { messageId, type WebhookDelivery } from "./WebhookDelivery.js"
import { WebhookDeliveryRepository } from "./WebhookDeliveryRepository.js"
import { webhookBody, webhookMessage } from "./webhookMessage.js"
import { WebhookRepository } from "./WebhookRepository.js"

/** The pauses after each failed attempt but the last, in milliseconds, before up to a tenth is added. */
const PAUSES: ReadonlyArray<number> = [
  Duration.seconds(5),
  Duration.minutes(5),
  Duration.minutes(30),
  Duration.hours(2),
  Duration.hours(5),
  Duration.hours(10),
  Duration.hours(14),
  Duration.hours(20),
  Duration.hours(24)
].map(Duration.toMillis)

/** The longest pause that a receiver may ask for, in milliseconds. */
const LONGEST_RETRY_AFTER = Duration.toMillis("24 hours")

/** The pause while the secret of a webhook cannot be decrypted, in milliseconds. */
const WITHOUT_KEY = Duration.toMillis("1 minute")

const GONE = 410

/** The pause before the next attempt, or null if none is left. `Retry-After` lengthens it, never shortens it. */
const pauseAfter = Effect.fnUntraced(function* (attempts: number, { retryAfter }: WebhookOutcome) {
  const pause = PAUSES[attempts - 1]
  if (pause === undefined) return null
  const jittered = pause * (yield* Random.nextRange(1, 1.1))
  return Math.max(jittered, Math.min(retryAfter ?? 0, LONGEST_RETRY_AFTER))
})

/** The delivery after an attempt. */
const attempted = Effect.fnUntraced(function* (delivery: WebhookDelivery, outcome: WebhookOutcome) {
  const at = yield* Clock.currentTimeMillis
  const attempts = delivery.attempts + 1
  const result = { ...delivery, attempts, lastStatus: outcome.status, lastFailure: outcome.failure }
  const pause = outcome.failure === null || outcome.status === GONE ? null : yield* pauseAfter(attempts, outcome)
  if (pause !== null) return { ...result, dueAt: fromMillis(at + Math.ceil(pause)) }
  return { ...result, status: outcome.failure === null ? "delivered" : "failed", endedAt: fromMillis(at) } as const
})

/**
 * The webhook after an attempt of the delivery, disabled if its receiver is gone or has failed for `DISABLED_AFTER`; the same
 * object if nothing changes.
 */
const after = (
  webhook: StoredWebhook,
  { attempts }: WebhookDelivery,
  { failure, status }: WebhookOutcome,
  at: Timestamp
): StoredWebhook => {
  if (failure === null) return webhook.failingSince === null ? webhook : { ...webhook, failingSince: null }
  const failingSince = webhook.failingSince ?? at
  // Before the first attempt there may have been nothing to deliver for long.
  const isOver = attempts > 1 && toMillis(at) - toMillis(failingSince) >= Duration.toMillis(DISABLED_AFTER)
  const reason: DisabledReason | null = status === GONE ? "gone" : isOver ? "failing" : null
  if (reason === null || webhook.status === "disabled") {
    return failingSince === webhook.failingSince ? webhook : { ...webhook, failingSince }
  }
  return { ...webhook, failingSince, status: "disabled", disabledReason: reason, checkAt: null }
}

/** Queues the mail to the creator of a webhook that delivery disabled. A user of the host has no address here. */
const notifyCreator = Effect.fnUntraced(function* ({ creatorId, id }: StoredWebhook) {
  const creator = yield* (yield* AccountRepository).find(creatorId)
  if (Option.isSome(creator)) yield* requestMail("webhookDisabled", normalizeEmail(creator.value.email), id)
})

/** The webhook while no key decrypts its secret; the same object if nothing changes. */
const withoutSecret = (webhook: StoredWebhook, at: Timestamp): StoredWebhook =>
  webhook.failingSince === null ? { ...webhook, failingSince: at } : webhook

/**
 * Stores a delivery, and the webhook as `change` returns it, unless the lease was lost. Queues the mail about a webhook that
 * this disables.
 */
const store = Effect.fnUntraced(function* (
  webhookId: WebhookId,
  delivery: WebhookDelivery,
  leaseUntil: Timestamp,
  change: (webhook: StoredWebhook, at: Timestamp) => StoredWebhook
) {
  const webhooks = yield* WebhookRepository
  const deliveries = yield* WebhookDeliveryRepository
  const at = yield* now
  yield* recordingUnrefused(
    Effect.gen(function* () {
      const found = yield* webhooks.lock(webhookId)
      const isMine = yield* deliveries.finish(delivery, leaseUntil)
      if (!isMine || Option.isNone(found)) return unchanged(undefined)
      const before = found.value
      const webhook = change(before, at)
      if (webhook === before) return unchanged(undefined)
      yield* webhooks.replace(webhook)
      if (webhook.status === before.status) return unchanged(undefined)
      yield* notifyCreator(webhook)
      return recorded(undefined, statusChange(before, webhook))
    })
  )
})

/** The change of a delivery, if the webhook selects it and its creator may read it now. */
const readChange = Effect.fnUntraced(function* (webhook: StoredWebhook, { position, type }: WebhookDelivery) {
  const changes = yield* ChangeRepository
  const { boardId, types, workspaceId } = filterOf(webhook)
  // The query has no types, by which it would look for the next change of one of them.
  if (types?.includes(type) === false) return Option.none()
  const page = yield* changes.list(position - 1, { boardId, workspaceId }, webhook.creatorId, 1)
  return Option.filter(Option.fromNullable(page.changes[0]), (change) => change.position === position)
})

/**
 * Sends a delivery that the caller holds a lease of, and stores the result: delivered, to be attempted again after a pause,
 * or failed. A change that the webhook no longer selects, or its creator may not read now, is not sent. Acts as the operator.
 */
export const attemptDelivery = Effect.fnUntraced(function* (
  webhook: StoredWebhook,
  delivery: WebhookDelivery,
  leaseUntil: Timestamp
) {
  const change = yield* readChange(webhook, delivery)
  if (Option.isNone(change)) {
    const unreadable = { ...delivery, status: "failed", lastFailure: "unreadable", endedAt: yield* now } as const
    return yield* store(webhook.id, unreadable, leaseUntil, identity)
  }
  const message = yield* Effect.either(webhookMessage(webhook, messageId(delivery), webhookBody(change.value)))
  if (Either.isLeft(message)) {
    yield* Effect.logError(
      "a webhook cannot be delivered: its secret cannot be decrypted with the configured keys"
    ).pipe(Effect.annotateLogs({ webhook: webhook.id }))
    const later = { ...delivery, dueAt: fromMillis((yield* Clock.currentTimeMillis) + WITHOUT_KEY) }
    return yield* store(webhook.id, later, leaseUntil, withoutSecret)
  }
  const outcome = yield* sendMessage(message.right)
  const metrics = yield* CurrentMetrics
  metrics?.webhookAttempts.of(outcome.failure ?? "delivered").add()
  const done = yield* attempted(delivery, outcome)
  yield* store(webhook.id, done, leaseUntil, (before, at) => after(before, done, outcome, at))
})
