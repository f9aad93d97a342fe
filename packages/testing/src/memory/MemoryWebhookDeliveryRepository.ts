import { type Values, Webhook } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { type MemoryState, put, type QueuedDelivery, requireParent, without } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { pageOf, sortedBy } from "./order.js"

const keyOf = ({ position, webhookId }: Pick<Webhook.WebhookDelivery, "position" | "webhookId">): string =>
  `${webhookId} ${position}`

const plan = (state: MemoryState, planned: ReadonlyArray<Webhook.WebhookDelivery>): MemoryState => {
  const deliveries = new Map(state.deliveries)
  for (const delivery of planned) {
    requireParent(state.webhooks, delivery.webhookId, "webhook")
    const before = deliveries.get(keyOf(delivery))
    const { lastFailure, lastStatus } = before?.delivery ?? delivery
    deliveries.set(keyOf(delivery), {
      delivery: { ...delivery, lastFailure, lastStatus },
      leasedUntil: before?.leasedUntil ?? null
    })
  }
  return { ...state, deliveries }
}

const ofWebhook = ({ deliveries }: MemoryState, webhookId: Webhook.WebhookId): ReadonlyArray<QueuedDelivery> =>
  [...deliveries.values()]
    .filter(({ delivery }) => delivery.webhookId === webhookId)
    .toSorted((a, b) => a.delivery.position - b.delivery.position)

const claim = (
  state: MemoryState,
  webhookId: Webhook.WebhookId,
  at: Values.Timestamp.Timestamp,
  leasedUntil: Values.Timestamp.Timestamp
): readonly [ReadonlyArray<Webhook.WebhookDelivery>, MemoryState] => {
  const pending = ofWebhook(state, webhookId).filter(({ delivery }) => delivery.status === "pending")
  const isFree = (queued: QueuedDelivery) => queued.leasedUntil === null || queued.leasedUntil <= at
  const leased = pending.filter((queued) => !isFree(queued)).length
  const due = pending.filter((queued) => isFree(queued) && queued.delivery.dueAt <= at)
  const claimed = due.slice(0, Math.max(0, Webhook.MAX_AT_ONCE - leased)).map(({ delivery }) => delivery)
  if (claimed.length === 0) return [claimed, state]
  const deliveries = new Map(state.deliveries)
  for (const delivery of claimed) deliveries.set(keyOf(delivery), { delivery, leasedUntil })
  return [claimed, { ...state, deliveries }]
}

const finish = (
  state: MemoryState,
  result: Webhook.WebhookDelivery,
  leaseUntil: Values.Timestamp.Timestamp
): readonly [boolean, MemoryState] => {
  const queued = state.deliveries.get(keyOf(result))
  if (queued === undefined || queued.leasedUntil !== leaseUntil) return [false, state]
  const { changeId, createdAt, type } = queued.delivery
  const delivery = { ...result, changeId, createdAt, type }
  return [true, { ...state, deliveries: put(state.deliveries, keyOf(result), { delivery, leasedUntil: null }) }]
}

const removeEndedBefore = (
  state: MemoryState,
  at: Values.Timestamp.Timestamp,
  limit: number
): readonly [number, MemoryState] => {
  const all = [...state.deliveries.values()].map(({ delivery }) => delivery)
  const ended = all.filter(({ endedAt }) => endedAt !== null && endedAt < at)
  const gone = new Set(sortedBy(ended, ({ endedAt }) => [endedAt ?? ""]).slice(0, limit))
  return [gone.size, { ...state, deliveries: without(state.deliveries, ({ delivery }) => gone.has(delivery)) }]
}

export const layer: Layer.Layer<Webhook.WebhookDeliveryRepository, never, MemoryStore> = Layer.effect(
  Webhook.WebhookDeliveryRepository,
  Effect.map(MemoryStore, (store) => ({
    plan: (deliveries) => MemoryStore.update(store, (state) => plan(state, deliveries)),
    claim: (webhookId, at, leaseUntil) => store.change((state) => claim(state, webhookId, at, leaseUntil)),
    finish: (delivery, leaseUntil) => store.change((state) => finish(state, delivery, leaseUntil)),
    find: (webhookId, position) =>
      store.read(({ deliveries }) =>
        Option.map(Option.fromNullable(deliveries.get(keyOf({ webhookId, position }))), ({ delivery }) => delivery)
      ),
    list: (webhookId, status, slice) =>
      store.read((state) => {
        const all = ofWebhook(state, webhookId).map(({ delivery }) => delivery)
        return pageOf(all.filter((delivery) => status === null || delivery.status === status).toReversed(), slice)
      }),
    removeEndedBefore: (at, limit) => store.change((state) => removeEndedBefore(state, at, limit))
  }))
)
