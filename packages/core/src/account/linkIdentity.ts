import { Effect, Option, Schema } from "effect"
import type { ProvidedIdentity } from "../ports/IdentityProvider.js"
import { Ids } from "../ports/Ids.js"
import { recordOwnSecurityEvent } from "../security/recordSecurityEvent.js"
import { Name } from "../values/Text.js"
import { now, type Timestamp } from "../values/Timestamp.js"
import { type Account, newAccount } from "./Account.js"
import { EmailNotVerified, IdentityConflict, InvalidCredentials } from "./AccountError.js"
import { AccountRepository } from "./AccountRepository.js"
import { Email, normalizeEmail } from "./Email.js"
import { EmailTokenRepository } from "./EmailTokenRepository.js"
import { IdentityRepository } from "./IdentityRepository.js"
import { bindInvitations } from "./markVerified.js"
import { NO_PASSWORD } from "./PasswordSignIn.js"
import { requireUnreserved } from "./requireUnreserved.js"
import { UserId } from "./User.js"

const readEmail = Schema.decodeOption(Email)
const readName = Schema.decodeUnknownOption(Name)

/** Gives an account that was never verified to the owner of its address. The person who signed up never proved to own it. */
const claim = Effect.fnUntraced(function* (account: Account, name: string, at: Timestamp) {
  const accounts = yield* AccountRepository
  const tokens = yield* EmailTokenRepository
  if (!(yield* accounts.claim(account.id, { name, passwordHash: NO_PASSWORD, language: null }, at))) {
    return yield* new InvalidCredentials()
  }
  yield* tokens.consumeAll(account.id, "verification", at)
  yield* tokens.consumeAll(account.id, "reset", at)
  yield* recordOwnSecurityEvent("account.verified", account.id, null, { by: "single sign-on" })
})

/**
 * The account of a verified address, which is created if there is none. Fails with `EmailTaken` if one was created
 * meanwhile, or an account can get the address back.
 */
const accountOf = Effect.fnUntraced(function* (email: string, given: string | null, at: Timestamp) {
  const accounts = yield* AccountRepository
  const name = Option.getOrElse(readName(given), () => email.slice(0, email.indexOf("@")))
  const found = yield* accounts.findByEmail(normalizeEmail(email))
  const locked = Option.isNone(found) ? Option.none() : yield* accounts.lock(found.value.id)
  if (Option.isNone(locked)) {
    const id = UserId.make(yield* (yield* Ids).next)
    const account = newAccount({ id, name, email, passwordHash: NO_PASSWORD, createdAt: at, verifiedAt: at })
    yield* accounts.insert(account)
    yield* requireUnreserved(account, account.createdAt)
    yield* recordOwnSecurityEvent("account.created", id, null, { by: "single sign-on" })
    return account
  }
  const account = locked.value
  // The address may have changed while the lock was awaited.
  const isTheirs = normalizeEmail(account.email) === normalizeEmail(email)
  if (account.disabledAt !== null || !isTheirs) return yield* new InvalidCredentials()
  if (account.verifiedAt === null) yield* claim(account, name, at)
  return account
})

/**
 * The id of the account of a person at an identity provider, as part of a transaction. At the first sign-in it is found or
 * created by the verified address and linked for good; an account that was never verified loses its password and its access
 * tokens. Fails with `EmailNotVerified`, `IdentityConflict`, `InvalidCredentials` if the account is disabled, or `EmailTaken` if
 * the account was created meanwhile, or a change of address can be undone to it.
 */
export const linkIdentity = Effect.fnUntraced(function* (provided: ProvidedIdentity) {
  const identities = yield* IdentityRepository
  const { issuer, name, subject, verifiedEmail } = provided
  const known = yield* identities.find(issuer, subject)
  if (Option.isSome(known)) return known.value
  const email = Option.flatMap(Option.fromNullable(verifiedEmail), readEmail)
  if (Option.isNone(email)) return yield* new EmailNotVerified()
  const createdAt = yield* now
  const account = yield* accountOf(email.value, name, createdAt)
  // After the lock of the account, so that the undo of a change of address that was confirmed before removes it.
  const linkedAt = yield* now
  const isLinked = yield* identities.insert({ issuer, subject, userId: account.id, createdAt: linkedAt })
  if (!isLinked) return yield* new IdentityConflict()
  yield* recordOwnSecurityEvent("signIn.linked", account.id, null, { issuer })
  yield* bindInvitations(account, createdAt)
  return account.id
})
