import { Effect, Schema } from "effect"
import { requireOperator } from "../access/Actor.js"
import { transactional } from "../ports/Transactor.js"
import { recordSecurityEvent } from "../security/recordSecurityEvent.js"
import { decodeInput } from "../values/InvalidInput.js"
import { now } from "../values/Timestamp.js"
import { toDetails } from "./Account.js"
import { AccountRepository } from "./AccountRepository.js"
import { loadAccount, lockAccount } from "./administerAccounts.js"
import { EmailTokenRepository } from "./EmailTokenRepository.js"
import { NewPassword } from "./Password.js"
import { hashNewPassword } from "./PasswordDenylist.js"
import { endThrottle } from "./throttleSignIn.js"

/** A password of 8 characters to 72 bytes, as for signing up. */
export const SetPassword = Schema.Struct({ password: NewPassword })
export type SetPassword = typeof SetPassword.Encoded

const decode = decodeInput(SetPassword)

/**
 * Sets a new password and ends every access token and reset token of the account. The account is neither verified nor
 * enabled by that; its sign-ins are no longer throttled. For the operator.
 * Fails with `Forbidden`, `InvalidInput`, `NotFound` or `HashingBusy`.
 */
export const setPassword = Effect.fnUntraced(function* (idOrEmail: string, input: SetPassword) {
  yield* requireOperator("set passwords")
  const accounts = yield* AccountRepository
  const tokens = yield* EmailTokenRepository
  const { password } = yield* decode(input)
  const { id } = yield* loadAccount(idOrEmail)
  const passwordHash = yield* hashNewPassword(password)
  const account = yield* transactional(
    Effect.gen(function* () {
      const locked = yield* lockAccount(id)
      yield* accounts.replacePassword(id, passwordHash)
      yield* tokens.consumeAll(id, "reset", yield* now)
      yield* recordSecurityEvent("password.changed", id)
      return locked
    })
  )
  yield* endThrottle(account)
  return toDetails(account)
})
