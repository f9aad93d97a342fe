import { Effect, Option } from "effect"
import { CurrentActor } from "../access/Actor.js"
import { Unauthenticated } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"
import { SessionRepository } from "./SessionRepository.js"

/**
 * Locks the account of a user who acts by an access token, as part of a transaction that makes something that outlives the session. Fails
 * with `Unauthenticated` if that has ended since the token was checked: a request may take its time to arrive.
 */
export const lockSession = Effect.gen(function* () {
  const actor = yield* CurrentActor
  if (actor._tag === "Operator" || actor.tokenVersion === undefined) return
  const { sessionId, tokenVersion, userId } = actor
  const account = yield* (yield* AccountRepository).lock(userId)
  if (!Option.exists(account, (locked) => locked.tokenVersion === tokenVersion)) return yield* new Unauthenticated()
  if (sessionId === undefined) return
  const session = yield* (yield* SessionRepository).find(userId, sessionId)
  if (Option.isNone(session)) return yield* new Unauthenticated()
})
