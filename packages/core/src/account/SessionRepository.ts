import { Context, type Effect, type Option } from "effect"
import type { StorageUnavailable } from "../ports/PortError.js"
import { SessionId } from "../values/ids.js"
import type { Page, Slice } from "../values/Page.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { UserId } from "./User.js"

export { SessionId }

/** A sign-in, which its access token names. */
export interface Session {
  readonly id: SessionId
  readonly userId: UserId
  /** The account's token version when the user signed in. With another one the session has ended. */
  readonly tokenVersion: number
  /** What the client calls itself; null if unknown. */
  readonly userAgent: string | null
  readonly createdAt: Timestamp
  /** When it was last used, to the hour. */
  readonly seenAt: Timestamp
  /** When its access token expires. */
  readonly expiresAt: Timestamp
}

/** Stores sessions. They are removed with their account. */
export class SessionRepository extends Context.Tag("@boardwright/core/SessionRepository")<
  SessionRepository,
  {
    /** Stores a new session. Only the account's `most` last seen sessions are kept. */
    readonly insert: (session: Session, most: number) => Effect.Effect<void, StorageUnavailable>
    /**
     * The token version of the account and when the session was seen, if the session is the account's and the account is
     * not disabled: all that is read for a token with a session.
     */
    readonly find: (
      userId: UserId,
      id: SessionId
    ) => Effect.Effect<Option.Option<Pick<Session, "tokenVersion" | "seenAt">>, StorageUnavailable>
    /** The account's sessions that expire after `at` and have its token version, last seen first (ties by id). */
    readonly list: (userId: UserId, at: Timestamp, slice: Slice) => Effect.Effect<Page<Session>, StorageUnavailable>
    /** Records that the session was used at `at`, if that is later than what is recorded. */
    readonly see: (id: SessionId, at: Timestamp) => Effect.Effect<void, StorageUnavailable>
    /** Removes the account's session. False if it has none with this id. */
    readonly remove: (userId: UserId, id: SessionId) => Effect.Effect<boolean, StorageUnavailable>
    /** Removes sessions that expired before `before`. */
    readonly removeExpired: (before: Timestamp) => Effect.Effect<void, StorageUnavailable>
  }
>() {}
