import { Context, type Effect, type Option } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { BoardId, UserId, WorkspaceId } from "../values/ids.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { StoredWebhook, WebhookId } from "./Webhook.js"

/** What a webhook is on: a board, or with null the workspace itself. */
export interface WebhookPlace {
  readonly workspaceId: WorkspaceId
  readonly boardId: BoardId | null
}

/** Stores webhooks. Removing a board or a workspace removes its webhooks. */
export class WebhookRepository extends Context.Tag("@boardwright/core/WebhookRepository")<
  WebhookRepository,
  {
    readonly insert: (webhook: StoredWebhook) => Effect.Effect<void, StorageUnavailable>
    readonly find: (id: WebhookId) => Effect.Effect<Option.Option<StoredWebhook>, StorageUnavailable>
    /** Like `find`, and no other transaction locks, changes or removes the webhook until this one ends. */
    readonly lock: (id: WebhookId) => Effect.Effect<Option.Option<StoredWebhook>, StorageUnavailable>
    /** The webhooks of exactly this place, in order of creation (ties by id). */
    readonly list: (place: WebhookPlace) => Effect.Effect<ReadonlyArray<StoredWebhook>, StorageUnavailable>
    /** At most `limit` ids of webhooks after an id, in order, those of boards in the trash included. */
    readonly listIds: (after: string, limit: number) => Effect.Effect<ReadonlyArray<WebhookId>, StorageUnavailable>
    /** Writes every field of the webhook but its id, place and time of creation. */
    readonly replace: (webhook: StoredWebhook) => Effect.Effect<void, StorageUnavailable>
    /** Removes the webhook and its deliveries. False when there is none. */
    readonly remove: (id: WebhookId) => Effect.Effect<boolean, StorageUnavailable>
    /** Removes the webhooks that the user created with their deliveries, and returns them in any order. */
    readonly removeOf: (userId: UserId) => Effect.Effect<ReadonlyArray<StoredWebhook>, StorageUnavailable>
    /** Whether any webhook is not disabled; false while the database is held (`System.HOLD`). */
    readonly hasWork: Effect.Effect<boolean, StorageUnavailable>
    /**
     * At most `limit` webhooks, by id and after the id `after`, that have work at `at`: they are not disabled, `checkAt` is past or null, fewer than
     * `MAX_AT_ONCE` deliveries are leased, and a replay, an unplanned change of their place up to `position`, or a delivery
     * that is due and not leased remains.
     */
    readonly listDue: (
      at: Timestamp,
      position: number,
      after: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Pick<StoredWebhook, "id" | "creatorId">>, StorageUnavailable>
    /**
     * The lowest position of a change that a webhook which is not disabled has yet to plan, to deliver or to replay, or null.
     * For a webhook of a workspace, any change is to be planned.
     */
    readonly firstNeeded: Effect.Effect<number | null, StorageUnavailable>
  }
>() {}
