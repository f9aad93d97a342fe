import { Effect, Option, Schema } from "effect"
import { requireUser } from "../access/Actor.js"
import { PasswordHasher } from "../ports/PasswordHasher.js"
import { transactional } from "../ports/Transactor.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { now } from "../values/Timestamp.js"
import { InvalidCredentials, Unauthenticated } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"
import { normalizeEmail } from "./Email.js"
import { EmailTokenRepository } from "./EmailTokenRepository.js"
import { NewPassword, OfferedPassword } from "./Password.js"
import { hashNewPassword } from "./PasswordDenylist.js"
import { startSession } from "./startSession.js"
import { throttleSignIn } from "./throttleSignIn.js"

/** The password as it is (any text), and the new one, of 8 characters to 72 bytes. */
export const ChangePassword = Schema.Struct({ currentPassword: OfferedPassword, newPassword: NewPassword })
export type ChangePassword = typeof ChangePassword.Encoded

const decode = decodeInput(ChangePassword)

/**
 * Sets a new password for the caller and ends every other access token and every reset token of the account. Returns the
 * access token of a new session. Wrong passwords count as failed sign-ins.
 * Fails with `InvalidInput` (also for a wrong `currentPassword`), `Unauthenticated`, `RateLimited` or `HashingBusy`.
 */
export const changePassword = Effect.fnUntraced(function* (input: ChangePassword) {
  const accounts = yield* AccountRepository
  const hasher = yield* PasswordHasher
  const userId = yield* requireUser
  const { currentPassword, newPassword } = yield* decode(input)
  const found = yield* accounts.find(userId)
  if (Option.isNone(found)) return yield* new Unauthenticated()
  const account = found.value
  const check = Effect.flatMap(hasher.verify(currentPassword, account.passwordHash), (matches) =>
    matches ? Effect.succeed(account) : new InvalidCredentials()
  )
  yield* throttleSignIn(normalizeEmail(account.email), Option.some(userId), check).pipe(
    Effect.catchTag("InvalidCredentials", () => invalid(["currentPassword"], "is not the password of the account"))
  )
  const passwordHash = yield* hashNewPassword(newPassword, "newPassword")
  yield* transactional(
    Effect.gen(function* () {
      const locked = yield* accounts.lock(userId)
      // A version raised meanwhile has ended the caller's session.
      const isCurrent = Option.exists(locked, ({ tokenVersion }) => tokenVersion === account.tokenVersion)
      if (!isCurrent) return yield* new Unauthenticated()
      yield* accounts.replacePassword(userId, passwordHash)
      yield* (yield* EmailTokenRepository).consumeAll(userId, "reset", yield* now)
    })
  )
  return { token: yield* startSession({ ...account, tokenVersion: account.tokenVersion + 1 }) }
})
