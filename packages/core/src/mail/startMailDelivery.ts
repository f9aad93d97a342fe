import { Deferred, Duration, Effect, Fiber } from "effect"
import { logFailure } from "../background/logFailure.js"
import { deliverMail } from "./deliverMail.js"

/** How long stopping waits for the mails that are being sent. */
const STOP_TIMEOUT = Duration.seconds(10)

/**
 * Delivers mail in the background until the scope ends: every `interval`, and again at once while mail is due. Failures
 * are logged. At the end of the scope the mails that are being sent are finished and marked first, for 10 s at most, so
 * that none is sent twice.
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
})
