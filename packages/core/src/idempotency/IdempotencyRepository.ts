import { Context, type Effect, type Option } from "effect"
import type { Check } from "../access/passedChecks.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { IdempotencyKey } from "./IdempotencyKey.js"
import type { IdempotencyKeyInUse } from "./IdempotencyError.js"

/** How long a call waits for the first one with its key, in seconds. */
export const LONGEST_KEY_WAIT = 4

/** A key of an owner: a user's id, or empty for the operator. */
export interface OwnedKey {
  readonly owner: string
  readonly key: IdempotencyKey
}

/** What is stored of a call that succeeded. */
export interface StoredResult {
  /** The result as JSON; null if it is not stored. */
  readonly result: string | null
  /** The id of what the call made; null if it made nothing. */
  readonly madeId: string | null
  /** What the actor was allowed for it. */
  readonly checks: ReadonlyArray<Check>
}

/** A claimed key. */
export interface ClaimedKey extends OwnedKey {
  readonly fingerprint: string
  readonly createdAt: Timestamp
}

/** Stores the results of calls with a key. */
export class IdempotencyRepository extends Context.Tag("@boardwright/core/IdempotencyRepository")<
  IdempotencyRepository,
  {
    /**
     * Claims a key as part of a transaction. None if it is the caller's now; else what the first call has stored. Waits while
     * another transaction has claimed the key and not ended, and fails with `IdempotencyKeyInUse` after `LONGEST_KEY_WAIT` seconds;
     * the transaction can then only be rolled back. A key that was claimed before `expired` is claimed as if it were new.
     */
    readonly claim: (
      claimed: ClaimedKey,
      expired: Timestamp
    ) => Effect.Effect<
      Option.Option<StoredResult & Pick<ClaimedKey, "fingerprint">>,
      StorageUnavailable | IdempotencyKeyInUse
    >
    /** Stores the result of the call that has claimed the key. */
    readonly store: (key: OwnedKey, stored: StoredResult) => Effect.Effect<void, StorageUnavailable>
    /** Removes the `limit` oldest keys that were claimed before `before`, and returns how many there were. */
    readonly removeBefore: (before: Timestamp, limit: number) => Effect.Effect<number, StorageUnavailable>
  }
>() {}
