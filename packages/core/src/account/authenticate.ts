import { Effect, Option } from "effect"
import { Actor } from "../access/Actor.js"
import { AccessTokens } from "../ports/AccessTokens.js"
import { Unauthenticated } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"
import { UserId } from "./User.js"

/**
 * Tells whom an access token speaks for, with ports that are looked up once: for whoever asks at every request.
 * `authenticate` says what it answers.
 */
export const authenticator = Effect.gen(function* () {
  const tokens = yield* AccessTokens
  const accounts = yield* AccountRepository
  return Effect.fnUntraced(function* (token: string) {
    const claims = yield* tokens.verify(token)
    if (Option.isNone(claims)) return yield* new Unauthenticated()
    const userId = UserId.make(claims.value.userId)
    const version = yield* accounts.tokenVersion(userId)
    if (Option.isNone(version) || version.value !== claims.value.ver) return yield* new Unauthenticated()
    return Actor.User({ userId })
  })
})

/**
 * The actor an access token speaks for. Fails with `Unauthenticated` when the token is not valid, when it was issued
 * before the account's password was reset or the account disabled, and when the account is disabled or gone.
 */
export const authenticate = (token: string) => Effect.flatMap(authenticator, (actorOf) => actorOf(token))
