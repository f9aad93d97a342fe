import { Effect, Option, Schema } from "effect"
import { requestMail } from "../ports/MailQueue.js"
import { transactional } from "../ports/Transactor.js"
import { recordOwnSecurityEvent } from "../security/recordSecurityEvent.js"
import { decodeInput } from "../values/InvalidInput.js"
import { now } from "../values/Timestamp.js"
import { InvalidEmailToken } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"
import { Email, normalizeEmail } from "./Email.js"
import { type EmailToken, EmailTokenRepository, findEmailToken } from "./EmailTokenRepository.js"
import { markVerified } from "./markVerified.js"

const verify = Effect.fnUntraced(function* (found: EmailToken) {
  const tokens = yield* EmailTokenRepository
  const accounts = yield* AccountRepository
  const at = yield* now
  // The account is locked first, so that two of its links opened at once do not wait for each other's tokens.
  const account = yield* accounts.lock(found.userId)
  if (Option.isSome(account) && account.value.verifiedAt !== null) return
  if (Option.isNone(account) || !(yield* tokens.consume(found.hash, at))) return yield* new InvalidEmailToken()
  yield* markVerified(account.value, at)
  yield* recordOwnSecurityEvent("account.verified", found.userId)
})

/**
 * Verifies the address a token was mailed to and uses up all verification tokens of the account. Once the account is
 * verified, its tokens succeed until they expire and change nothing: mail scanners open links first, and people open an
 * older mail first. A disabled account stays disabled. Fails with `InvalidEmailToken`.
 */
export const verifyEmail = Effect.fnUntraced(function* (token: string) {
  const found = yield* findEmailToken("verification", token)
  yield* transactional(verify(found))
})

/** The address to verify, in any case. */
export const ResendVerification = Schema.Struct({ email: Email })
export type ResendVerification = typeof ResendVerification.Encoded

const decode = decodeInput(ResendVerification)

/**
 * Queues another verification mail. Only an unverified account that is not disabled gets it. That is decided at
 * delivery, so that all addresses answer alike, write alike and take equally long. Fails with `InvalidInput` if it is
 * not an address.
 */
export const resendVerification = Effect.fnUntraced(function* (input: ResendVerification) {
  const { email } = yield* decode(input)
  yield* transactional(requestMail("verification", normalizeEmail(email)))
})
