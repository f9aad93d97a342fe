import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { UserId } from "./User.js"

/** Stores the clients that accounts have signed in from, as hashes. They are removed with their account. */
export class KnownClientRepository extends Context.Tag("@boardwright/core/KnownClientRepository")<
  KnownClientRepository,
  {
    readonly has: (userId: UserId, hash: string) => Effect.Effect<boolean, StorageUnavailable>
    /**
     * Records that the client signed in at `at`. Only the account's `most` last seen clients are kept. Nothing is stored if the
     * account is gone.
     */
    readonly remember: (
      userId: UserId,
      hash: string,
      at: Timestamp,
      most: number
    ) => Effect.Effect<void, StorageUnavailable>
    /** Removes clients that were last seen before `before`. */
    readonly removeUnseen: (before: Timestamp) => Effect.Effect<void, StorageUnavailable>
  }
>() {}
