import { Effect, Option } from "effect"
import { CurrentActor } from "../access/Actor.js"
import { Unauthenticated } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"
import { SessionRepository } from "./SessionRepository.js"

/**
 * Locks the account of a user who acts by an access token or an API token, as part of a transaction that makes something that outlives it.
 * Fails with `Unauthenticated` if the session has ended, or the account is gone, since the token was checked: a request may take its time
 * to arrive.
 */
export const lockSession = Effect.gen(function* () {
  const actor = yield* CurrentActor
  if (actor._tag === "Operator" || (actor.tokenVersion ?? actor.token) === undefined) return
  const { sessionId, tokenVersion, userId } = actor
  const account = Option.getOrNull(yield* (yield* AccountRepository).lock(userId))
  if (account === null || account.tokenVersion !== (tokenVersion ?? account.tokenVersion))
    return yield* new Unauthenticated()
  if (sessionId === undefined) return
  const session = yield* (yield* SessionRepository).find(userId, sessionId)
  if (Option.isNone(session)) return yield* new Unauthenticated()
})
