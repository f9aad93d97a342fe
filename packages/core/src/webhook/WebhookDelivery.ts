import type { ChangeType } from "../change/Change.js"
import type { WebhookFailure } from "../ports/WebhookSender.js"
import type { WebhookId } from "../values/ids.js"
import type { Timestamp } from "../values/Timestamp.js"

export const DELIVERY_STATUSES = ["pending", "delivered", "failed"] as const
/** `failed`: no attempt is left, or its webhook's creator may no longer read the change. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

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
  /** Of the last attempt. `forbidden`: the webhook's creator may no longer read the change. */
  readonly lastFailure: WebhookFailure | "forbidden" | null
}

/** The id of the message that delivers a change: the same in retries and replays. */
export const messageId = ({ changeId, webhookId }: Pick<WebhookDelivery, "changeId" | "webhookId">): string =>
  `${changeId}.${webhookId}`
