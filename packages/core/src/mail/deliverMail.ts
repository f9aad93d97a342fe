import { Duration, Effect, Option } from "effect"
import type { Account } from "../account/Account.js"
import { AccountRepository } from "../account/AccountRepository.js"
import type { EmailChangeRepository } from "../account/EmailChangeRepository.js"
import { mintEmailToken } from "../account/EmailTokenRepository.js"
import type { UserDirectory } from "../account/UserDirectory.js"
import { logFailure } from "../background/logFailure.js"
import type { InvitationRepository } from "../invitation/InvitationRepository.js"
import { Links } from "../ports/Links.js"
import type { Mail } from "../ports/Mailer.js"
import { type MailedTokenPurpose, type MailJob, MailQueue } from "../ports/MailQueue.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import { recordStorageSuccess } from "../ports/StorageOutage.js"
import { inOwnTrace } from "../trace/index.js"
import { fromMillis, now, type Timestamp, toMillis } from "../values/Timestamp.js"
import { deliverNotifications } from "./deliverNotifications.js"
import { emailChangeMail } from "./emailChangeMail.js"
import { invitationMail } from "./invitationMail.js"
import { attempt, countMail, LEASE } from "./sendMail.js"
import { tokenMail } from "./tokenMail.js"
import { webhookMail } from "./webhookMail.js"

const BATCH = 10

/** Mints a token for the account, and composes the mail with its link. */
const mintedMail = Effect.fnUntraced(function* (purpose: MailedTokenPurpose, account: Account, isFirst: boolean) {
  const links = yield* Links
  const token = yield* mintEmailToken(purpose, account.id, isFirst)
  const link = purpose === "reset" ? links.resetPassword(token) : links.verifyEmail(token)
  return tokenMail(purpose, account, link)
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

/** The effect that composes the mail of a job; null if nobody is to get it. */
const mailOf = Effect.fnUntraced(function* (job: MailJob, found: Option.Option<Account>) {
  const { purpose, subjectId } = job
  if (purpose === "notification") return null
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

const deliver = Effect.fnUntraced(function* (job: MailJob, leaseUntil: Timestamp) {
  if (job.purpose === "notification") return yield* deliverNotifications(job, leaseUntil)
  const queue = yield* MailQueue
  const account = yield* (yield* AccountRepository).findByEmail(job.email)
  const compose: Composing | null = yield* mailOf(job, account)
  const remove = queue.remove(job.id)
  if (compose === null) return yield* remove
  if ((yield* countMail(job)) !== null) {
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
 * invitation has ended, and when its address is over the hourly limit of its kind.
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
