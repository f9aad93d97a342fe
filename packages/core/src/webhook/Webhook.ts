import { Duration } from "effect"
import type { ChangeType } from "../change/Change.js"
import type { ApiTokenId, BoardId, UserId, WebhookId, WorkspaceId } from "../values/ids.js"
import type { Timestamp } from "../values/Timestamp.js"

export { WebhookId } from "../values/ids.js"

/**
 * Whether changes are delivered. `paused`: its creator may no longer manage the board or the workspace, and it continues
 * where it stopped when the creator may again; or the API token that it was made with has ended. `disabled`: by a manager, or because of its receiver.
 */
export type WebhookStatus = "active" | "paused" | "disabled"

/** How long every attempt must have failed before a webhook is disabled. */
export const DISABLED_AFTER = Duration.days(5)

/** Why a webhook is disabled: by a manager, its receiver answered 410, or failed for `DISABLED_AFTER`. */
export type DisabledReason = "manager" | "gone" | "failing"

/** A subscription to the changes of a board or a workspace, delivered by requests to a URL. */
export interface Webhook {
  readonly id: WebhookId
  readonly workspaceId: WorkspaceId
  /** Null for a webhook of the whole workspace. */
  readonly boardId: BoardId | null
  readonly url: string
  /** Empty for all types. */
  readonly types: ReadonlyArray<ChangeType>
  /** The user who created it or changed its URL last, whose rights decide what is delivered. */
  readonly creatorId: UserId
  readonly status: WebhookStatus
  readonly disabledReason: DisabledReason | null
  /** When the attempts began to fail, or their secret could not be decrypted; null while they succeed. */
  readonly failingSince: Timestamp | null
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
}

/** Positions of the feed, after `from` and up to `until`. */
export interface PositionRange {
  readonly from: number
  readonly until: number
}

/** A webhook as it is stored. */
export interface StoredWebhook extends Webhook {
  /** Encrypted. */
  readonly secret: string
  /** The encrypted secret before the last rotation, or null. */
  readonly previousSecret: string | null
  /** Until when messages are signed with the previous secret too. */
  readonly previousUntil: Timestamp | null
  /** The API token that it was made with, or its URL changed last, which it ends with; null for none. */
  readonly tokenId: ApiTokenId | null
  /** The position in the feed up to which deliveries were planned. */
  readonly position: number
  /** Positions that remain to be planned again, or null. */
  readonly replay: PositionRange | null
  /** While paused: when the rights of its creator are checked next. */
  readonly checkAt: Timestamp | null
}

/** A webhook without what only its delivery needs. */
export const shownWebhook = ({
  checkAt: _checkAt,
  position: _position,
  previousSecret: _previousSecret,
  previousUntil: _previousUntil,
  replay: _replay,
  secret: _secret,
  tokenId: _tokenId,
  ...webhook
}: StoredWebhook): Webhook => webhook
