import { Effect, Option } from "effect"
import type { Account } from "../account/Account.js"
import { AccountRepository } from "../account/AccountRepository.js"
import { normalizeEmail } from "../account/Email.js"
import { usersById } from "../account/faces.js"
import type { UserId } from "../account/User.js"
import { UserDirectory } from "../account/UserDirectory.js"
import { BoardRepository } from "../board/BoardRepository.js"
import { type Invitation, InvitationId, type InvitedPlace, placeOf } from "../invitation/Invitation.js"
import { InvitationRepository } from "../invitation/InvitationRepository.js"
import { Links } from "../ports/Links.js"
import { Mailer } from "../ports/Mailer.js"
import type { MailJob } from "../ports/MailQueue.js"
import { Secrets } from "../ports/Secrets.js"
import { now } from "../values/Timestamp.js"
import { WorkspaceRepository } from "../workspace/WorkspaceRepository.js"
import type { MailTexts } from "./texts/en.js"
import { textsIn } from "./texts/textsIn.js"
import { plainName, writeMail } from "./writeMail.js"

/** The invitation, if it is still pending for the address. */
const findPending = Effect.fnUntraced(function* ({ email, subjectId }: MailJob) {
  const invitations = yield* InvitationRepository
  const found = Option.getOrNull(yield* invitations.find(InvitationId.make(subjectId ?? "")))
  if (found === null || found.status !== "pending" || found.email === null) return null
  return normalizeEmail(found.email) === email ? { ...found, email: found.email } : null
})

type Recipient = Pick<Account, "id" | "name" | "email" | "language">

/**
 * The user who has the address: a verified account, or one of the host's users. Some null if nobody has it and its owner can sign
 * up, none if they cannot.
 */
const findUser = Effect.fnUntraced(function* (address: string, account: Option.Option<Account>) {
  if (Option.isSome(account)) return Option.some(account.value.verifiedAt === null ? null : account.value)
  const { findByEmail, findVerified } = yield* UserDirectory
  if (findVerified !== undefined) return Option.some(null)
  return Option.map(yield* findByEmail(address), (found) => ({ ...found, language: null }))
})

/** What the invitation is to, and its name; null if it is gone. */
const findPlace = Effect.fnUntraced(function* ({ id, kind }: InvitedPlace) {
  const found: Option.Option<{ readonly name: string }> =
    kind === "board" ? yield* (yield* BoardRepository).find(id) : yield* (yield* WorkspaceRepository).find(id)
  return Option.isNone(found) ? null : { kind, name: found.value.name }
})

const nameOf = Effect.fnUntraced(function* (id: string | null) {
  return id === null ? null : plainName((yield* usersById([id])).get(id)?.name ?? "")
})

/** The language of a user's account; null if it is not known. */
const languageOf = Effect.fnUntraced(function* (id: UserId | null) {
  if (id === null) return null
  return Option.getOrNull(Option.map(yield* (yield* AccountRepository).find(id), ({ language }) => language))
})

/** The link, and what it is good for. A new token ends the one before. */
const linkOf = Effect.fnUntraced(function* (
  invitation: Invitation & { readonly email: string },
  isUser: boolean,
  texts: MailTexts["invitation"]
) {
  const links = yield* Links
  const { email, expiresAt, id } = invitation
  if (isUser) return { action: texts.open, href: links.invitation(id), valid: [] }
  const secret = yield* (yield* Secrets).mint
  yield* (yield* InvitationRepository).setToken(id, secret.hash)
  const valid = [texts.isValid(expiresAt ?? "")]
  return { action: texts.signUp, href: links.signUp(secret.token, email), valid }
})

/**
 * The effect that composes the mail of an invitation: with a token for an address that no user has. Null if the invitation is
 * answered, withdrawn or expired, if the account is disabled, and if the host has the users and nobody has the address.
 */
export const invitationMail = Effect.fnUntraced(function* (job: MailJob, account: Option.Option<Account>) {
  const invitation = yield* findPending(job)
  if (invitation === null || (yield* Mailer).isMissing === true) return null
  if (Option.exists(account, ({ disabledAt }) => disabledAt !== null)) return null
  const found: Option.Option<Recipient | null> = yield* findUser(invitation.email, account)
  if (Option.isNone(found)) return null
  const user = found.value
  const at = yield* now
  if (user === null && (invitation.expiresAt === null || invitation.expiresAt <= at)) return null
  // For an account that was verified while the invitation was stored.
  if (user !== null) yield* (yield* InvitationRepository).bind(job.email, user.id, at)
  const to = yield* findPlace(placeOf(invitation))
  if (to === null) return null
  // The language of an address without a user is not known. The inviter's is the best guess.
  const recipient = user ?? { name: "", email: invitation.email, language: yield* languageOf(invitation.inviterId) }
  return Effect.gen(function* () {
    const inviter = yield* nameOf(invitation.inviterId)
    const place = { ...to, name: plainName(to.name) }
    const all = yield* textsIn(recipient.language)
    const { invitation: texts } = all
    const { valid, ...link } = yield* linkOf(invitation, user !== null, texts)
    return writeMail(recipient, all, {
      subject: texts.subject(inviter, place),
      reason: texts.reason(inviter, place, invitation.role),
      link,
      closing: [...valid, texts.otherwise]
    })
  })
})
