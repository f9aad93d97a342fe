import { Effect, Option } from "effect"
import { Actor } from "../access/Actor.js"
import { AccessTokens } from "../ports/AccessTokens.js"
import { Unauthenticated } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"
import { UserId } from "./User.js"

/** `authenticate` with its ports looked up once, for a caller that authenticates every request. */
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
 * The actor of an access token. Fails with `Unauthenticated` if the token is not valid, if it was issued before the
 * password was changed or the account disabled, and if the account is disabled or gone.
 */
export const authenticate = (token: string) => Effect.flatMap(authenticator, (actorOf) => actorOf(token))
