import { Context, Duration, Effect, Option } from "effect"
import type { TokenPurpose } from "../ports/MailQueue.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import { Secrets } from "../ports/Secrets.js"
import { transactional } from "../ports/Transactor.js"
import { recordSecurityEventBy } from "../security/recordSecurityEvent.js"
import { fromMillis, now, type Timestamp, toMillis } from "../values/Timestamp.js"
import { InvalidEmailToken } from "./AccountError.js"
import type { UserId } from "./User.js"

/** What a stored token is good for. */
export type EmailTokenPurpose = TokenPurpose | "unsubscribe"

/** A token as it is stored: by its hash. */
export interface EmailToken {
  readonly hash: string
  readonly purpose: EmailTokenPurpose
  readonly userId: UserId
  readonly expiresAt: Timestamp
  /** When it was used, or null. */
  readonly usedAt: Timestamp | null
}

/** How long a token is valid, from its sending. */
export const LIFETIME: Record<EmailTokenPurpose, Duration.Duration> = {
  verification: Duration.hours(24),
  reset: Duration.hours(1),
  signin: Duration.minutes(1),
  unsubscribe: Duration.days(60)
}

/** Stores the hashes of one-time tokens. */
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

/** Stores a new token of an account and returns it. `isFirst`: whether no earlier attempt to mail one was made. */
export const mintEmailToken = Effect.fnUntraced(function* (purpose: TokenPurpose, userId: UserId, isFirst: boolean) {
  const tokens = yield* EmailTokenRepository
  const { hash, token } = yield* (yield* Secrets).mint
  const expiresAt = fromMillis(toMillis(yield* now) + Duration.toMillis(LIFETIME[purpose]))
  const insert = tokens.insert({ hash, purpose, userId, expiresAt, usedAt: null })
  const isRecorded = purpose === "reset" && isFirst
  yield* isRecorded
    ? transactional(Effect.zipRight(insert, recordSecurityEventBy(null, "password.resetRequested", userId)))
    : insert
  return token
})

/**
 * The stored form of a token, used or not. Fails with `InvalidEmailToken` when it is unknown or expired. An
 * expired one is removed together with those that expired before it, so that a clock that is set back revives none of
 * them. Not within a transaction: the failure would undo that.
 */
export const findEmailToken = Effect.fnUntraced(function* (purpose: EmailTokenPurpose, token: string) {
  const tokens = yield* EmailTokenRepository
  const found = yield* tokens.find(purpose, yield* (yield* Secrets).hash(token))
  if (Option.isNone(found)) return yield* new InvalidEmailToken()
  if (found.value.expiresAt > (yield* now)) return found.value
  yield* tokens.removeExpired(fromMillis(toMillis(found.value.expiresAt) + 1))
  return yield* new InvalidEmailToken()
})
