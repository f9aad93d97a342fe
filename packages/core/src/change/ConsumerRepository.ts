import { Context, type Effect, type Option } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { Timestamp } from "../values/Timestamp.js"

/** How far a durable consumer has come in the feed, and what keeps it from going on. */
export interface Consumer {
  readonly name: string
  /** The epoch of its position. */
  readonly epoch: string
  /** Of the last change that it handled. */
  readonly position: number
  /** Failed attempts at the next change. */
  readonly attempts: number
  /** Earliest time at which an instance may take it: the end of another's lease, or of the pause after a failure. */
  readonly dueAt: Timestamp
  /** The first of those attempts. */
  readonly failingSince: Timestamp | null
  /** What the last attempt failed with. */
  readonly lastError: string | null
  /** When it was given up, until it is resumed. */
  readonly parkedAt: Timestamp | null
}

/** Stores the durable consumers of the feed. */
export class ConsumerRepository extends Context.Tag("@boardwright/core/ConsumerRepository")<
  ConsumerRepository,
  {
    /** Stores a new consumer. Nothing changes if there is one with its name. */
    readonly insert: (consumer: Consumer) => Effect.Effect<void, StorageUnavailable>
    readonly find: (name: string) => Effect.Effect<Option.Option<Consumer>, StorageUnavailable>
    /** All, by name. */
    readonly list: Effect.Effect<ReadonlyArray<Consumer>, StorageUnavailable>
    /**
     * Takes a lease as `replace` does, but none while the database is held (`System.HOLD`): of any number of callers that
     * read the same consumer, one succeeds.
     */
    readonly take: (consumer: Consumer, dueAt: Timestamp) => Effect.Effect<boolean, StorageUnavailable>
    /**
     * Stores the consumer in place of the one with its name that is due at `dueAt`, and returns whether there is one. It is
     * how a lease is extended and ended.
     */
    readonly replace: (consumer: Consumer, dueAt: Timestamp) => Effect.Effect<boolean, StorageUnavailable>
    /** Removes a consumer and returns whether there was one. */
    readonly remove: (name: string) => Effect.Effect<boolean, StorageUnavailable>
  }
>() {}
