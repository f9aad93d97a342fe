import { Duration, Effect } from "effect"
import { fromMillis, now, toMillis } from "../values/Timestamp.js"
import { WebhookDeliveryRepository } from "./WebhookDeliveryRepository.js"

/** For how long a delivery is kept after it ended, in milliseconds. */
const KEPT = Duration.toMillis("7 days")

/** Most deliveries that are removed at once, so that no other write waits long. */
const STEP = 1000

/** Removes the deliveries that ended 7 days ago, in small steps. */
export const removeOldDeliveries = Effect.gen(function* () {
  const deliveries = yield* WebhookDeliveryRepository
  const before = fromMillis(Math.max(0, toMillis(yield* now) - KEPT))
  yield* Effect.repeat(deliveries.removeEndedBefore(before, STEP), { until: (removed) => removed < STEP })
})
