import { Effect } from "effect"
import { inSteps } from "../values/inSteps.js"
import { ago } from "../values/Timestamp.js"
import { IdempotencyRepository } from "./IdempotencyRepository.js"
import { KEYS_KEPT } from "./transactOnce.js"

/** Removes keys after `KEYS_KEPT`, in small steps. */
export const removeExpiredKeys = Effect.gen(function* () {
  const keys = yield* IdempotencyRepository
  const before = yield* ago(KEYS_KEPT)
  yield* inSteps((most) => keys.removeBefore(before, most))
})
