import { Clock, Data, Duration, Effect, Option } from "effect"
import { Actor } from "../access/Actor.js"
import type { TokenPower } from "../access/TokenPower.js"
import { AccessTokens } from "../ports/AccessTokens.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import { Secrets } from "../ports/Secrets.js"
import { recordStorageFailure } from "../ports/StorageOutage.js"
import { fromMillis, type Timestamp, toMillis } from "../values/Timestamp.js"
import { Unauthenticated } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"
import { type ApiToken, ApiTokenRepository } from "./ApiTokenRepository.js"
import { API_TOKEN_PREFIX, isApiTokenText } from "./apiTokenText.js"
import { SessionId, SessionRepository } from "./SessionRepository.js"
import { UserId } from "./User.js"

/** How often a session that is in use is recorded as seen. */
const SEEN_EVERY = Duration.toMillis("1 hour")
/** The pause after storage failed to record a session as seen: a read-only database is not tried on each request. */
const PAUSE = Duration.toMillis("1 minute")

/** Records that a session or a token was used, at most once an hour, and once at a time. A storage failure is only logged. */
const seer = <Id>(see: (id: Id, at: Timestamp) => Effect.Effect<void, StorageUnavailable>) => {
  let pausedUntil = 0
  const underway = new Set<Id>()
  return (id: Id, millis: number) =>
    Effect.suspend(() => {
      if (millis < pausedUntil || underway.has(id)) return Effect.void
      underway.add(id)
      return see(id, fromMillis(millis)).pipe(
        Effect.catchTag("StorageUnavailable", (failure) => {
          pausedUntil = millis + PAUSE
          return recordStorageFailure(failure)
        }),
        Effect.ensuring(Effect.sync(() => underway.delete(id)))
      )
    })
}

const isDue = (millis: number, seenAt: Timestamp | null): boolean =>
  seenAt === null || millis - toMillis(seenAt) >= SEEN_EVERY

/** What an API token allows, which is equal to that of the same token. */
const powerOf = ({ id, places, scopes }: ApiToken): TokenPower =>
  Data.struct({
    id,
    scopes: Data.array(scopes),
    places: places === null ? null : Data.array(places.map((place) => Data.struct(place)))
  })

/** The actor of an API token. `later` runs what no answer waits for. */
const apiTokenActor = (later: (work: Effect.Effect<void>) => Effect.Effect<void>) =>
  Effect.gen(function* () {
    const tokens = yield* ApiTokenRepository
    const secrets = yield* Secrets
    const used = seer(tokens.use)
    return Effect.fnUntraced(function* (text: string) {
      if (!isApiTokenText(text)) return yield* new Unauthenticated()
      const found = yield* tokens.findByHash(yield* secrets.hash(text))
      if (Option.isNone(found)) return yield* new Unauthenticated()
      const { expiresAt, id, lastUsedAt, userId } = found.value
      const millis = yield* Clock.currentTimeMillis
      if (expiresAt !== null && toMillis(expiresAt) <= millis) return yield* new Unauthenticated()
      if (isDue(millis, lastUsedAt)) yield* later(used(id, millis))
      return Actor.User({ userId, token: powerOf(found.value) })
    })
  })

const authenticating = (later: (work: Effect.Effect<void>) => Effect.Effect<void>) =>
  Effect.gen(function* () {
    const tokens = yield* AccessTokens
    const accounts = yield* AccountRepository
    const sessions = yield* SessionRepository
    const seen = seer(sessions.see)
    const byApiToken = yield* apiTokenActor(later)
    return Effect.fnUntraced(function* (token: string) {
      if (token.startsWith(API_TOKEN_PREFIX)) return yield* byApiToken(token)
      const claims = yield* tokens.verify(token)
      if (Option.isNone(claims)) return yield* new Unauthenticated()
      const userId = UserId.make(claims.value.userId)
      const { sid, ver } = claims.value
      if (sid === undefined) {
        const version = yield* accounts.tokenVersion(userId)
        return Option.contains(version, ver) ? Actor.User({ userId, tokenVersion: ver }) : yield* new Unauthenticated()
      }
      const sessionId = SessionId.make(sid)
      const session = yield* sessions.find(userId, sessionId)
      if (Option.isNone(session) || session.value.tokenVersion !== ver) return yield* new Unauthenticated()
      const millis = yield* Clock.currentTimeMillis
      if (isDue(millis, session.value.seenAt)) yield* seen(sessionId, millis)
      return Actor.User({ userId, tokenVersion: ver, sessionId })
    })
  })

/** `authenticate` with its ports looked up once, for a caller that authenticates every request. */
export const authenticator = authenticating((work) => Effect.asVoid(Effect.forkDaemon(work)))

/**
 * The actor of an access token, or of an API token, whose scopes and places are part of the actor. Fails with
 * `Unauthenticated` if the token is not valid, if its session has ended, if it was issued before the password was changed, the
 * account disabled or the user signed out everywhere, and if the account is disabled or gone. An API token outlives all of
 * these but the last.
 */
export const authenticate = (token: string) =>
  Effect.flatMap(
    authenticating((work) => work),
    (actorOf) => actorOf(token)
  )
