import { Effect, Option, Schema } from "effect"
import { requireOperator } from "../access/Actor.js"
import { Ids } from "../ports/Ids.js"
import { requestMail } from "../ports/MailQueue.js"
import { transactional } from "../ports/Transactor.js"
import { recordSecurityEvent } from "../security/recordSecurityEvent.js"
import { decodeInput } from "../values/InvalidInput.js"
import { orNotFound } from "../values/NotFound.js"
import { listed, PageFields, toSlice } from "../values/Page.js"
import { Flag, isUnstorable, Name, NAME_LENGTH, optional, text } from "../values/Text.js"
import { now, type Timestamp } from "../values/Timestamp.js"
import { type Account, newAccount, toDetails } from "./Account.js"
import { AccountRepository } from "./AccountRepository.js"
import { Email, normalizeEmail } from "./Email.js"
import { EmailTokenRepository } from "./EmailTokenRepository.js"
import { bindInvitations, markVerified } from "./markVerified.js"
import { NewPassword } from "./Password.js"
import { hashNewPassword } from "./PasswordDenylist.js"
import { requireUnreserved } from "./requireUnreserved.js"
import { UserId } from "./User.js"

/** The account with this id, else with this address. Fails with `NotFound`. */
export const loadAccount = Effect.fnUntraced(function* (idOrEmail: string) {
  const accounts = yield* AccountRepository
  const search = isUnstorable(idOrEmail)
    ? Effect.succeedNone
    : Effect.flatMap(accounts.find(UserId.make(idOrEmail)), (found) =>
        Option.isSome(found) ? Effect.succeed(found) : accounts.findByEmail(normalizeEmail(idOrEmail))
      )
  return yield* orNotFound("User", idOrEmail)(search)
})

/** Like `loadAccount`, and no other transaction changes the account until this one ends. */
export const lockAccount = Effect.fnUntraced(function* (idOrEmail: string) {
  const accounts = yield* AccountRepository
  const { id } = yield* loadAccount(idOrEmail)
  return yield* accounts.lock(id).pipe(orNotFound("User", idOrEmail))
})

/** The account with this id or address, disabled or not. For the operator. Fails with `Forbidden` or `NotFound`. */
export const findAccount = Effect.fnUntraced(function* (idOrEmail: string) {
  yield* requireOperator("read accounts")
  return toDetails(yield* loadAccount(idOrEmail))
})

/** `search` (at most 255 characters, trimmed; empty: all accounts), and which page. */
export const ListAccounts = Schema.Struct({ search: optional(text(NAME_LENGTH)), ...PageFields })
export type ListAccounts = typeof ListAccounts.Encoded

const decodeList = decodeInput(ListAccounts)

/**
 * Accounts in order of creation, disabled ones included; with `search` those whose name or address contains the text,
 * where the letters A to Z match in either case. For the operator. Fails with `Forbidden` or `InvalidInput`.
 */
export const listAccounts = Effect.fnUntraced(function* (input: ListAccounts = {}) {
  yield* requireOperator("list accounts")
  const accounts = yield* AccountRepository
  const query = yield* decodeList(input)
  const slice = toSlice(query)
  const { items, total } = yield* accounts.list((query.search ?? "").trim(), slice)
  return listed(slice, { items: items.map(toDetails), total })
})

/** The rules of `SignUp`; with `verified` (default: false) no mail is sent. */
export const CreateAccount = Schema.Struct({
  name: Name,
  email: Email,
  password: NewPassword,
  verified: optional(Flag)
})
export type CreateAccount = typeof CreateAccount.Encoded

const decodeCreate = decodeInput(CreateAccount)

/**
 * Creates an account by the rules of signing up, without a CAPTCHA. The verification mail is queued in the same
 * transaction, unless the account is created `verified` (default: false). For the operator.
 * Fails with `Forbidden`, `InvalidInput`, `EmailTaken` or `HashingBusy`.
 */
export const createAccount = Effect.fnUntraced(function* (input: CreateAccount) {
  yield* requireOperator("create accounts")
  const accounts = yield* AccountRepository
  const { email, name, password, verified = false } = yield* decodeCreate(input)
  const passwordHash = yield* hashNewPassword(password)
  const id = UserId.make(yield* (yield* Ids).next)
  const createdAt = yield* now
  const account = newAccount({ id, name, email, passwordHash, createdAt, verifiedAt: verified ? createdAt : null })
  yield* transactional(
    Effect.gen(function* () {
      yield* accounts.insert(account)
      yield* requireUnreserved(account, account.createdAt)
      yield* recordSecurityEvent("account.created", id)
      if (verified) yield* recordSecurityEvent("account.verified", id)
      yield* verified ? bindInvitations(account, createdAt) : requestMail("verification", normalizeEmail(email))
    })
  )
  return toDetails(account)
})

/** Changes a locked account in a transaction, for the operator. */
const change = Effect.fnUntraced(function* <E, R>(
  action: string,
  idOrEmail: string,
  work: (account: Account, at: Timestamp) => Effect.Effect<Account, E, R>
) {
  yield* requireOperator(action)
  const at = yield* now
  return toDetails(yield* transactional(Effect.flatMap(lockAccount(idOrEmail), (account) => work(account, at))))
})

/**
 * Marks the address of an account verified, as opening a mailed link does, and uses up its verification tokens; a
 * verified account keeps its time. For the operator. Fails with `Forbidden` or `NotFound`.
 */
export const verifyAccount = (idOrEmail: string) =>
  change("verify accounts", idOrEmail, (account, at) =>
    Effect.gen(function* () {
      yield* markVerified(account, at)
      if (account.verifiedAt === null) yield* recordSecurityEvent("account.verified", account.id)
      return { ...account, verifiedAt: account.verifiedAt ?? at }
    })
  )

/**
 * Disables an account: signing in fails as with a wrong password, its access tokens end for good, its reset tokens are
 * used up and it gets no mail. It stays an owner, a member and an assignee. A disabled account keeps its time. For the
 * operator. Fails with `Forbidden` or `NotFound`.
 */
export const disableAccount = (idOrEmail: string) =>
  change("disable accounts", idOrEmail, (account, at) =>
    Effect.gen(function* () {
      yield* (yield* AccountRepository).disable(account.id, at)
      if (account.disabledAt === null) yield* recordSecurityEvent("account.disabled", account.id)
      yield* (yield* EmailTokenRepository).consumeAll(account.id, "reset", at)
      return { ...account, disabledAt: account.disabledAt ?? at }
    })
  )

/**
 * Lets a disabled account sign in again with the password it had; earlier tokens stay void. For the operator.
 * Fails with `Forbidden` or `NotFound`.
 */
export const enableAccount = (idOrEmail: string) =>
  change("enable accounts", idOrEmail, (account) =>
    Effect.gen(function* () {
      yield* (yield* AccountRepository).enable(account.id)
      if (account.disabledAt !== null) yield* recordSecurityEvent("account.enabled", account.id)
      return { ...account, disabledAt: null }
    })
  )
