import { Effect, Schema } from "effect"
import { recording, unchanged } from "../change/recording.js"
import { decodeInput } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { listed, PageFields, toSlice } from "../values/Page.js"
import { optional } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { lockWebhook, requireWebhook } from "./requireWebhook.js"
import { DELIVERY_STATUSES, shownDelivery, type WebhookDelivery } from "./WebhookDelivery.js"
import { WebhookDeliveryRepository } from "./WebhookDeliveryRepository.js"

/** One of the statuses of deliveries. */
export const DeliveryStatusInput = Schema.Literal(...DELIVERY_STATUSES).annotations({
  message: () => ({ message: `must be one of ${DELIVERY_STATUSES.join(", ")}`, override: true })
})

/** A page of deliveries of one status; an absent status selects all. */
export const ListDeliveries = Schema.Struct({ status: optional(DeliveryStatusInput), ...PageFields })
export type ListDeliveries = typeof ListDeliveries.Encoded

const decode = decodeInput(ListDeliveries)

/** The deliveries of a webhook, latest changes first. Fails with `InvalidInput`, `NotFound` or `Forbidden`. */
export const listDeliveries = Effect.fnUntraced(function* (id: string, input: ListDeliveries = {}) {
  const { status = null, ...page } = yield* decode(input)
  const webhook = yield* requireWebhook(id)
  const slice = toSlice(page)
  const { items, total } = yield* (yield* WebhookDeliveryRepository).list(webhook.id, status, slice)
  return listed(slice, { items: items.map(shownDelivery), total })
})

/** Positions from 1, as they are in paths. */
const POSITION = /^[1-9]\d{0,14}$/

/** The delivery as it begins again, now. */
const begunAgain = (delivery: WebhookDelivery, at: WebhookDelivery["dueAt"]): WebhookDelivery => ({
  ...delivery,
  status: "pending",
  attempts: 0,
  dueAt: at,
  createdAt: at,
  endedAt: null
})

/**
 * Attempts a delivery again, from the first attempt, whatever became of it; the id of its message stays the same.
 * Fails with `NotFound` for the webhook or the delivery, or `Forbidden`.
 */
export const redeliver = Effect.fnUntraced(function* (id: string, position: string) {
  const deliveries = yield* WebhookDeliveryRepository
  return yield* recording(
    Effect.gen(function* () {
      const webhook = yield* lockWebhook(id)
      const wanted = POSITION.test(position) ? Number(position) : 0
      const delivery = yield* deliveries.find(webhook.id, wanted).pipe(orNotFound("Delivery", position))
      const again = begunAgain(delivery, yield* now)
      yield* deliveries.plan([again])
      return unchanged(shownDelivery(again))
    })
  )
})
