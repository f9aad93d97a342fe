import { Duration, Effect, Option } from "effect"
import { AccountRepository } from "../account/AccountRepository.js"
import { UserId } from "../account/User.js"
import { type Notification, NotificationRepository } from "../notification/NotificationRepository.js"
import { notificationJob } from "../notification/queueNotifications.js"
import { type MailJob, MailQueue } from "../ports/MailQueue.js"
import { transactional } from "../ports/Transactor.js"
import { fromMillis, now, type Timestamp } from "../values/Timestamp.js"
import { notificationMail } from "./notificationMail.js"
import { attempt, countMail } from "./sendMail.js"

/** Most notifications in one mail. */
const MAX_MERGED = 1000

/** Removes the job with what it was about, and stores another for what came meanwhile. */
const finish = Effect.fnUntraced(function* (
  job: MailJob,
  userId: UserId,
  found: ReadonlyArray<Pick<Notification, "id">>
) {
  const queue = yield* MailQueue
  const notifications = yield* NotificationRepository
  yield* transactional(
    Effect.gen(function* () {
      // A change that finds the job locks it, so that what it stores is seen afterwards, or it stores a job of its own.
      yield* queue.remove(job.id)
      yield* notifications.remove(found.map(({ id }) => id))
      const rest = yield* notifications.list(userId, 1)
      if (rest.length > 0) yield* queue.merge(notificationJob(userId, yield* now, Duration.zero))
    })
  )
})

/**
 * Sends the mail about all that a user is told. Over the hourly limit of mails it is put off, so that the next mail has
 * everything.
 */
export const deliverNotifications = Effect.fnUntraced(function* (job: MailJob, leaseUntil: Timestamp) {
  const notifications = yield* NotificationRepository
  const userId = UserId.make(job.subjectId ?? "")
  const account = Option.getOrNull(yield* (yield* AccountRepository).find(userId))
  const found = yield* notifications.list(userId, MAX_MERGED)
  const done = finish(job, userId, found)
  if (account === null || account.disabledAt !== null || account.verifiedAt === null) return yield* done
  const compose = yield* notificationMail(account, found)
  if (compose === null) return yield* done
  const blockedUntil = yield* countMail(job)
  if (blockedUntil !== null) return yield* (yield* MailQueue).putOff(job.id, leaseUntil, fromMillis(blockedUntil))
  const giveUp = (createdBefore: Timestamp) =>
    finish(
      job,
      userId,
      found.filter(({ createdAt }) => createdAt < createdBefore)
    )
  yield* attempt(job, leaseUntil, compose, done, giveUp)
})
