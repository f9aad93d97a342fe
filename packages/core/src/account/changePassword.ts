import { Effect, Schema } from "effect"
import { transactional } from "../ports/Transactor.js"
import { recordSecurityEvent } from "../security/recordSecurityEvent.js"
import { decodeInput } from "../values/InvalidInput.js"
import { now } from "../values/Timestamp.js"
import { Unauthenticated } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"
import { checkOwnPassword, lockChecked } from "./checkOwnPassword.js"
import { EmailTokenRepository } from "./EmailTokenRepository.js"
import { NewPassword, OfferedPassword } from "./Password.js"
import { hashNewPassword } from "./PasswordDenylist.js"
import { requirePasswordSignIn } from "./PasswordSignIn.js"
import { startSession } from "./startSession.js"

/** The password as it is (any text), and the new one, of 8 characters to 72 bytes. */
export const ChangePassword = Schema.Struct({ currentPassword: OfferedPassword, newPassword: NewPassword })
export type ChangePassword = typeof ChangePassword.Encoded

const decode = decodeInput(ChangePassword)

/**
 * Sets a new password for the caller and ends every other access token and every reset token of the account. Returns the
 * access token of a new session. Wrong passwords count as failed sign-ins.
 * Fails with `InvalidInput` (also for a wrong `currentPassword`), `PasswordSignInOff`, `Unauthenticated`, `RateLimited` or `HashingBusy`.
 */
export const changePassword = Effect.fnUntraced(function* (input: ChangePassword) {
  const accounts = yield* AccountRepository
  const { currentPassword, newPassword } = yield* decode(input)
  yield* requirePasswordSignIn
  const account = yield* checkOwnPassword(currentPassword, "currentPassword")
  const passwordHash = yield* hashNewPassword(newPassword, "newPassword")
  yield* transactional(
    Effect.gen(function* () {
      yield* lockChecked(account)
      yield* accounts.replacePassword(account.id, passwordHash)
      yield* (yield* EmailTokenRepository).consumeAll(account.id, "reset", yield* now)
      yield* recordSecurityEvent("password.changed", account.id)
    })
  )
  const changed = { ...account, tokenVersion: account.tokenVersion + 1 }
  const token = yield* startSession(changed, () => Effect.void).pipe(
    Effect.catchTag("InvalidCredentials", () => new Unauthenticated())
  )
  return { token }
})
