import { Clock, Duration, Effect, Option } from "effect"
import type { HashingBusy } from "../ports/PortError.js"
import { Secrets } from "../ports/Secrets.js"
import { recordStorageFailure } from "../ports/StorageOutage.js"
import { CurrentAccountLimits } from "../rate/AccountLimits.js"
import { RateLimited } from "../rate/RateCounts.js"
import { Throttle, type ThrottleRule } from "../rate/Throttle.js"
import { CurrentClient } from "../security/CurrentClient.js"
import { recordSecurityEventBy } from "../security/recordSecurityEvent.js"
import type { Account } from "./Account.js"
import type { EmailNotVerified, InvalidCredentials } from "./AccountError.js"
import { normalizeEmail } from "./Email.js"
import { isKnownClient, NOBODY, rememberClient } from "./knownClients.js"
import type { UserId } from "./User.js"

/** NIST SP 800-63B-3, section 5.2.2: a wait that grows with each failure, and no wait for known clients. */
const ruleOf = (limit: number): ThrottleRule => ({
  limit,
  windowMillis: Duration.toMillis("15 minutes"),
  wait: { firstMillis: Duration.toMillis("1 minute"), longestMillis: Duration.toMillis("15 minutes") }
})

// Hashed, because the address may be of any length.
const keyOf = (email: string) =>
  Effect.flatMap(Secrets, (secrets) => Effect.map(secrets.hash(email), (hash) => `signin:${hash}`))

const limited = Effect.fnUntraced(function* (limit: number, resetsAt: number) {
  const retryAfterSeconds = Math.max(1, Math.ceil((resetsAt - (yield* Clock.currentTimeMillis)) / 1000))
  return yield* new RateLimited({ limit, resetsAt, retryAfterSeconds })
})

/** Records a failed sign-in. Without an account the same work is done. A storage failure is logged. */
const recordFailure = Effect.fnUntraced(function* (userId: Option.Option<UserId>, tag: string) {
  if (tag === "HashingBusy") return
  const reason = tag === "EmailNotVerified" ? "unverified" : "refused"
  yield* recordSecurityEventBy(
    null,
    "signIn.failed",
    Option.getOrElse(userId, () => NOBODY),
    null,
    { reason }
  ).pipe(Effect.catchTag("StorageUnavailable", recordStorageFailure))
})

/**
 * Checks a password unless the account had too many failed sign-ins. The key is the normalised address, whether or not
 * an account has it. An attempt is counted before its password is checked, so that concurrent attempts count exactly,
 * and uncounted unless the password was wrong. A client that has signed in before does not wait; one that succeeds is
 * remembered. A password that was checked in vain is in the security log. Fails with `RateLimited`, or as `verify` does.
 */
export const throttleSignIn = Effect.fnUntraced(function* <R>(
  email: string,
  userId: Option.Option<UserId>,
  verify: Effect.Effect<Account, InvalidCredentials | EmailNotVerified | HashingBusy, R>
) {
  const check = Effect.tapError(verify, ({ _tag }) => recordFailure(userId, _tag))
  const { account: limit } = yield* CurrentAccountLimits
  const client = yield* CurrentClient
  if (client === null || limit === Infinity) return yield* check
  const throttle = yield* Throttle
  const key = yield* keyOf(email)
  const isKnown = yield* isKnownClient(userId, client)
  const blockedUntil = isKnown ? null : yield* throttle.consume(key, ruleOf(limit))
  if (blockedUntil !== null) return yield* limited(limit, blockedUntil)
  const refund = isKnown ? Effect.void : throttle.refund(key)
  const count = isKnown ? throttle.consume(key, ruleOf(limit)) : Effect.void
  return yield* check.pipe(
    Effect.tapError(({ _tag }) => (_tag === "InvalidCredentials" ? count : refund)),
    Effect.tap((account) => Effect.zipRight(refund, rememberClient(account.id)))
  )
})

/**
 * Ends the throttle of an account that has a new password, and remembers its client. A storage failure is only logged.
 */
export const endThrottle = Effect.fnUntraced(function* (account: Account) {
  const throttle = yield* Throttle
  yield* throttle
    .reset(yield* keyOf(normalizeEmail(account.email)))
    .pipe(Effect.catchTag("StorageUnavailable", recordStorageFailure))
  yield* rememberClient(account.id)
})
