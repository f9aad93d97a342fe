import { Effect, Option } from "effect"
import { transactional } from "../ports/Transactor.js"
import { now } from "../values/Timestamp.js"
import { InvalidEmailToken } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"
import type { EmailToken } from "./EmailToken.js"
import { EmailTokenRepository } from "./EmailTokenRepository.js"
import { findEmailToken } from "./findEmailToken.js"

const isVerified = Effect.fnUntraced(function* (userId: Parameters<typeof AccountRepository.Service.find>[0]) {
  const account = yield* (yield* AccountRepository).find(userId)
  return Option.isSome(account) && account.value.verifiedAt !== null
})

const verify = Effect.fnUntraced(function* (found: EmailToken) {
  const tokens = yield* EmailTokenRepository
  const accounts = yield* AccountRepository
  // Two links of one account opened at once would wait for each other's tokens.
  yield* accounts.lock(found.userId)
  if (yield* tokens.consume(found.hash, yield* now)) {
    yield* accounts.markVerified(found.userId, yield* now)
    yield* tokens.removeUnused(found.userId, "verification")
    return
  }
  if (!(yield* isVerified(found.userId))) return yield* new InvalidEmailToken()
})

/**
 * Verifies the address a token was mailed to and ends the account's other verification tokens. A used token that has
 * not expired succeeds again, because mail scanners open links before people do. A disabled account stays disabled.
 * Fails with `InvalidEmailToken`.
 */
export const verifyEmail = Effect.fnUntraced(function* (token: string) {
  const found = yield* findEmailToken("verification", token)
  yield* transactional(verify(found))
})
