import { Duration, Effect, Option, Schema } from "effect"
import { CalendarRepository } from "../calendarLink/CalendarRepository.js"
import { requestMail } from "../ports/MailQueue.js"
import { Secrets } from "../ports/Secrets.js"
import { transactional } from "../ports/Transactor.js"
import { recordOwnSecurityEvent } from "../security/recordSecurityEvent.js"
import { decodeInput } from "../values/InvalidInput.js"
import { PlainString } from "../values/Text.js"
import { fromMillis, now, type Timestamp, toMillis } from "../values/Timestamp.js"
import type { Account } from "./Account.js"
import { EmailTaken, InvalidEmailToken } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"
import { normalizeEmail } from "./Email.js"
import { type EmailChange, EmailChangeRepository } from "./EmailChangeRepository.js"
import { EmailTokenRepository } from "./EmailTokenRepository.js"
import { IdentityRepository } from "./IdentityRepository.js"
import { removeApiTokens } from "./makeApiToken.js"
import { markVerified } from "./markVerified.js"
import { requireUnreserved } from "./requireUnreserved.js"

/** The token of the link (any text: a wrong one is `InvalidEmailToken`). */
export const EmailChangeToken = Schema.Struct({ token: PlainString })
export type EmailChangeToken = typeof EmailChangeToken.Encoded

const decode = decodeInput(EmailChangeToken)

/** How long a confirmed change is stored before the mail to the old address is sent: longer than that is tried. */
const STORED = Duration.toMillis("96 hours")

const findOpen = Effect.fnUntraced(function* (hash: string, isConfirmed: boolean) {
  const found = Option.getOrNull(yield* (yield* EmailChangeRepository).findByToken(hash))
  if (found === null || found.endedAt !== null || (found.confirmedAt !== null) !== isConfirmed) {
    return yield* new InvalidEmailToken()
  }
  return found.expiresAt > (yield* now) ? found : yield* new InvalidEmailToken()
})

/** Changes the account by the open change that the token is of, both locked, in a transaction. */
const changeBy = Effect.fnUntraced(function* <E, R>(
  input: EmailChangeToken,
  isConfirmed: boolean,
  work: (change: EmailChange, account: Account, at: Timestamp) => Effect.Effect<void, E, R>
) {
  const accounts = yield* AccountRepository
  const hash = yield* (yield* Secrets).hash((yield* decode(input)).token)
  const { userId } = yield* findOpen(hash, isConfirmed)
  yield* transactional(
    Effect.gen(function* () {
      const account = Option.getOrNull(yield* accounts.lock(userId))
      // Read again: of two calls at once the second sees what the first has done.
      const change = yield* findOpen(hash, isConfirmed)
      if (account === null || account.disabledAt !== null) return yield* new InvalidEmailToken()
      yield* work(change, account, yield* now)
    })
  )
})

/** Gives a locked account the address, which is verified, and ends its access tokens and reset tokens. */
const setEmail = Effect.fnUntraced(function* (id: Account["id"], email: string, at: Timestamp) {
  if (!(yield* (yield* AccountRepository).replaceEmail(id, email))) return yield* new EmailTaken()
  yield* (yield* EmailTokenRepository).consumeAll(id, "reset", at)
  yield* markVerified({ id, email }, at)
})

/**
 * Gives an account the address that the token was mailed to. Ends every access token and reset token of the account, and queues
 * a mail to the old address whose link undoes it. A request ends earlier with whatever ends every access token, such as a new
 * password. Fails with `InvalidInput`, `InvalidEmailToken`, or `EmailTaken` if another account has the address meanwhile.
 */
export const confirmEmail = (input: EmailChangeToken) =>
  changeBy(input, false, (change, { id, tokenVersion }, at) =>
    Effect.gen(function* () {
      const changes = yield* EmailChangeRepository
      if (tokenVersion !== change.tokenVersion) return yield* new InvalidEmailToken()
      yield* setEmail(id, change.email, at)
      yield* requireUnreserved({ id, email: change.email }, at)
      yield* recordOwnSecurityEvent("email.changed", id, null, { from: change.previousEmail, to: change.email })
      yield* changes.confirm(change.id, at, fromMillis(toMillis(at) + STORED))
      yield* requestMail("emailChanged", normalizeEmail(change.previousEmail), change.id)
    })
  )

/**
 * Gives an account back the old address, which the token was mailed to. Ends every access token, API token, calendar link and reset token of the account,
 * later changes of its address, and requests for one, and removes the identities that were linked since the change was
 * confirmed. Until its link expires no one else can sign up with the old address. Fails with `InvalidInput`,
 * `InvalidEmailToken` or `EmailTaken`.
 */
export const undoEmail = (input: EmailChangeToken) =>
  changeBy(input, true, (change, { email, id }, at) =>
    Effect.gen(function* () {
      yield* setEmail(id, change.previousEmail, at)
      yield* recordOwnSecurityEvent("email.restored", id, null, { from: email, to: change.previousEmail })
      yield* (yield* EmailChangeRepository).end(id, change.tokenVersion, at)
      // The thief of an account may have made some.
      yield* (yield* IdentityRepository).removeSince(id, change.confirmedAt ?? at)
      yield* (yield* EmailTokenRepository).consumeAll(id, "signin", at)
      yield* removeApiTokens(id)
      yield* (yield* CalendarRepository).removeOf(id)
    })
  )
