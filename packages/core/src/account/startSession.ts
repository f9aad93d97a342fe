import { Context, Duration, Effect } from "effect"
import { ACCESS_TOKEN_LIFETIME, AccessTokens } from "../ports/AccessTokens.js"
import { Ids } from "../ports/Ids.js"
import { recordStorageFailure } from "../ports/StorageOutage.js"
import { NAME_LENGTH } from "../values/Text.js"
import { fromMillis, now, toMillis } from "../values/Timestamp.js"
import type { Account } from "./Account.js"
import { type Session, SessionId, SessionRepository } from "./SessionRepository.js"

/** What the client that signs in calls itself, such as a browser's `User-Agent`; null if unknown. */
export class CurrentUserAgent extends Context.Reference<CurrentUserAgent>()("@boardwright/core/CurrentUserAgent", {
  defaultValue: (): string | null => null
}) {}

/** Most sessions of one account; the least recently seen ends first. */
export const MAX_SESSIONS = 1000

const toUserAgent = (sent: string | null): string | null => {
  const text = (sent ?? "").toWellFormed().replaceAll("\0", "").slice(0, NAME_LENGTH).toWellFormed().trim()
  return text === "" ? null : text
}

/**
 * Starts a session of an account and returns its access token. If the session cannot be stored, as while the database is
 * read-only, the failure is logged and the token has none.
 */
export const startSession = Effect.fnUntraced(function* ({ email, id: userId, tokenVersion }: Account) {
  const sessions = yield* SessionRepository
  const tokens = yield* AccessTokens
  const createdAt = yield* now
  const session: Session = {
    id: SessionId.make(yield* (yield* Ids).next),
    userId,
    tokenVersion,
    userAgent: toUserAgent(yield* CurrentUserAgent),
    createdAt,
    seenAt: createdAt,
    expiresAt: fromMillis(toMillis(createdAt) + Duration.toMillis(ACCESS_TOKEN_LIFETIME))
  }
  const claims = { userId, email, ver: tokenVersion }
  return yield* sessions.insert(session, MAX_SESSIONS).pipe(
    Effect.as({ ...claims, sid: session.id }),
    Effect.catchTag("StorageUnavailable", (failure) => Effect.as(recordStorageFailure(failure), claims)),
    Effect.flatMap((found) => tokens.sign(found))
  )
})
