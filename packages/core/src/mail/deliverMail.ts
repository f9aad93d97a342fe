import { Duration, Effect, Option } from "effect"
import type { Account } from "../account/Account.js"
import { AccountRepository } from "../account/AccountRepository.js"
import { normalizeEmail } from "../account/Email.js"
import type { EmailChangeRepository } from "../account/EmailChangeRepository.js"
import { mintEmailToken } from "../account/EmailTokenRepository.js"
import type { UserDirectory } from "../account/UserDirectory.js"
import { logFailure } from "../background/logFailure.js"
import type { InvitationRepository } from "../invitation/InvitationRepository.js"
import { Links } from "../ports/Links.js"
import type { Mail } from "../ports/Mailer.js"
import {
  type AccountMailPurpose,
  type MailedTokenPurpose,
  type MailJob,
  type MailPurpose,
  MailQueue
} from "../ports/MailQueue.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import { recordStorageSuccess } from "../ports/StorageOutage.js"
import { inOwnTrace } from "../trace/index.js"
import { fromMillis, now, type Timestamp, toMillis } from "../values/Timestamp.js"
import { accountMail } from "./accountMail.js"
import { deliverNotifications } from "./deliverNotifications.js"
import { emailChangeMail } from "./emailChangeMail.js"
import { invitationMail } from "./invitationMail.js"
import { attempt, countMail, LEASE } from "./sendMail.js"
import { textsIn } from "./texts/textsIn.js"
import { tokenMail } from "./tokenMail.js"
import { webhookMail } from "./webhookMail.js"

const BATCH = 10

/** Mints a token for the account, and composes the mail with its link. */
const mintedMail = Effect.fnUntraced(function* (purpose: MailedTokenPurpose, account: Account, isFirst: boolean) {
  const links = yield* Links
  const token = yield* mintEmailToken(purpose, account.id, isFirst)
  const link = purpose === "reset" ? links.resetPassword(token) : links.verifyEmail(token)
  return tokenMail(purpose, account, link, yield* textsIn(account.language))
})

type Composing = Effect.Effect<
  Mail,
  StorageUnavailable,
  | EmailChangeRepository
  | InvitationRepository
  | Links
  | UserDirectory
  | Effect.Effect.Context<ReturnType<typeof mintEmailToken>>
>

/** A job that names its address. */
interface AddressedJob extends MailJob {
  readonly purpose: Exclude<MailPurpose, AccountMailPurpose | "notification">
}

/** The effect that composes the mail of a job; null if nobody is to get it. */
const mailOf = Effect.fnUntraced(function* (job: AddressedJob, found: Option.Option<Account>) {
  const { purpose, subjectId } = job
  if (purpose === "invitation") return yield* invitationMail(job, found)
  if (purpose === "emailChange" || purpose === "emailChanged") return yield* emailChangeMail(job, purpose, found)
  if (Option.isNone(found)) return null
  const account = found.value
  const { disabledAt, verifiedAt } = account
  if (disabledAt !== null) return null
  if (purpose !== "webhookDisabled") {
    return purpose === "reset" || verifiedAt === null ? mintedMail(purpose, account, job.attempts === 0) : null
  }
  const mail = subjectId === null || verifiedAt === null ? null : yield* webhookMail(subjectId, account)
  return mail === null ? null : Effect.succeed(mail)
})

/** The job with the address that the mail is sent to, and the effect that composes it. */
const prepare = Effect.fnUntraced(function* (job: AddressedJob) {
  const compose: Composing | null = yield* mailOf(job, yield* (yield* AccountRepository).findByEmail(job.email))
  return { job, compose }
})

/** As `prepare`, for a mail that goes to the address that the account has now. */
const prepareAccountMail = Effect.fnUntraced(function* (queued: MailJob, purpose: AccountMailPurpose) {
  const found = yield* accountMail(purpose, queued.subjectId ?? "")
  if (found === null) return { job: queued, compose: null, mayWait: false }
  const { email, mail, mayWait } = found
  return { job: { ...queued, email: normalizeEmail(email) }, compose: Effect.succeed(mail), mayWait }
})

const deliver = Effect.fnUntraced(function* (queued: MailJob, leaseUntil: Timestamp) {
  const queue = yield* MailQueue
  const { purpose } = queued
  if (purpose === "notification") return yield* deliverNotifications(queued, leaseUntil)
  const isAccountMail = purpose === "signedIn" || purpose === "tokenCreated" || purpose === "tokenExpiring"
  const { compose, job, mayWait } = yield* isAccountMail
    ? prepareAccountMail(queued, purpose)
    : Effect.map(prepare({ ...queued, purpose }), (prepared) => ({ ...prepared, mayWait: false }))
  const remove = queue.remove(job.id)
  if (compose === null) return yield* remove
  const blockedUntil = yield* countMail(job)
  if (blockedUntil !== null) {
    if (mayWait) return yield* queue.putOff(job.id, leaseUntil, fromMillis(blockedUntil))
    yield* Effect.logWarning("mail dropped: its address had too many of this kind within an hour").pipe(
      Effect.annotateLogs({ job: job.id, purpose: job.purpose })
    )
    return yield* remove
  }
  yield* attempt(job, leaseUntil, compose, remove)
})

const inMailTrace = <A, E, R>({ attempts, purpose }: MailJob, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  inOwnTrace("mails.send", work, { "boardwright.mail.purpose": purpose, "boardwright.attempt": attempts + 1 })

/**
 * Sends the mails that are due, each composed now with a new token if it has one, and returns how many jobs were taken. A
 * job is dropped when its account is missing, disabled or verified already, when its webhook is enabled again or its
 * invitation has ended, and when its address is over the hourly limit of its kind; mails about API tokens that exist wait then.
 * A failed attempt is repeated after `retryDelay`, until `GIVE_UP_AFTER` has passed since the job was created. A
 * process that is killed between sending and marking sends once more after the lease. Mails do not share their
 * failures: one that storage fails is logged, and taken again after the lease.
 */
export const deliverMail = Effect.fnUntraced(function* () {
  const queue = yield* MailQueue
  const at = yield* now
  const leaseUntil = fromMillis(toMillis(at) + Duration.toMillis(LEASE))
  const jobs = yield* queue.claim(at, leaseUntil, BATCH)
  yield* recordStorageSuccess
  yield* Effect.forEach(jobs, (job) => logFailure(inMailTrace(job, deliver(job, leaseUntil))), {
    concurrency: "unbounded",
    discard: true
  })
  return jobs.length
})
