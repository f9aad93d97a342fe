import { Effect, Option } from "effect"
import type { Account } from "../account/Account.js"
import { AccountRepository } from "../account/AccountRepository.js"
import { type ApiToken, ApiTokenId, ApiTokenRepository } from "../account/ApiTokenRepository.js"
import { browserOf } from "../account/deviceOf.js"
import type { UserId } from "../account/User.js"
import { NotificationMails } from "../ports/NotificationMails.js"
import { Links } from "../ports/Links.js"
import type { AccountMailPurpose } from "../ports/MailQueue.js"
import { type SecurityEvent, SecurityEventRepository } from "../security/SecurityEvent.js"
import { now, type Timestamp } from "../values/Timestamp.js"
import type { MailTexts } from "./texts/en.js"
import { textsIn } from "./texts/textsIn.js"
import { type MailContent, plainName, writeMail } from "./writeMail.js"

/** The account that may get mail. */
const findAccount = Effect.fnUntraced(function* (id: UserId) {
  const account = Option.getOrNull(yield* (yield* AccountRepository).find(id))
  return account === null || account.disabledAt !== null || account.verifiedAt === null ? null : account
})

/** An address of a client; a host may have other names for its clients. */
const ADDRESS = /^[\da-f.:/]{1,49}$/i

/** When, and from which client as far as it is known. */
const circumstancesOf = ({ at, client, userAgent }: SecurityEvent, { device }: MailTexts) => ({
  at,
  browser: browserOf(userAgent ?? "", device),
  address: client !== null && ADDRESS.test(client) ? client : null
})

type Wording = Pick<MailContent, "subject" | "reason" | "closing">

const signedIn = (event: SecurityEvent, texts: MailTexts): Wording => {
  const { otherwise, reason, subject } = texts.signedIn
  const closing = [texts.ifItWasYou, otherwise, texts.choose]
  return { subject, reason: reason(circumstancesOf(event, texts)), closing }
}

const tokenCreated = (event: SecurityEvent, texts: MailTexts): Wording => {
  const { otherwise, reason, subject } = texts.tokenCreated
  const { name, scopes } = event.detail
  return {
    subject,
    reason: reason(plainName(name ?? ""), scopes ?? null, circumstancesOf(event, texts)),
    closing: [texts.ifItWasYou, otherwise]
  }
}

const tokenExpiring = ({ name }: ApiToken, expiresAt: Timestamp, { tokenExpiring: texts }: MailTexts): Wording => ({
  subject: texts.subject,
  reason: texts.reason(plainName(name), expiresAt),
  closing: [texts.replace]
})

/**
 * The user and the wording of the mail by its texts, and whether it waits while the user has had too many; null if nothing is
 * to be said.
 */
const wordingOf = Effect.fnUntraced(function* (purpose: AccountMailPurpose, subjectId: string) {
  if (purpose === "tokenExpiring") {
    const token = Option.getOrNull(yield* (yield* ApiTokenRepository).find(ApiTokenId.make(subjectId)))
    const isOn = yield* NotificationMails
    if (!isOn || token === null || token.expiresAt === null || token.expiresAt <= (yield* now)) return null
    const { expiresAt, userId } = token
    return { userId, mayWait: true, wording: (texts: MailTexts) => tokenExpiring(token, expiresAt, texts) }
  }
  const event = Option.getOrNull(yield* (yield* SecurityEventRepository).find(subjectId))
  if (event === null) return null
  const { userId } = event
  if (purpose === "signedIn") return { userId, mayWait: false, wording: (texts: MailTexts) => signedIn(event, texts) }
  // An account has few tokens at a time, so that few mails wait, however many tokens are made and revoked.
  const token = yield* (yield* ApiTokenRepository).find(ApiTokenId.make(event.subjectId ?? ""))
  return { userId, mayWait: Option.isSome(token), wording: (texts: MailTexts) => tokenCreated(event, texts) }
})

/**
 * The mail about an account with the account as it is now, and whether it waits while the address has had too many; null if
 * its user is not to get it.
 */
export const accountMail = Effect.fnUntraced(function* (purpose: AccountMailPurpose, subjectId: string) {
  const found = yield* wordingOf(purpose, subjectId)
  const account: Account | null = found === null ? null : yield* findAccount(found.userId)
  if (found === null || account === null) return null
  if (purpose === "signedIn" && account.notifications.signIn === false) return null
  const texts = yield* textsIn(account.language)
  const link = { action: texts.openAccount, href: (yield* Links).settings }
  const mail = writeMail(account, texts, { ...found.wording(texts), link })
  return { email: account.email, mail, mayWait: found.mayWait }
})
