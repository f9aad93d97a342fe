import { Effect, Option, Schema } from "effect"
import { requestMail } from "../ports/MailQueue.js"
import { transactional } from "../ports/Transactor.js"
import { recordOwnSecurityEvent } from "../security/recordSecurityEvent.js"
import { decodeInput } from "../values/InvalidInput.js"
import { PlainString } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { InvalidEmailToken } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"
import { Email, normalizeEmail } from "./Email.js"
import { EmailTokenRepository, findEmailToken } from "./EmailTokenRepository.js"
import { NewPassword } from "./Password.js"
import { hashNewPassword } from "./PasswordDenylist.js"
import { requirePasswordSignIn } from "./PasswordSignIn.js"
import { endThrottle } from "./throttleSignIn.js"

/** The address that the link is sent to, in any case. */
export const RequestPasswordReset = Schema.Struct({ email: Email })
export type RequestPasswordReset = typeof RequestPasswordReset.Encoded

const decodeRequest = decodeInput(RequestPasswordReset)

/**
 * Queues a password reset mail. Whether an account has the address is decided at delivery, so that known and unknown
 * addresses answer alike, write alike and take equally long (OWASP Forgot Password Cheat Sheet). A disabled account
 * gets no mail. Fails with `InvalidInput` if it is not an address, or `PasswordSignInOff`.
 */
export const requestPasswordReset = Effect.fnUntraced(function* (input: RequestPasswordReset) {
  const { email } = yield* decodeRequest(input)
  yield* requirePasswordSignIn
  yield* transactional(requestMail("reset", normalizeEmail(email)))
})

/** The token of the link (any text: a wrong one is `InvalidEmailToken`), and a password of 8 characters to 72 bytes. */
export const ResetPassword = Schema.Struct({
  token: PlainString,
  password: NewPassword
})
export type ResetPassword = typeof ResetPassword.Encoded

const decodeReset = decodeInput(ResetPassword)

/**
 * Sets a new password by a mailed single-use token, and ends every other reset token and every access token of the
 * account. A password that is refused does not use the token up. The token of a disabled account counts as unknown.
 * Sign-ins of the account are no longer throttled, and the client that set the password is remembered.
 * Fails with `InvalidInput`, `PasswordSignInOff`, `InvalidEmailToken` or `HashingBusy`.
 */
export const resetPassword = Effect.fnUntraced(function* (input: ResetPassword) {
  const tokens = yield* EmailTokenRepository
  const accounts = yield* AccountRepository
  const { password, token } = yield* decodeReset(input)
  yield* requirePasswordSignIn
  const found = yield* findEmailToken("reset", token)
  if (found.usedAt !== null) return yield* new InvalidEmailToken()
  const passwordHash = yield* hashNewPassword(password)
  const account = yield* transactional(
    Effect.gen(function* () {
      // The account is locked first, so that two of its tokens used at once do not wait for each other's rows.
      const account = yield* accounts.lock(found.userId)
      if (Option.isNone(account) || account.value.disabledAt !== null) return yield* new InvalidEmailToken()
      yield* accounts.replacePassword(found.userId, passwordHash)
      const at = yield* now
      if (!(yield* tokens.consume(found.hash, at))) return yield* new InvalidEmailToken()
      yield* tokens.consumeAll(found.userId, "reset", at)
      yield* recordOwnSecurityEvent("password.reset", found.userId)
      return account.value
    })
  )
  yield* endThrottle(account)
})
