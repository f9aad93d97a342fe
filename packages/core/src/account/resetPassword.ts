import { Effect, Option, Schema } from "effect"
import { PasswordHasher } from "../ports/PasswordHasher.js"
import { transactional } from "../ports/Transactor.js"
import { decodeInput } from "../values/InvalidInput.js"
import { now } from "../values/Timestamp.js"
import { InvalidEmailToken } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"
import { EmailTokenRepository, findEmailToken } from "./EmailTokenRepository.js"
import { NewPassword } from "./Password.js"
import { endThrottle } from "./throttleSignIn.js"

/** The token of the link (any text: a wrong one is `InvalidEmailToken`), and a password of 8 characters to 72 bytes. */
export const ResetPassword = Schema.Struct({
  token: Schema.String.annotations({ message: () => "must be a string" }),
  password: NewPassword
})
export type ResetPassword = typeof ResetPassword.Encoded

const decode = decodeInput(ResetPassword)

/**
 * Sets a new password by a mailed token, which works once, and ends every other reset token and every access token of
 * the account. A refused password leaves the token good. A token of a disabled account is as good as unknown: the
 * operator who disabled it has to enable it. Sign-ins of the account are not throttled any more, and never for the
 * client that set the password.
 * Fails with `InvalidInput`, `InvalidEmailToken` or `HashingBusy`.
 */
export const resetPassword = Effect.fnUntraced(function* (input: ResetPassword) {
  const tokens = yield* EmailTokenRepository
  const accounts = yield* AccountRepository
  const { password, token } = yield* decode(input)
  const found = yield* findEmailToken("reset", token)
  if (found.usedAt !== null) return yield* new InvalidEmailToken()
  const passwordHash = yield* (yield* PasswordHasher).hash(password)
  const account = yield* transactional(
    Effect.gen(function* () {
      // First, so that two tokens of one account at once do not wait for each other's rows.
      const account = yield* accounts.lock(found.userId)
      if (Option.isNone(account) || account.value.disabledAt !== null) return yield* new InvalidEmailToken()
      yield* accounts.replacePassword(found.userId, passwordHash)
      const at = yield* now
      if (!(yield* tokens.consume(found.hash, at))) return yield* new InvalidEmailToken()
      yield* tokens.consumeAll(found.userId, "reset", at)
      return account.value
    })
  )
  yield* endThrottle(account)
})
