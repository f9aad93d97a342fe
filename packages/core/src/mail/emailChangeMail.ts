import { Clock, Duration, Effect, Option } from "effect"
import type { Account } from "../account/Account.js"
import { AccountRepository } from "../account/AccountRepository.js"
import { normalizeEmail } from "../account/Email.js"
import { type EmailChange, type EmailChangePurpose, EmailChangeRepository } from "../account/EmailChangeRepository.js"
import { Links } from "../ports/Links.js"
import type { MailJob } from "../ports/MailQueue.js"
import { Secrets } from "../ports/Secrets.js"
import { fromMillis } from "../values/Timestamp.js"
import type { MailTexts } from "./texts/en.js"
import { textsIn } from "./texts/textsIn.js"
import { writeMail } from "./writeMail.js"

/** How long the link is valid, from its sending. */
const LIFETIME: Record<EmailChangePurpose, Duration.Duration> = {
  emailChange: Duration.hours(24),
  emailChanged: Duration.hours(48)
}

/** The account of the change, if its mail is still of use. */
const findAccount = Effect.fnUntraced(function* (change: EmailChange, purpose: EmailChangePurpose) {
  if (change.endedAt !== null || (change.confirmedAt === null) !== (purpose === "emailChange")) return null
  const account = Option.getOrNull(yield* (yield* AccountRepository).find(change.userId))
  if (account === null || account.disabledAt !== null) return null
  return purpose === "emailChanged" || account.tokenVersion === change.tokenVersion ? account : null
})

const confirming = ({ name }: Account, { email }: EmailChange, href: string, texts: MailTexts) => {
  const { action, otherwise, reason, subject } = texts.emailChange
  const closing = [texts.linkIsValid(Duration.toHours(LIFETIME.emailChange)), otherwise]
  return writeMail({ name, email }, texts, { subject, reason, link: { action, href }, closing })
}

const undoing = ({ name }: Account, { previousEmail: email }: EmailChange, href: string, texts: MailTexts) => {
  const { action, otherwise, reason, subject } = texts.emailChanged
  const valid = texts.linkIsValid(Duration.toHours(LIFETIME.emailChanged))
  const closing = [texts.ifItWasYou, `${otherwise} ${valid}`]
  return writeMail({ name, email }, texts, { subject, reason, link: { action, href }, closing })
}

/**
 * The effect that composes the mail of a change of address with a new token, which ends the one before. Null if the change has
 * ended, and to a new address that an account has: its owner is not bothered.
 */
export const emailChangeMail = Effect.fnUntraced(function* (
  { email, subjectId }: MailJob,
  purpose: EmailChangePurpose,
  owner: Option.Option<Account>
) {
  const changes = yield* EmailChangeRepository
  const change = Option.getOrNull(yield* changes.find(subjectId ?? ""))
  if (change === null || (purpose === "emailChange" && Option.isSome(owner))) return null
  const to = purpose === "emailChange" ? change.email : change.previousEmail
  const account = normalizeEmail(to) === email ? yield* findAccount(change, purpose) : null
  if (account === null) return null
  return Effect.gen(function* () {
    const links = yield* Links
    const { hash, token } = yield* (yield* Secrets).mint
    const expiresAt = fromMillis((yield* Clock.currentTimeMillis) + Duration.toMillis(LIFETIME[purpose]))
    yield* changes.setToken(change.id, purpose, hash, expiresAt)
    const texts = yield* textsIn(account.language)
    return purpose === "emailChange"
      ? confirming(account, change, links.confirmEmail(token), texts)
      : undoing(account, change, links.undoEmail(token), texts)
  })
})
