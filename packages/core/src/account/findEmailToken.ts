import { Effect, Option } from "effect"
import { Secrets } from "../ports/Secrets.js"
import { fromMillis, now, toMillis } from "../values/Timestamp.js"
import { InvalidEmailToken } from "./AccountError.js"
import type { EmailTokenPurpose } from "./EmailToken.js"
import { EmailTokenRepository } from "./EmailTokenRepository.js"

/**
 * The stored form of a mailed token, used or not, or `InvalidEmailToken` when it is unknown or expired. An expired one is
 * removed, with those that expired before it, so that a clock that is set back revives none that was refused once. Not
 * within a transaction: the failure would undo that.
 */
export const findEmailToken = Effect.fnUntraced(function* (purpose: EmailTokenPurpose, token: string) {
  const tokens = yield* EmailTokenRepository
  const found = yield* tokens.find(purpose, yield* (yield* Secrets).hash(token))
  if (Option.isNone(found)) return yield* new InvalidEmailToken()
  if (found.value.expiresAt > (yield* now)) return found.value
  yield* tokens.removeExpired(fromMillis(toMillis(found.value.expiresAt) + 1))
  return yield* new InvalidEmailToken()
})
