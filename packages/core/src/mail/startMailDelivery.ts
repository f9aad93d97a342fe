import { Deferred, Duration, Effect, Fiber, Schedule } from "effect"
import { EmailTokenRepository } from "../account/EmailTokenRepository.js"
import { forgetUnseenClients } from "../account/knownClients.js"
import { now } from "../values/Timestamp.js"
import { deliverMail, logFailure } from "./deliverMail.js"

const sweep = Effect.fnUntraced(function* () {
  yield* (yield* EmailTokenRepository).removeExpired(yield* now)
  yield* forgetUnseenClients
})

/** How long stopping waits for the mails that are being sent. */
const STOP_TIMEOUT = Duration.seconds(10)

/**
 * Delivers mail in the background until the scope ends: every `interval`, and again at once while mail is due. Every 10
 * minutes it removes expired tokens and clients that were not seen for long. Failures are logged. At the end of the
 * scope the mails that are being sent are finished and marked first, for 10 s at most, so that none is sent twice.
 */
export const startMailDelivery = Effect.fnUntraced(function* (interval: Duration.DurationInput = "250 millis") {
  const stopping = yield* Deferred.make<void>()
  const isStopping = Deferred.isDone(stopping)
  const pause = Effect.race(Effect.sleep(interval), Deferred.await(stopping))
  const drain = Effect.repeat(deliverMail(), {
    until: (taken) => (taken === 0 ? Effect.succeed(true) : isStopping)
  })
  const delivering = yield* Effect.forkDaemon(
    Effect.repeat(Effect.zipRight(logFailure(drain), pause), { until: () => isStopping })
  )
  // A finalizer is uninterruptible, and a timeout waits for what it cannot interrupt: the await is made interruptible.
  yield* Effect.addFinalizer(() =>
    Deferred.succeed(stopping, undefined).pipe(
      Effect.zipRight(Effect.timeoutOption(Effect.interruptible(Fiber.await(delivering)), STOP_TIMEOUT)),
      Effect.zipRight(Fiber.interrupt(delivering))
    )
  )
  yield* Effect.forkScoped(Effect.repeat(logFailure(sweep()), Schedule.spaced("10 minutes")))
})
