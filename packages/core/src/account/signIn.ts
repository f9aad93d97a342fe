import { Effect, Option, Schema } from "effect"
import { PasswordHasher } from "../ports/PasswordHasher.js"
import { decodeInput } from "../values/InvalidInput.js"
import { isUnstorable, PlainString } from "../values/Text.js"
import { toProfile } from "./Account.js"
import { EmailNotVerified, InvalidCredentials } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"
import { normalizeEmail } from "./Email.js"
import { OfferedPassword } from "./Password.js"
import { requirePasswordSignIn } from "./PasswordSignIn.js"
import { recordSignIn } from "./recordSignIn.js"
import { startSession } from "./startSession.js"
import { throttleSignIn } from "./throttleSignIn.js"

/** Any two texts: a malformed address or password is wrong, not invalid. */
export const SignIn = Schema.Struct({
  email: PlainString,
  password: OfferedPassword
})
export type SignIn = typeof SignIn.Encoded

const decode = decodeInput(SignIn)

/**
 * Checks address and password, starts a session and returns its access token with the profile. An unknown address, a
 * wrong password and a disabled account fail alike and take equally long (OWASP Authentication Cheat Sheet). After too
 * many failures further attempts have to wait, except from a client that has signed in before; then no password is checked.
 * Fails with `InvalidInput`, `PasswordSignInOff`, `InvalidCredentials`, `EmailNotVerified` (only to the right password), `RateLimited` or
 * `HashingBusy`.
 */
export const signIn = Effect.fnUntraced(function* (input: SignIn) {
  const accounts = yield* AccountRepository
  const hasher = yield* PasswordHasher
  const { email, password } = yield* decode(input)
  yield* requirePasswordSignIn
  const normalized = normalizeEmail(email)
  const found = isUnstorable(email) ? Option.none() : yield* accounts.findByEmail(normalized)
  const check = Effect.gen(function* () {
    const matches = yield* hasher.verify(password, Option.isSome(found) ? found.value.passwordHash : null)
    if (Option.isNone(found) || !matches || found.value.disabledAt !== null) return yield* new InvalidCredentials()
    if (found.value.verifiedAt === null) return yield* new EmailNotVerified()
    return found.value
  })
  const userId = Option.map(found, ({ id }) => id)
  const account = yield* throttleSignIn(normalized, userId, check)
  const token = yield* startSession(account, (id) => recordSignIn(account.id, id))
  return { token, user: toProfile(account) }
})
