import { Clock, Duration, Effect, Option, Schedule } from "effect"
import type { Account } from "../account/Account.js"
import { AccountRepository } from "../account/AccountRepository.js"
import type { EmailChangeRepository } from "../account/EmailChangeRepository.js"
import { mintEmailToken } from "../account/EmailTokenRepository.js"
import type { UserDirectory } from "../account/UserDirectory.js"
import { logFailure } from "../background/logFailure.js"
import { retryDelay } from "../background/retryDelay.js"
import type { InvitationRepository } from "../invitation/InvitationRepository.js"
import { Links } from "../ports/Links.js"
import { type Mail, Mailer } from "../ports/Mailer.js"
import { type MailedTokenPurpose, type MailJob, type MailPurpose, MailQueue } from "../ports/MailQueue.js"
import { MailUnavailable, type StorageUnavailable } from "../ports/PortError.js"
import { recordStorageSuccess } from "../ports/StorageOutage.js"
import { CurrentAccountLimits } from "../rate/AccountLimits.js"
import { Throttle } from "../rate/Throttle.js"
import { inOwnTrace, inSpan } from "../trace/index.js"
import { fromMillis, now, type Timestamp, toMillis } from "../values/Timestamp.js"
import { emailChangeMail } from "./emailChangeMail.js"
import { invitationMail } from "./invitationMail.js"
import { tokenMail } from "./tokenMail.js"
import { webhookMail } from "./webhookMail.js"

export const SEND_TIMEOUT = Duration.seconds(30)
/** How long a job is leased: longer than an attempt, so that only a deliverer that was killed or hangs loses it. */
export const LEASE = Duration.seconds(45)
/** How long sending is tried, from the job's creation. */
export const GIVE_UP_AFTER: Record<MailPurpose, Duration.Duration> = {
  verification: Duration.hours(48),
  reset: Duration.hours(1),
  webhookDisabled: Duration.hours(48),
  invitation: Duration.hours(48),
  emailChange: Duration.hours(48),
  emailChanged: Duration.hours(48)
}
const BATCH = 10
/** Between attempts to mark a mail as sent while storage is out of reach. */
const MARK_AGAIN = Duration.seconds(1)

// Only webhooks count one by one: else anyone could mail an address by many boards or accounts.
const keyOf = ({ email, purpose, subjectId }: MailJob): string =>
  `mail:${purpose}:${email}${purpose === "webhookDisabled" ? `:${subjectId}` : ""}`

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

/** Counts a mail of its kind to its address. False, and logged, when the limit of the hour is used up. */
const countMail = Effect.fnUntraced(function* (job: MailJob) {
  const { mail: limit } = yield* CurrentAccountLimits
  if (limit === Infinity) return true
  const rule = { limit, windowMillis: Duration.toMillis("1 hour"), wait: null }
  const blockedUntil = yield* (yield* Throttle).consume(keyOf(job), rule)
  if (blockedUntil === null) return true
  yield* Effect.logWarning("mail dropped: its address had too many of this kind within an hour").pipe(
    Effect.annotateLogs({ job: job.id, purpose: job.purpose })
  )
  return false
})

/** Milliseconds until then. */
const remaining = (until: Timestamp): Effect.Effect<number> =>
  Effect.map(Clock.currentTimeMillis, (at) => toMillis(until) - at)

const send = Effect.fnUntraced(function* (mail: Mail, leaseUntil: Timestamp) {
  const mailer = yield* Mailer
  const left = yield* remaining(leaseUntil)
  if (left <= 0) return yield* new MailUnavailable({ cause: new Error("the lease of the job has ended") })
  yield* inSpan("Mailer.send", mailer.send(mail), { kind: "client" }).pipe(
    Effect.timeoutFail({
      duration: Duration.min(SEND_TIMEOUT, Duration.millis(left)),
      onTimeout: () => new MailUnavailable({ cause: new Error("sending took too long") })
    })
  )
})

const markSent = Effect.fnUntraced(function* (job: MailJob, leaseUntil: Timestamp) {
  const queue = yield* MailQueue
  yield* Effect.retry(queue.remove(job.id), {
    schedule: Schedule.spaced(MARK_AGAIN),
    while: () => Effect.map(remaining(leaseUntil), (left) => left > 0)
  })
})

const retryOrGiveUp = Effect.fnUntraced(function* (job: MailJob, failure: MailUnavailable, leaseUntil: Timestamp) {
  const queue = yield* MailQueue
  const delay = yield* retryDelay(job.attempts)
  const dueAt = (yield* Clock.currentTimeMillis) + Duration.toMillis(delay)
  const lastAt = toMillis(job.createdAt) + Duration.toMillis(GIVE_UP_AFTER[job.purpose])
  const givesUp = dueAt > lastAt
  const report = givesUp ? Effect.logError("mail given up") : Effect.logWarning("mail not sent, will be tried again")
  yield* report.pipe(
    Effect.annotateLogs({ job: job.id, purpose: job.purpose, attempts: job.attempts + 1, cause: failure.cause })
  )
  yield* givesUp ? queue.remove(job.id) : queue.postpone(job.id, leaseUntil, fromMillis(dueAt))
})

const deliver = Effect.fnUntraced(function* (job: MailJob, leaseUntil: Timestamp) {
  const queue = yield* MailQueue
  const account = yield* (yield* AccountRepository).findByEmail(job.email)
  const compose: Composing | null = yield* mailOf(job, account)
  if (compose === null || !(yield* countMail(job))) return yield* queue.remove(job.id)
  yield* Effect.flatMap(compose, (mail) => send(mail, leaseUntil)).pipe(
    Effect.zipRight(markSent(job, leaseUntil)),
    Effect.catchTag("MailUnavailable", (failure) =>
      Effect.flatMap(Throttle, (throttle) => throttle.refund(keyOf(job))).pipe(
        Effect.zipRight(retryOrGiveUp(job, failure, leaseUntil))
      )
    )
  )
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
