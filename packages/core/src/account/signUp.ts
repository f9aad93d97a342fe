import { Effect, Option, Schema } from "effect"
import type { Invitation } from "../invitation/Invitation.js"
import { InvitationRepository } from "../invitation/InvitationRepository.js"
import { requestMail } from "../ports/MailQueue.js"
import { CaptchaVerifier } from "../ports/CaptchaVerifier.js"
import { Ids } from "../ports/Ids.js"
import { Secrets } from "../ports/Secrets.js"
import { transactional } from "../ports/Transactor.js"
import { recordOwnSecurityEvent } from "../security/recordSecurityEvent.js"
import { decodeInput, invalid } from "../values/InvalidInput.js"
import { Name, optional, PlainString, text } from "../values/Text.js"
import { now } from "../values/Timestamp.js"
import { type Account, newAccount } from "./Account.js"
import { EmailTaken } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"
import { Email, normalizeEmail } from "./Email.js"
import { EmailTokenRepository } from "./EmailTokenRepository.js"
import { LanguageInput } from "./language.js"
import { bindInvitations } from "./markVerified.js"
import { NewPassword } from "./Password.js"
import { hashNewPassword } from "./PasswordDenylist.js"
import { requirePasswordSignIn } from "./PasswordSignIn.js"
import { requireUnreserved } from "./requireUnreserved.js"
import { UserId } from "./User.js"

/**
 * A name of 1 to 255 characters, an ASCII address of at most 254, a password of 8 characters to 72 bytes in UTF-8, the
 * token of the CAPTCHA (at most 8192 characters), which is read only if a CAPTCHA is configured, the token of a mailed
 * invitation, and the language of mails. An invitation that has ended, or that was sent to another address, counts as absent.
 */
export const SignUp = Schema.Struct({
  name: Name,
  email: Email,
  password: NewPassword,
  captchaToken: optional(text(8192)),
  invitation: optional(PlainString),
  language: optional(LanguageInput)
})
export type SignUp = typeof SignUp.Encoded

const decode = decodeInput(SignUp)

/** The open invitation of the address that the token is of; null if there is none. */
const findInvitation = Effect.fnUntraced(function* (token: string | undefined, { createdAt, email }: Account) {
  if (token === undefined) return null
  const invitations = yield* InvitationRepository
  const found = Option.getOrNull(yield* invitations.findByToken(yield* (yield* Secrets).hash(token)))
  if (found === null || found.email === null || normalizeEmail(found.email) !== normalizeEmail(email)) return null
  return found.expiresAt !== null && found.expiresAt > createdAt ? found : null
})

/** Stores the account of the owner of an invited address. An account that was never verified is theirs. */
const storeInvited = Effect.fnUntraced(function* (account: Account, { boardId, id, workspaceId }: Invitation) {
  const accounts = yield* AccountRepository
  const tokens = yield* EmailTokenRepository
  const { createdAt: at } = account
  const earlier = Option.getOrNull(yield* accounts.findByEmail(normalizeEmail(account.email)))
  const by = { by: "invitation" }
  if (earlier === null) {
    yield* accounts.insert({ ...account, verifiedAt: at })
    yield* requireUnreserved(account, account.createdAt)
    yield* recordOwnSecurityEvent("account.created", account.id, null, by)
  } else {
    if (!(yield* accounts.claim(earlier.id, account, at))) return yield* new EmailTaken()
    yield* tokens.consumeAll(earlier.id, "verification", at)
    yield* tokens.consumeAll(earlier.id, "reset", at)
    yield* recordOwnSecurityEvent("password.reset", earlier.id, null, by)
  }
  yield* recordOwnSecurityEvent("account.verified", (earlier ?? account).id, null, by)
  yield* bindInvitations(earlier ?? account, at)
  return { id, boardId, workspaceId }
})

/**
 * Creates an unverified account and queues the verification mail, in one transaction. With the token of an invitation that
 * was mailed to the address, the account is verified at once, no mail is sent, and the result has the invitation; it is null
 * otherwise. An account of that address that was never verified then gets the name, the password and the language.
 * Fails with `InvalidInput`, `PasswordSignInOff`, `EmailTaken`, `HashingBusy` or `CaptchaUnavailable`.
 */
export const signUp = Effect.fnUntraced(function* (input: SignUp) {
  const accounts = yield* AccountRepository
  const { captchaToken, email, invitation: token, language = null, name, password } = yield* decode(input)
  yield* requirePasswordSignIn
  if (!(yield* (yield* CaptchaVerifier).verify(captchaToken))) {
    return yield* invalid(["captchaToken"], "was not accepted")
  }
  const passwordHash = yield* hashNewPassword(password)
  const id = UserId.make(yield* (yield* Ids).next)
  const given = { id, name, email, passwordHash, createdAt: yield* now, verifiedAt: null }
  const account = { ...newAccount(given), language }
  const invitation = yield* transactional(
    Effect.gen(function* () {
      const found = yield* findInvitation(token, account)
      if (found !== null) return yield* storeInvited(account, found)
      yield* accounts.insert(account)
      yield* requireUnreserved(account, account.createdAt)
      yield* recordOwnSecurityEvent("account.created", id)
      yield* requestMail("verification", normalizeEmail(email))
      return null
    })
  )
  return { invitation }
})
