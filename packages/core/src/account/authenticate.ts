import { Clock, Duration, Effect, Option } from "effect"
import { Actor } from "../access/Actor.js"
import { AccessTokens } from "../ports/AccessTokens.js"
import { recordStorageFailure } from "../ports/StorageOutage.js"
import { fromMillis, type Timestamp, toMillis } from "../values/Timestamp.js"
import { Unauthenticated } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"
import { SessionId, SessionRepository } from "./SessionRepository.js"
import { UserId } from "./User.js"

/** How often a session that is in use is recorded as seen. */
const SEEN_EVERY = Duration.toMillis("1 hour")
/** The pause after storage failed to record a session as seen: a read-only database is not tried on each request. */
const PAUSE = Duration.toMillis("1 minute")

/** Records that a session was used, at most once an hour. A storage failure is only logged. */
const seer = Effect.map(SessionRepository, ({ see }) => {
  let pausedUntil = 0
  return Effect.fnUntraced(function* (id: SessionId, seenAt: Timestamp) {
    const millis = yield* Clock.currentTimeMillis
    if (millis - toMillis(seenAt) < SEEN_EVERY || millis < pausedUntil) return
    yield* see(id, fromMillis(millis)).pipe(
      Effect.catchTag("StorageUnavailable", (failure) => {
        pausedUntil = millis + PAUSE
        return recordStorageFailure(failure)
      })
    )
  })
})

/** `authenticate` with its ports looked up once, for a caller that authenticates every request. */
export const authenticator = Effect.gen(function* () {
  const tokens = yield* AccessTokens
  const accounts = yield* AccountRepository
  const sessions = yield* SessionRepository
  const seen = yield* seer
  return Effect.fnUntraced(function* (token: string) {
    const claims = yield* tokens.verify(token)
    if (Option.isNone(claims)) return yield* new Unauthenticated()
    const userId = UserId.make(claims.value.userId)
    const { sid, ver } = claims.value
    if (sid === undefined) {
      const version = yield* accounts.tokenVersion(userId)
      return Option.contains(version, ver) ? Actor.User({ userId }) : yield* new Unauthenticated()
    }
    const sessionId = SessionId.make(sid)
    const session = yield* sessions.find(userId, sessionId)
    if (Option.isNone(session) || session.value.tokenVersion !== ver) return yield* new Unauthenticated()
    yield* seen(sessionId, session.value.seenAt)
    return Actor.User({ userId, sessionId })
  })
})

/**
 * The actor of an access token. Fails with `Unauthenticated` if the token is not valid, if its session has ended, if it was
 * issued before the password was changed, the account disabled or the user signed out everywhere, and if the account is
 * disabled or gone.
 */
export const authenticate = (token: string) => Effect.flatMap(authenticator, (actorOf) => actorOf(token))
