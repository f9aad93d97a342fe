import { Context, type Effect, type Option } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { EmailToken, EmailTokenPurpose } from "./EmailToken.js"
import type { UserId } from "./User.js"

/** Keeps the hashes of mailed tokens. */
export class EmailTokenRepository extends Context.Tag("@boardwright/core/EmailTokenRepository")<
  EmailTokenRepository,
  {
    readonly insert: (token: EmailToken) => Effect.Effect<void, StorageUnavailable>
    /** By hash and purpose, expired and used ones included. */
    readonly find: (
      purpose: EmailTokenPurpose,
      hash: string
    ) => Effect.Effect<Option.Option<EmailToken>, StorageUnavailable>
    /** Marks the token used. True for exactly one of any number of concurrent calls; false when used or unknown. */
    readonly consume: (hash: string, at: Timestamp) => Effect.Effect<boolean, StorageUnavailable>
    /** Marks all unused tokens of the account and purpose used; those used before keep their time. */
    readonly consumeAll: (
      userId: UserId,
      purpose: EmailTokenPurpose,
      at: Timestamp
    ) => Effect.Effect<void, StorageUnavailable>
    /** Removes tokens that expired before `before`. */
    readonly removeExpired: (before: Timestamp) => Effect.Effect<void, StorageUnavailable>
  }
>() {}
