import { Cause, Clock, Deferred, Duration, Effect, Fiber, Option, Random, Schedule } from "effect"
import type { Account } from "../account/Account.js"
import { AccountRepository } from "../account/AccountRepository.js"
import { LIFETIME } from "../account/EmailToken.js"
import { EmailTokenRepository } from "../account/EmailTokenRepository.js"
import { forgetUnseenClients } from "../account/knownClients.js"
import { MailUnavailable, type StorageUnavailable } from "../ports/PortError.js"
import { Links } from "../ports/Links.js"
import { Mailer } from "../ports/Mailer.js"
import { Secrets } from "../ports/Secrets.js"
import { recordStorageSuccess, recordStorageFailure } from "../ports/StorageOutage.js"
import { fromMillis, now, type Timestamp, toMillis } from "../values/Timestamp.js"
import { GIVE_UP_AFTER, type MailJob } from "./MailJob.js"
import { MailQueue } from "./MailQueue.js"
import { composeMail } from "./mails.js"
import { countMail, uncountMail } from "./throttleMail.js"

/** How long one attempt may take. */
export const SEND_TIMEOUT = Duration.seconds(30)
/** How long a claimed job is ours: longer than an attempt, so that only a killed or hung deliverer loses it. */
export const LEASE = Duration.seconds(45)
const FIRST_RETRY = Duration.seconds(1)
/** The longest wait before the next attempt. */
export const LONGEST_RETRY = Duration.seconds(60)
const BATCH = 10
/** Between attempts to mark a mail that was sent while storage is out of reach. */
const MARK_AGAIN = Duration.seconds(1)

/** The wait before the next attempt: doubling from 1 s to 60 s, of which a random half to whole is taken. */
export const retryDelay = (attempts: number): Effect.Effect<Duration.Duration> =>
  Effect.map(Random.nextRange(0.5, 1), (share) => {
    const whole = Duration.min(Duration.times(FIRST_RETRY, 2 ** Math.min(attempts, 10)), LONGEST_RETRY)
    return Duration.times(whole, share)
  })

const isDue = (job: MailJob, account: Account): boolean =>
  account.disabledAt === null && (job.purpose === "reset" || account.verifiedAt === null)

/** How long until then, in milliseconds. */
const remaining = (until: Timestamp): Effect.Effect<number> =>
  Effect.map(Clock.currentTimeMillis, (at) => toMillis(until) - at)

const send = Effect.fnUntraced(function* (job: MailJob, account: Account, leaseUntil: Timestamp) {
  const tokens = yield* EmailTokenRepository
  const links = yield* Links
  const mailer = yield* Mailer
  const secret = yield* (yield* Secrets).mint
  const expiresAt = fromMillis((yield* Clock.currentTimeMillis) + Duration.toMillis(LIFETIME[job.purpose]))
  yield* tokens.insert({ hash: secret.hash, purpose: job.purpose, userId: account.id, expiresAt, usedAt: null })
  const link = job.purpose === "reset" ? links.resetPassword(secret.token) : links.verifyEmail(secret.token)
  const left = yield* remaining(leaseUntil)
  if (left <= 0) return yield* new MailUnavailable({ cause: new Error("it is somebody else's to send by now") })
  yield* mailer.send(composeMail(job.purpose, account, link)).pipe(
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
  if (Option.isNone(account) || !isDue(job, account.value)) return yield* queue.remove(job.id)
  if (!(yield* countMail(job))) return yield* queue.remove(job.id)
  yield* send(job, account.value, leaseUntil).pipe(
    Effect.zipRight(markSent(job, leaseUntil)),
    Effect.catchTag("MailUnavailable", (failure) =>
      Effect.zipRight(uncountMail(job), retryOrGiveUp(job, failure, leaseUntil))
    )
  )
})

const logged = <A, R>(work: Effect.Effect<A, StorageUnavailable, R>) =>
  Effect.catchAllCause(work, (cause) =>
    Option.match(Cause.failureOption(cause), {
      onSome: recordStorageFailure,
      onNone: () => Effect.logError("mail delivery failed, will be tried again", cause)
    })
  )

/**
 * Sends the mails that are due, each with a token minted now, and answers how many jobs were taken. A job that nobody
 * has a mail coming for is dropped, and so is one past the limit of mails of a kind to an address in an hour. A failed attempt is tried again after `retryDelay`, until `GIVE_UP_AFTER` has
 * passed since the job was made. A process killed between sending and marking sends once more after the lease. The mails
 * of one call do not share their failures: one that storage fails is logged, and taken again after the lease.
 */
export const deliverMail = Effect.fnUntraced(function* () {
  const queue = yield* MailQueue
  const at = yield* now
  const leaseUntil = fromMillis(toMillis(at) + Duration.toMillis(LEASE))
  const jobs = yield* queue.claim(at, leaseUntil, BATCH)
  yield* recordStorageSuccess
  yield* Effect.forEach(jobs, (job) => logged(deliver(job, leaseUntil)), { concurrency: "unbounded", discard: true })
  return jobs.length
})

const sweep = Effect.fnUntraced(function* () {
  yield* (yield* EmailTokenRepository).removeExpired(yield* now)
  yield* forgetUnseenClients
})

/** How long a delivery that is told to stop may still take for the mails it is sending. */
const STOP_TIMEOUT = Duration.seconds(10)

/**
 * Delivers in the background until the scope ends: looks for due mail every `interval`, at once again while there is
 * some, and removes expired tokens and clients that were long not seen every 10 minutes. A failure is logged and tried again at the next look. When the
 * scope ends the mails being sent are sent and marked first, for 10 s at most, so that none goes out twice.
 */
export const startMailDelivery = Effect.fnUntraced(function* (interval: Duration.DurationInput = "250 millis") {
  const stopping = yield* Deferred.make<void>()
  const isStopping = Deferred.isDone(stopping)
  const pause = Effect.race(Effect.sleep(interval), Deferred.await(stopping))
  const drain = Effect.repeat(deliverMail(), {
    until: (taken) => (taken === 0 ? Effect.succeed(true) : isStopping)
  })
  const delivering = yield* Effect.forkDaemon(
    Effect.repeat(Effect.zipRight(logged(drain), pause), { until: () => isStopping })
  )
  // A finalizer is uninterruptible and a timeout waits for what it cannot interrupt: the waiting has to be made so.
  yield* Effect.addFinalizer(() =>
    Deferred.succeed(stopping, undefined).pipe(
      Effect.zipRight(Effect.timeoutOption(Effect.interruptible(Fiber.await(delivering)), STOP_TIMEOUT)),
      Effect.zipRight(Fiber.interrupt(delivering))
    )
  )
  yield* Effect.forkScoped(Effect.repeat(logged(sweep()), Schedule.spaced("10 minutes")))
})
