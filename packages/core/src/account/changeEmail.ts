import { Duration, Effect, Schema } from "effect"
import { Ids } from "../ports/Ids.js"
import { requestMail } from "../ports/MailQueue.js"
import { transactional } from "../ports/Transactor.js"
import { recordSecurityEvent } from "../security/recordSecurityEvent.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { fromMillis, now, toMillis } from "../values/Timestamp.js"
import { checkOwnPassword, lockChecked } from "./checkOwnPassword.js"
import { Email, normalizeEmail } from "./Email.js"
import { EmailChangeRepository } from "./EmailChangeRepository.js"
import { OfferedPassword } from "./Password.js"

/** The new address, and the password as it is (any text). */
export const ChangeEmail = Schema.Struct({ email: Email, password: OfferedPassword })
export type ChangeEmail = typeof ChangeEmail.Encoded

const decode = decodeInput(ChangeEmail)

/** How long a request that was never mailed is stored: longer than its mail is tried. */
const STORED = Duration.toMillis("72 hours")

/**
 * Queues a mail to a new address of the caller, whose link confirms it. It replaces the caller's earlier requests. Whether an
 * account has the address is decided at delivery, so that all addresses answer alike, write alike and take equally long. Wrong
 * passwords count as failed sign-ins.
 * Fails with `InvalidInput` (also for a wrong password and for the address that the account has), `Unauthenticated`,
 * `RateLimited` or `HashingBusy`.
 */
export const changeEmail = Effect.fnUntraced(function* (input: ChangeEmail) {
  const changes = yield* EmailChangeRepository
  const { email, password } = yield* decode(input)
  const account = yield* checkOwnPassword(password, "password")
  const { email: previousEmail, id: userId, tokenVersion } = account
  if (normalizeEmail(email) === normalizeEmail(previousEmail)) {
    return yield* invalid(["email"], "is the address of the account already")
  }
  const id = yield* (yield* Ids).next
  const createdAt = yield* now
  const expiresAt = fromMillis(toMillis(createdAt) + STORED)
  const request = {
    id,
    userId,
    email,
    previousEmail,
    tokenVersion,
    createdAt,
    confirmedAt: null,
    endedAt: null,
    expiresAt
  }
  yield* transactional(
    Effect.gen(function* () {
      yield* lockChecked(account)
      yield* changes.insert(request)
      yield* recordSecurityEvent("email.changeRequested", userId, null, { to: email })
      yield* requestMail("emailChange", normalizeEmail(email), id)
    })
  )
})
