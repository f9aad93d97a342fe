import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { Timestamp } from "../values/Timestamp.js"

/** Most entries of a queue that are counted. */
export const MAX_COUNTED = 10_000

/** What waits in a queue. */
export interface Backlog {
  /** At most `MAX_COUNTED`. */
  readonly count: number
  /** The time of the earliest of those that were counted, or null. */
  readonly earliest: Timestamp | null
}

/** The queues in storage, and how far the feed of changes has come. */
export interface AllBacklogs {
  /** Mails by their creation, without those that are to be sent at a later time. */
  readonly mails: Backlog
  /** Pending deliveries to active webhooks by when they are due, which may be in the future. */
  readonly deliveries: Backlog
  /** Committed changes without a position, by when they were made. */
  readonly changes: Backlog
  /** The position of the last placed change; 0 before the first. */
  readonly position: number
}

/** Looks at the queues, for monitoring. */
export class Backlogs extends Context.Tag("@boardwright/core/Backlogs")<
  Backlogs,
  { readonly read: Effect.Effect<AllBacklogs, StorageUnavailable> }
>() {}
