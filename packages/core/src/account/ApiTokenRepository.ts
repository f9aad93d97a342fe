import { Context, type Effect, type Option } from "effect"
import type { TokenPower } from "../access/TokenPower.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import { ApiTokenId } from "../values/ids.js"
import type { Page, Slice } from "../values/Page.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { UserId } from "./User.js"

export { ApiTokenId }

/** An API token as it is stored: by its hash. */
export interface ApiToken extends TokenPower {
  readonly userId: UserId
  readonly name: string
  /** The SHA-256 of its text, in hex. */
  readonly hash: string
  /** What its text begins with. */
  readonly prefix: string
  readonly createdAt: Timestamp
  /** When it was last used, to the hour; null if never. */
  readonly lastUsedAt: Timestamp | null
  /** Null if it does not expire. */
  readonly expiresAt: Timestamp | null
}

/** An API token with the address of its account. */
export interface ApiTokenWithEmail extends ApiToken {
  readonly email: string
}

/** Stores API tokens. They are removed with their account. */
export class ApiTokenRepository extends Context.Tag("@boardwright/core/ApiTokenRepository")<
  ApiTokenRepository,
  {
    /** Stores a new token. False, and nothing is stored, if the account has `most` tokens. */
    readonly insert: (token: ApiToken, most: number) => Effect.Effect<boolean, StorageUnavailable>
    /** The token with this hash, if its account is not disabled: all that is read for a request. Expired ones are found. */
    readonly findByHash: (hash: string) => Effect.Effect<Option.Option<ApiToken>, StorageUnavailable>
    /** The token with this id, expired or not, of any account. */
    readonly find: (id: ApiTokenId) => Effect.Effect<Option.Option<ApiToken>, StorageUnavailable>
    /** Whether there is a token with this id that has not expired at `at`. */
    readonly isValid: (id: ApiTokenId, at: Timestamp) => Effect.Effect<boolean, StorageUnavailable>
    /** The account's tokens in order of creation (ties by id). */
    readonly list: (userId: UserId, slice: Slice) => Effect.Effect<Page<ApiToken>, StorageUnavailable>
    /** The tokens of all accounts in order of the account's id, then of creation (ties by id). */
    readonly listAll: (slice: Slice) => Effect.Effect<Page<ApiTokenWithEmail>, StorageUnavailable>
    /** Records that the token was used at `at`, if that is later than what is recorded. */
    readonly use: (id: ApiTokenId, at: Timestamp) => Effect.Effect<void, StorageUnavailable>
    /** Removes the account's token. False if it has none with this id. */
    readonly remove: (userId: UserId, id: ApiTokenId) => Effect.Effect<boolean, StorageUnavailable>
    /** Removes every token of the account. */
    readonly removeAll: (userId: UserId) => Effect.Effect<void, StorageUnavailable>
  }
>() {}
