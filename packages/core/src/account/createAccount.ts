import { Effect, Schema } from "effect"
import { requireOperator } from "../access/Actor.js"
import { requestMail } from "../ports/MailQueue.js"
import { Ids } from "../ports/Ids.js"
import { PasswordHasher } from "../ports/PasswordHasher.js"
import { transactional } from "../ports/Transactor.js"
import { decodeInput } from "../values/InvalidInput.js"
import { Flag, Name, optional } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { toDetails } from "./Account.js"
import { AccountRepository } from "./AccountRepository.js"
import { Email, normalizeEmail } from "./Email.js"
import { newAccount } from "./newAccount.js"
import { NewPassword } from "./Password.js"
import { UserId } from "./User.js"

/** The rules of `SignUp`; `verified` (default: false) takes the place of the mail. */
export const CreateAccount = Schema.Struct({
  name: Name,
  email: Email,
  password: NewPassword,
  verified: optional(Flag)
})
export type CreateAccount = typeof CreateAccount.Encoded

const decode = decodeInput(CreateAccount)

/**
 * Makes an account by the rules of signing up, without a CAPTCHA. One that is not made `verified` (default: false) gets
 * the verification mail, both or neither. For the operator.
 * Fails with `Forbidden`, `InvalidInput`, `EmailTaken` or `HashingBusy`.
 */
export const createAccount = Effect.fnUntraced(function* (input: CreateAccount) {
  yield* requireOperator("create accounts")
  const accounts = yield* AccountRepository
  const { email, name, password, verified = false } = yield* decode(input)
  const passwordHash = yield* (yield* PasswordHasher).hash(password)
  const id = UserId.make(yield* (yield* Ids).next)
  const createdAt = yield* now
  const account = newAccount({ id, name, email, passwordHash, createdAt, verifiedAt: verified ? createdAt : null })
  const invite = verified ? Effect.void : requestMail("verification", normalizeEmail(email))
  yield* transactional(Effect.zipRight(accounts.insert(account), invite))
  return toDetails(account)
})
