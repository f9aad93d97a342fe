import { Effect, Schema } from "effect"
import { requestMail } from "../ports/MailQueue.js"
import { CaptchaVerifier } from "../ports/CaptchaVerifier.js"
import { Ids } from "../ports/Ids.js"
import { transactional } from "../ports/Transactor.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { Name, optional, text } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { newAccount } from "./Account.js"
import { AccountRepository } from "./AccountRepository.js"
import { Email, normalizeEmail } from "./Email.js"
import { NewPassword } from "./Password.js"
import { hashNewPassword } from "./PasswordDenylist.js"
import { UserId } from "./User.js"

/**
 * A name of 1 to 255 characters, an ASCII address of at most 254, a password of 8 characters to 72 bytes in UTF-8, and
 * the token of the CAPTCHA (at most 8192 characters), which is read only if a CAPTCHA is configured.
 */
export const SignUp = Schema.Struct({
  name: Name,
  email: Email,
  password: NewPassword,
  captchaToken: optional(text(8192))
})
export type SignUp = typeof SignUp.Encoded

const decode = decodeInput(SignUp)

/**
 * Creates an unverified account and queues the verification mail, in one transaction.
 * Fails with `InvalidInput`, `EmailTaken`, `HashingBusy` or `CaptchaUnavailable`.
 */
export const signUp = Effect.fnUntraced(function* (input: SignUp) {
  const accounts = yield* AccountRepository
  const { captchaToken, email, name, password } = yield* decode(input)
  if (!(yield* (yield* CaptchaVerifier).verify(captchaToken))) {
    return yield* invalid(["captchaToken"], "was not accepted")
  }
  const passwordHash = yield* hashNewPassword(password)
  const id = UserId.make(yield* (yield* Ids).next)
  const createdAt = yield* now
  yield* transactional(
    Effect.zipRight(
      accounts.insert(newAccount({ id, name, email, passwordHash, createdAt, verifiedAt: null })),
      requestMail("verification", normalizeEmail(email))
    )
  )
})
