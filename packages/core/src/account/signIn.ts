import { Effect, Option, Schema } from "effect"
import { AccessTokens } from "../ports/AccessTokens.js"
import { PasswordHasher } from "../ports/PasswordHasher.js"
import { decodeInput } from "../values/InvalidInput.js"
import { isUnstorable } from "../values/Text.js"
import { toProfile } from "./Account.js"
import { EmailNotVerified, InvalidCredentials } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"
import { normalizeEmail } from "./Email.js"
import { OfferedPassword } from "./Password.js"

/** Any two texts: what is no address, and what could be no password, is wrong like any other and not invalid. */
export const SignIn = Schema.Struct({
  email: Schema.String.annotations({ message: () => "must be a string" }),
  password: OfferedPassword
})
export type SignIn = typeof SignIn.Encoded

const decode = decodeInput(SignIn)

/**
 * Checks address and password and answers an access token with the profile. An unknown address, a wrong
 * password and a disabled account fail alike and take alike long (OWASP Authentication Cheat Sheet).
 * Fails with `InvalidInput`, `InvalidCredentials`, `EmailNotVerified` (only to the right password) or `HashingBusy`.
 */
export const signIn = Effect.fnUntraced(function* (input: SignIn) {
  const accounts = yield* AccountRepository
  const hasher = yield* PasswordHasher
  const tokens = yield* AccessTokens
  const { email, password } = yield* decode(input)
  const account = isUnstorable(email) ? Option.none() : yield* accounts.findByEmail(normalizeEmail(email))
  const hash = Option.isSome(account) ? account.value.passwordHash : null
  const matches = yield* hasher.verify(password, hash)
  if (Option.isNone(account) || !matches || account.value.disabledAt !== null) return yield* new InvalidCredentials()
  const { id, tokenVersion, verifiedAt } = account.value
  if (verifiedAt === null) return yield* new EmailNotVerified()
  const token = yield* tokens.sign({ userId: id, email: account.value.email, ver: tokenVersion })
  return { token, user: toProfile(account.value) }
})
