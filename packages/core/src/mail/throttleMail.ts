import { Duration, Effect } from "effect"
import { CurrentAccountLimits } from "../rate/AccountLimits.js"
import { Throttle } from "../rate/Throttle.js"
import type { MailJob } from "./MailJob.js"

const HOUR = Duration.toMillis("1 hour")

const keyOf = ({ email, purpose }: MailJob): string => `mail:${purpose}:${email}`

/** Counts a mail of its kind to its address. False, and logged, where the limit of this hour is used up. */
export const countMail = Effect.fnUntraced(function* (job: MailJob) {
  const { mail: limit } = yield* CurrentAccountLimits
  if (limit === Infinity) return true
  const throttle = yield* Throttle
  const blockedUntil = yield* throttle.consume(keyOf(job), { limit, windowMillis: HOUR, wait: null })
  if (blockedUntil === null) return true
  yield* Effect.logWarning("mail dropped: its address had too many of this kind within an hour").pipe(
    Effect.annotateLogs({ job: job.id, purpose: job.purpose })
  )
  return false
})

/** Takes a counted mail back, which was not sent. */
export const uncountMail = (job: MailJob) => Effect.flatMap(Throttle, (throttle) => throttle.refund(keyOf(job)))
