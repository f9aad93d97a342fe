import { Clock, Duration, Effect, Schedule } from "effect"
import { retryDelay } from "../background/retryDelay.js"
import { type Mail, Mailer } from "../ports/Mailer.js"
import { type MailJob, type MailPurpose, MailQueue } from "../ports/MailQueue.js"
import { MailUnavailable, type StorageUnavailable } from "../ports/PortError.js"
import { CurrentAccountLimits } from "../rate/AccountLimits.js"
import { Throttle } from "../rate/Throttle.js"
import { inSpan } from "../trace/index.js"
import { fromMillis, type Timestamp, toMillis } from "../values/Timestamp.js"

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
  emailChanged: Duration.hours(48),
  notification: Duration.hours(48),
  signedIn: Duration.hours(48),
  tokenCreated: Duration.hours(48),
  tokenExpiring: Duration.hours(48)
}
/** Between attempts to mark a mail as sent while storage is out of reach. */
const MARK_AGAIN = Duration.seconds(1)

// Only webhooks and users count one by one: else anyone could mail an address by many boards or accounts.
const keyOf = ({ email, purpose, subjectId }: MailJob): string =>
  `mail:${purpose}:${email}${purpose === "webhookDisabled" || purpose === "notification" ? `:${subjectId}` : ""}`

/** Counts a mail of its kind to its address. When the limit of the hour is used up: until when, in milliseconds. */
export const countMail = Effect.fnUntraced(function* (job: MailJob) {
  const { mail: limit } = yield* CurrentAccountLimits
  if (limit === Infinity) return null
  const rule = { limit, windowMillis: Duration.toMillis("1 hour"), wait: null }
  return yield* (yield* Throttle).consume(keyOf(job), rule)
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

/** Runs `done` until storage takes it, while the job is leased. */
const markSent = <R>(done: Effect.Effect<void, StorageUnavailable, R>, leaseUntil: Timestamp) =>
  Effect.retry(done, {
    schedule: Schedule.spaced(MARK_AGAIN),
    while: () => Effect.map(remaining(leaseUntil), (left) => left > 0)
  })

const retryOrGiveUp = Effect.fnUntraced(function* <R>(
  job: MailJob,
  failure: MailUnavailable,
  leaseUntil: Timestamp,
  giveUp: (createdBefore: Timestamp) => Effect.Effect<void, StorageUnavailable, R>
) {
  const queue = yield* MailQueue
  const delay = yield* retryDelay(job.attempts)
  const dueAt = (yield* Clock.currentTimeMillis) + Duration.toMillis(delay)
  const createdBefore = dueAt - Duration.toMillis(GIVE_UP_AFTER[job.purpose])
  const givesUp = toMillis(job.createdAt) < createdBefore
  const report = givesUp ? Effect.logError("mail given up") : Effect.logWarning("mail not sent, will be tried again")
  yield* report.pipe(
    Effect.annotateLogs({ job: job.id, purpose: job.purpose, attempts: job.attempts + 1, cause: failure.cause })
  )
  yield* givesUp ? giveUp(fromMillis(createdBefore)) : queue.postpone(job.id, leaseUntil, fromMillis(dueAt))
})

/**
 * Sends a counted mail. `done` removes the job after the mail is sent. So does `giveUp` when it is given up, with what was
 * created before the instant; by default it is `done`.
 */
export const attempt = <E, R, R2>(
  job: MailJob,
  leaseUntil: Timestamp,
  compose: Effect.Effect<Mail, E, R>,
  done: Effect.Effect<void, StorageUnavailable, R2>,
  giveUp: (createdBefore: Timestamp) => Effect.Effect<void, StorageUnavailable, R2> = () => done
) =>
  Effect.flatMap(compose, (mail) => send(mail, leaseUntil)).pipe(
    Effect.zipRight(markSent(done, leaseUntil)),
    Effect.catchIf(
      (failure) => failure instanceof MailUnavailable,
      (failure) =>
        Effect.flatMap(Throttle, (throttle) => throttle.refund(keyOf(job))).pipe(
          Effect.zipRight(retryOrGiveUp(job, failure, leaseUntil, giveUp))
        )
    )
  )
