import { Effect, Option } from "effect"
import { AccessRepository } from "../access/AccessRepository.js"
import { mayOnBoard, mayOnWorkspace } from "../access/policy.js"
import { AccountRepository } from "../account/AccountRepository.js"
import { ApiTokenRepository } from "../account/ApiTokenRepository.js"
import type { Change } from "../change/Change.js"
import { type ChangeFilter, ChangeRepository } from "../change/ChangeRepository.js"
import { changedFields } from "../change/fieldChanges.js"
import { recorded, recordingUnrefused, unchanged } from "../change/recording.js"
import { isSame } from "../values/patched.js"
import { fromMillis, now, type Timestamp, toMillis } from "../values/Timestamp.js"
import type { StoredWebhook, WebhookId } from "./Webhook.js"
import { webhookChange, webhookFields } from "./webhookChange.js"
import type { WebhookDelivery } from "./WebhookDelivery.js"
import { MAX_AT_ONCE, WebhookDeliveryRepository } from "./WebhookDeliveryRepository.js"
import { WebhookRepository } from "./WebhookRepository.js"

/** Most deliveries that are planned at once: a webhook plans more only when none of its deliveries is due. */
const MAX_PLANNED = 50

/** Between checks of the rights of a paused webhook's creator, in milliseconds. */
const CHECK_PAUSED_MILLIS = 60_000

/** The changes that a webhook delivers, of those that its creator may read. */
export const filterOf = ({ boardId, types, workspaceId }: StoredWebhook): ChangeFilter => ({
  workspaceId,
  boardId: boardId ?? undefined,
  types: types.length === 0 ? undefined : types
})

/** Whether the creator manages the webhook's place now, and the API token that it was made with has not ended. */
export const creatorManages = Effect.fnUntraced(function* ({
  boardId,
  creatorId,
  tokenId,
  workspaceId
}: StoredWebhook) {
  const access = yield* AccessRepository
  if (tokenId !== null && !(yield* (yield* ApiTokenRepository).isValid(tokenId, yield* now))) return false
  const account = yield* (yield* AccountRepository).find(creatorId)
  if (Option.exists(account, ({ disabledAt }) => disabledAt !== null)) return false
  return boardId === null
    ? Option.exists(yield* access.workspace(workspaceId, creatorId), ({ standing }) =>
        mayOnWorkspace(standing, "manage the workspace")
      )
    : Option.exists(yield* access.board(boardId, creatorId), ({ standing }) => mayOnBoard(standing, "manage the board"))
})

/** The change for a webhook that delivery paused, continued or disabled. */
export const statusChange = (before: StoredWebhook, after: StoredWebhook) =>
  webhookChange("webhook.updated", after, changedFields(webhookFields(before), webhookFields(after)))

const deliveryOf = ({ id }: StoredWebhook, change: Change, at: Timestamp): WebhookDelivery => ({
  webhookId: id,
  position: change.position,
  changeId: change.id,
  type: change.type,
  status: "pending",
  attempts: 0,
  dueAt: at,
  createdAt: at,
  endedAt: null,
  lastStatus: null,
  lastFailure: null
})

/** Stores the deliveries of the changes after a position, up to another. Returns the position up to which it did. */
const planAfter = Effect.fnUntraced(function* (webhook: StoredWebhook, after: number, until: number, at: Timestamp) {
  const changes = yield* ChangeRepository
  const deliveries = yield* WebhookDeliveryRepository
  const page = yield* changes.list(after, filterOf(webhook), webhook.creatorId, MAX_PLANNED)
  const planned = page.changes.filter(({ position }) => position <= until)
  yield* deliveries.plan(planned.map((change) => deliveryOf(webhook, change, at)))
  return page.position
})

/** Stores the next deliveries of new changes and of a replay, and returns the webhook with its new positions. */
const plan = Effect.fnUntraced(function* (webhook: StoredWebhook, at: Timestamp) {
  const position = yield* planAfter(webhook, webhook.position, Infinity, at)
  if (webhook.replay === null) return { ...webhook, position }
  const { from, until } = webhook.replay
  const reached = yield* planAfter(webhook, from, until, at)
  return { ...webhook, position, replay: reached < until ? { from: reached, until } : null }
})

/** A webhook and its deliveries that the caller holds a lease of. */
export interface TakenDeliveries {
  readonly webhook: StoredWebhook
  readonly deliveries: ReadonlyArray<WebhookDelivery>
}

/**
 * Leases the next deliveries of a webhook, `MAX_AT_ONCE` at most with those that are leased already, and plans new ones
 * when there is room: in one transaction, so that every change is planned once. None for a webhook that is disabled.
 * One whose creator does not manage its place now is paused, or continues when the creator does again; the change is
 * recorded. Acts as the operator.
 */
export const takeDeliveries = Effect.fnUntraced(function* (id: WebhookId, at: Timestamp, leaseUntil: Timestamp) {
  const webhooks = yield* WebhookRepository
  const repository = yield* WebhookDeliveryRepository
  return yield* recordingUnrefused(
    Effect.gen(function* () {
      const found = yield* webhooks.lock(id)
      if (Option.isNone(found) || found.value.status === "disabled") return unchanged(null)
      const before = found.value
      const manages = yield* creatorManages(before)
      const checkAt = manages ? null : fromMillis(toMillis(at) + CHECK_PAUSED_MILLIS)
      let webhook: StoredWebhook = { ...before, status: manages ? "active" : "paused", checkAt }
      let deliveries: ReadonlyArray<WebhookDelivery> = []
      if (manages) {
        deliveries = yield* repository.claim(id, at, leaseUntil)
        if (deliveries.length < MAX_AT_ONCE) {
          webhook = yield* plan(webhook, at)
          deliveries = [...deliveries, ...(yield* repository.claim(id, at, leaseUntil))]
        }
      }
      if (!isSame(webhook, before)) yield* webhooks.replace(webhook)
      const taken: TakenDeliveries = { webhook, deliveries }
      if (webhook.status === before.status) return unchanged(taken)
      return recorded(taken, statusChange(before, webhook))
    })
  )
})
