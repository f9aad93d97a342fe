import { Effect } from "effect"
import { inSteps } from "../values/inSteps.js"
import { ago } from "../values/Timestamp.js"
import { WebhookDeliveryRepository } from "./WebhookDeliveryRepository.js"

/** For how long a delivery is kept after it ended. */
const KEPT = "7 days"

/** Removes the deliveries that ended before that, in small steps. */
export const removeOldDeliveries = Effect.gen(function* () {
  const deliveries = yield* WebhookDeliveryRepository
  const before = yield* ago(KEPT)
  yield* inSteps((most) => deliveries.removeEndedBefore(before, most))
})
