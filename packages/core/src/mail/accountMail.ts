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
import { type MailContent, plainName, writeMail } from "./writeMail.js"

/** The account that may get mail. */
const findAccount = Effect.fnUntraced(function* (id: UserId) {
  const account = Option.getOrNull(yield* (yield* AccountRepository).find(id))
  return account === null || account.disabledAt !== null || account.verifiedAt === null ? null : account
})

const timeOf = (at: Timestamp): string => `${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`

/** An address of a client; a host may have other names for its clients. */
const ADDRESS = /^[\da-f.:/]{1,49}$/i

/** When, and from which client as far as it is known: "on 2027-03-01 at 12:00 UTC, with Firefox on Linux". */
const circumstances = ({ at, client, userAgent }: SecurityEvent): string => {
  const browser = browserOf(userAgent ?? "")
  const address = client !== null && ADDRESS.test(client) ? `, from the address ${client}` : ""
  return `on ${timeOf(at)}${browser === null ? "" : `, with ${browser}`}${address}`
}

const tokenName = (name: string | null | undefined): string => {
  const plain = plainName(name ?? "")
  return plain === null ? "" : ` "${plain}"`
}

type Wording = Pick<MailContent, "subject" | "reason" | "closing">

const signedIn = (event: SecurityEvent): Wording => ({
  subject: "A sign-in from a new device",
  reason: `someone, hopefully you, signed in to your Boardwright account ${circumstances(event)}. It was the first time from such a device.`,
  closing: [
    "If it was you, there is nothing to do.",
    "If it was not you, set a new password and sign out everywhere.",
    "Choose on your account page which mails you get."
  ]
})

const tokenCreated = (event: SecurityEvent): Wording => ({
  subject: "A new API token",
  reason: `the API token${tokenName(event.detail["name"])} was created for your Boardwright account ${circumstances(event)}. Its scopes: ${event.detail["scopes"] ?? "unknown"}.`,
  closing: [
    "If it was you, there is nothing to do.",
    "If it was not you, revoke the token, set a new password and sign out everywhere."
  ]
})

const tokenExpiring = ({ name }: ApiToken, expiresAt: Timestamp): Wording => ({
  subject: "An API token expires in a week",
  reason: `the API token${tokenName(name)} of your Boardwright account expires on ${timeOf(expiresAt)}. Programs that use it are refused from then on.`,
  closing: ["If they are still needed, give them a new token before."]
})

/** The user and the wording of the mail; null if nothing is to be said. */
const wordingOf = Effect.fnUntraced(function* (purpose: AccountMailPurpose, subjectId: string) {
  if (purpose === "tokenExpiring") {
    const token = Option.getOrNull(yield* (yield* ApiTokenRepository).find(ApiTokenId.make(subjectId)))
    const isOn = yield* NotificationMails
    if (!isOn || token === null || token.expiresAt === null || token.expiresAt <= (yield* now)) return null
    return { userId: token.userId, wording: tokenExpiring(token, token.expiresAt) }
  }
  const event = Option.getOrNull(yield* (yield* SecurityEventRepository).find(subjectId))
  if (event === null) return null
  return { userId: event.userId, wording: purpose === "signedIn" ? signedIn(event) : tokenCreated(event) }
})

/** The mail about an account with the account as it is now; null if its user is not to get it. */
export const accountMail = Effect.fnUntraced(function* (purpose: AccountMailPurpose, subjectId: string) {
  const found = yield* wordingOf(purpose, subjectId)
  const account: Account | null = found === null ? null : yield* findAccount(found.userId)
  if (found === null || account === null) return null
  if (purpose === "signedIn" && account.notifications.signIn === false) return null
  const link = { action: "Open your account", href: (yield* Links).settings }
  return { email: account.email, mail: writeMail(account, { ...found.wording, link }) }
})
