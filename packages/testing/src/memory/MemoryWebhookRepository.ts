import { type Values, Webhook } from "@boardwright/core"
import { Effect, Layer, Option } from "effect"
import { withoutWebhooks } from "./cascade.js"
import {
  insertAll,
  isHeld,
  type MemoryState,
  put,
  type QueuedDelivery,
  removing,
  requireParent,
  without
} from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { byCreation } from "./order.js"

const insert = (state: MemoryState, webhook: Webhook.StoredWebhook): MemoryState => {
  requireParent(state.workspaces, webhook.workspaceId, "workspace")
  if (webhook.boardId !== null) requireParent(state.boards, webhook.boardId, "board")
  return { ...state, webhooks: insertAll(state.webhooks, [webhook]) }
}

const replace = (state: MemoryState, webhook: Webhook.StoredWebhook): MemoryState => {
  const stored = state.webhooks.get(webhook.id)
  if (stored === undefined) return state
  const { boardId, createdAt, workspaceId } = stored
  const after = { ...webhook, workspaceId, boardId, createdAt }
  return { ...state, webhooks: put(state.webhooks, webhook.id, after) }
}

const isLeased = ({ leasedUntil }: QueuedDelivery, at: Values.Timestamp.Timestamp): boolean =>
  leasedUntil !== null && leasedUntil > at

/** The position of the first change of the webhook's place that it has not planned, or null. */
const nextNeeded = ({ feed }: MemoryState, { boardId, position }: Webhook.StoredWebhook): number | null =>
  boardId === null
    ? position + 1
    : (feed.changes.find((change) => change.boardId === boardId && change.position > position)?.position ?? null)

const pendingOf = ({ deliveries }: MemoryState, { id }: Webhook.StoredWebhook): ReadonlyArray<QueuedDelivery> =>
  [...deliveries.values()].filter(({ delivery }) => delivery.webhookId === id && delivery.status === "pending")

/** The positions of the first change that the webhook needs of each kind: unplanned, of a replay, and those of pending deliveries. */
const allNeeded = (state: MemoryState, webhook: Webhook.StoredWebhook): ReadonlyArray<number> => [
  ...pendingOf(state, webhook).map(({ delivery }) => delivery.position),
  ...[nextNeeded(state, webhook), webhook.replay === null ? null : webhook.replay.from + 1].flatMap(
    (each) => each ?? []
  )
]

const hasWork =
  (state: MemoryState, at: Values.Timestamp.Timestamp, position: number) =>
  (webhook: Webhook.StoredWebhook): boolean => {
    const { checkAt, replay, status } = webhook
    const pending = pendingOf(state, webhook)
    const leased = pending.filter((queued) => isLeased(queued, at))
    if (status === "disabled" || (checkAt !== null && checkAt > at) || leased.length >= Webhook.MAX_AT_ONCE)
      return false
    const next = nextNeeded(state, webhook)
    const isDue = pending.some((queued) => queued.delivery.dueAt <= at && !isLeased(queued, at))
    return replay !== null || (next !== null && next <= position) || isDue
  }

export const layer: Layer.Layer<Webhook.WebhookRepository, never, MemoryStore> = Layer.effect(
  Webhook.WebhookRepository,
  Effect.map(MemoryStore, (store) => {
    const find = (id: Webhook.WebhookId) => store.read(({ webhooks }) => Option.fromNullable(webhooks.get(id)))
    const enabled = ({ webhooks }: MemoryState) => [...webhooks.values()].filter(({ status }) => status !== "disabled")
    return {
      insert: (webhook) => MemoryStore.update(store, (state) => insert(state, webhook)),
      find,
      lock: find,
      list: (place) =>
        store.read(({ webhooks }) =>
          byCreation(webhooks.values()).filter(
            ({ boardId, workspaceId }) => boardId === place.boardId && workspaceId === place.workspaceId
          )
        ),
      listIds: (after, limit) =>
        store.read(({ webhooks }) =>
          [...webhooks.values()]
            .map(({ id }) => id)
            .filter((id) => id > after)
            .toSorted()
            .slice(0, limit)
        ),
      replace: (webhook) => MemoryStore.update(store, (state) => replace(state, webhook)),
      remove: (id) =>
        store.change((state) =>
          removing(state, state.webhooks, id, () => ({
            ...state,
            webhooks: without(state.webhooks, (webhook) => webhook.id === id),
            deliveries: without(state.deliveries, ({ delivery }) => delivery.webhookId === id)
          }))
        ),
      removeOf: (userId) =>
        store.change((state) => {
          const removed = [...state.webhooks.values()].filter(({ creatorId }) => creatorId === userId)
          return [removed, withoutWebhooks(state, ({ creatorId }) => creatorId === userId)]
        }),
      hasWork: store.read((state) => enabled(state).length > 0 && !isHeld(state)),
      listDue: (at, position, after, limit) =>
        store.read((state) =>
          enabled(state)
            .filter(({ id }) => id > after)
            .filter(hasWork(state, at, position))
            .map(({ creatorId, id }) => ({ id, creatorId }))
            .toSorted((a, b) => (a.id < b.id ? -1 : 1))
            .slice(0, limit)
        ),
      firstNeeded: store.read((state) => {
        const needed = enabled(state).flatMap((webhook) => allNeeded(state, webhook))
        return needed.length === 0 ? null : Math.min(...needed)
      })
    }
  })
)
