import { Duration, Effect, Option } from "effect"
import { ACCESS_TOKEN_LIFETIME, AccessTokens } from "../ports/AccessTokens.js"
import { Ids } from "../ports/Ids.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import { recordStorageFailure } from "../ports/StorageOutage.js"
import { transactional } from "../ports/Transactor.js"
import { CurrentUserAgent, storableName } from "../security/CurrentClient.js"
import { fromMillis, now, toMillis } from "../values/Timestamp.js"
import type { Account } from "./Account.js"
import { InvalidCredentials } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"
import { type Session, SessionId, SessionRepository } from "./SessionRepository.js"

/** Most sessions of one account; the least recently seen ends first. */
export const MAX_SESSIONS = 1000

/**
 * Starts a session of an account, stores what `record` does in the same transaction, and returns its access token. If the
 * session cannot be stored, as while the database is read-only, the failure is logged and the token has none. Fails with
 * `InvalidCredentials` if the account is gone.
 */
export const startSession = Effect.fnUntraced(function* <R>(
  { email, id: userId, tokenVersion }: Account,
  record: (id: SessionId) => Effect.Effect<unknown, StorageUnavailable, R>
) {
  const accounts = yield* AccountRepository
  const sessions = yield* SessionRepository
  const tokens = yield* AccessTokens
  const createdAt = yield* now
  const session: Session = {
    id: SessionId.make(yield* (yield* Ids).next),
    userId,
    tokenVersion,
    userAgent: storableName(yield* CurrentUserAgent),
    createdAt,
    seenAt: createdAt,
    expiresAt: fromMillis(toMillis(createdAt) + Duration.toMillis(ACCESS_TOKEN_LIFETIME))
  }
  const claims = { userId, email, ver: tokenVersion }
  const start = Effect.gen(function* () {
    if (Option.isNone(yield* accounts.lock(userId))) return yield* new InvalidCredentials()
    yield* sessions.insert(session, MAX_SESSIONS)
    yield* record(session.id)
  })
  return yield* transactional(start).pipe(
    Effect.as({ ...claims, sid: session.id }),
    Effect.catchTag("StorageUnavailable", (failure) => Effect.as(recordStorageFailure(failure), claims)),
    Effect.flatMap((found) => tokens.sign(found))
  )
})
