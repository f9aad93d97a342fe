import { Effect, Option } from "effect"
import { transactional } from "../ports/Transactor.js"
import { now } from "../values/Timestamp.js"
import { InvalidEmailToken } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"
import { type EmailToken, EmailTokenRepository, findEmailToken } from "./EmailTokenRepository.js"

const verify = Effect.fnUntraced(function* (found: EmailToken) {
  const tokens = yield* EmailTokenRepository
  const accounts = yield* AccountRepository
  const at = yield* now
  // Two links of one account opened at once would wait for each other's tokens.
  const account = yield* accounts.lock(found.userId)
  if (Option.isSome(account) && account.value.verifiedAt !== null) return
  if (!(yield* tokens.consume(found.hash, at))) return yield* new InvalidEmailToken()
  yield* accounts.markVerified(found.userId, at)
  yield* tokens.consumeAll(found.userId, "verification", at)
})

/**
 * Verifies the address a token was mailed to and uses up all verification tokens of the account. Once the account is
 * verified, each of them succeeds until it expires and changes nothing: mail scanners open links before people do, and
 * people open an older mail first. A disabled account stays disabled.
 * Fails with `InvalidEmailToken`.
 */
export const verifyEmail = Effect.fnUntraced(function* (token: string) {
  const found = yield* findEmailToken("verification", token)
  yield* transactional(verify(found))
})
