import type { ChangeType } from "../change/Change.js"
import type { WebhookFailure } from "../ports/WebhookSender.js"
import type { WebhookId } from "../values/ids.js"
import type { Timestamp } from "../values/Timestamp.js"

export const DELIVERY_STATUSES = ["pending", "delivered", "failed"] as const
/** `failed`: no attempt is left, or the change is unreadable. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** `unreadable`: the webhook's creator may no longer read the change, or it is removed. */
export type DeliveryFailure = WebhookFailure | "unreadable"

/** The delivery of one change to one webhook. */
export interface WebhookDelivery {
  readonly webhookId: WebhookId
  /** The position of the change in the feed: identifies the delivery within its webhook. */
  readonly position: number
  readonly changeId: string
  readonly type: ChangeType
  readonly status: DeliveryStatus
  /** Attempts so far. */
  readonly attempts: number
  /** Earliest time of the next attempt, while pending. */
  readonly dueAt: Timestamp
  readonly createdAt: Timestamp
  /** When it was delivered or given up, or null. */
  readonly endedAt: Timestamp | null
  /** Of the last attempt. */
  readonly lastStatus: number | null
  /** Of the last attempt. */
  readonly lastFailure: DeliveryFailure | null
}

/** A delivery as use cases return it. */
export interface ShownDelivery extends WebhookDelivery {
  /** The position as text: identifies the delivery within its webhook. */
  readonly id: string
  /** The id of its message, in the header `webhook-id`. */
  readonly messageId: string
}

/**
 * The id of the message that delivers a change: the same in retries and replays. It has no dot, which separates the parts of
 * the signed text.
 */
export const messageId = ({ changeId, webhookId }: Pick<WebhookDelivery, "changeId" | "webhookId">): string =>
  `${changeId}_${webhookId}`

export const shownDelivery = (delivery: WebhookDelivery): ShownDelivery => ({
  id: String(delivery.position),
  messageId: messageId(delivery),
  ...delivery
})
