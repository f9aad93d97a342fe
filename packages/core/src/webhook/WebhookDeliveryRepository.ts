import { Context, type Effect, type Option } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { Page, Slice } from "../values/Page.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { WebhookId } from "./Webhook.js"
import type { DeliveryStatus, WebhookDelivery } from "./WebhookDelivery.js"

/** Most deliveries of one webhook that are attempted at the same time, by all instances together. */
export const MAX_AT_ONCE = 4

/** Stores deliveries, which are removed with their webhook. */
export class WebhookDeliveryRepository extends Context.Tag("@boardwright/core/WebhookDeliveryRepository")<
  WebhookDeliveryRepository,
  {
    /**
     * Stores pending deliveries of one webhook. One of a position that is stored already begins again: its status,
     * attempts, times and end are those of the new one; its lease and last result stay.
     */
    readonly plan: (deliveries: ReadonlyArray<WebhookDelivery>) => Effect.Effect<void, StorageUnavailable>
    /**
     * Leases pending deliveries that are due at `at` and not leased until `leaseUntil`, lowest positions first, so many
     * that `MAX_AT_ONCE` of the webhook are leased. Called while the webhook is locked.
     */
    readonly claim: (
      webhookId: WebhookId,
      at: Timestamp,
      leaseUntil: Timestamp
    ) => Effect.Effect<ReadonlyArray<WebhookDelivery>, StorageUnavailable>
    /**
     * Writes the status, attempts, times and result of a delivery and ends the lease until `leaseUntil`. Nothing changes,
     * and false, if it has another lease or none: it is no longer the caller's.
     */
    readonly finish: (delivery: WebhookDelivery, leaseUntil: Timestamp) => Effect.Effect<boolean, StorageUnavailable>
    readonly find: (
      webhookId: WebhookId,
      position: number
    ) => Effect.Effect<Option.Option<WebhookDelivery>, StorageUnavailable>
    /** Highest positions first; of one status, or with null all. */
    readonly list: (
      webhookId: WebhookId,
      status: DeliveryStatus | null,
      slice: Slice
    ) => Effect.Effect<Page<WebhookDelivery>, StorageUnavailable>
    /** Removes up to `limit` deliveries that ended before the instant, and returns how many. */
    readonly removeEndedBefore: (at: Timestamp, limit: number) => Effect.Effect<number, StorageUnavailable>
  }
>() {}
