import { Effect, Schedule } from "effect"
import { EmailTokenRepository } from "../account/EmailTokenRepository.js"
import { forgetUnseenClients } from "../account/knownClients.js"
import { logFailure } from "../background/logFailure.js"
import { removeExpiredSessions } from "../account/sessions.js"
import { removeOldSecurityEvents } from "../account/securityEvents.js"
import { removeExpiredKeys } from "../idempotency/removeExpiredKeys.js"
import { bindImportedColumns } from "../board/bindImportedColumns.js"
import { inOwnTrace } from "../trace/index.js"
import { purgeTrash } from "../trash/purgeTrash.js"
import { removeOldDeliveries } from "../webhook/removeOldDeliveries.js"
import { now } from "../values/Timestamp.js"
import { removeOldChanges } from "./removeOldChanges.js"

const removeExpiredTokens = Effect.gen(function* () {
  yield* (yield* EmailTokenRepository).removeExpired(yield* now)
})

const job = <A, E, R>(name: string, work: Effect.Effect<A, E, R>) => logFailure(inOwnTrace(`cleanup.${name}`, work))

const jobs = Effect.all(
  [
    job("tokens", removeExpiredTokens),
    job("sessions", removeExpiredSessions),
    job("idempotency", removeExpiredKeys),
    job("clients", forgetUnseenClients),
    job("securityEvents", removeOldSecurityEvents),
    job("changes", removeOldChanges),
    job("deliveries", removeOldDeliveries),
    job("trash", purgeTrash),
    job("columns", bindImportedColumns)
  ],
  { discard: true }
)

/**
 * Removes in the background, every 10 minutes until the scope ends, expired tokens, sessions and idempotency keys, clients that were not
 * seen for long, events of the security log after `SECURITY_EVENTS_KEPT`, changes that are older than `ChangesDays`, old deliveries to webhooks, and what is to be purged from the
 * trash; and binds columns that imports of earlier versions made. Failures are logged; one does not keep the others from
 * being tried.
 */
export const startCleanup = Effect.asVoid(Effect.forkScoped(Effect.repeat(jobs, Schedule.spaced("10 minutes"))))
