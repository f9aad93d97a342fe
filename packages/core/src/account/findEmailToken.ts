import { Effect, Option } from "effect"
import { Secrets } from "../ports/Secrets.js"
import { now } from "../values/Timestamp.js"
import { InvalidEmailToken } from "./AccountError.js"
import type { EmailTokenPurpose } from "./EmailToken.js"
import { EmailTokenRepository } from "./EmailTokenRepository.js"

/** The stored form of a mailed token, used or not, or `InvalidEmailToken` when it is unknown or expired. */
export const findEmailToken = Effect.fnUntraced(function* (purpose: EmailTokenPurpose, token: string) {
  const tokens = yield* EmailTokenRepository
  const found = yield* tokens.find(purpose, yield* (yield* Secrets).hash(token))
  if (Option.isNone(found) || found.value.expiresAt <= (yield* now)) return yield* new InvalidEmailToken()
  return found.value
})
