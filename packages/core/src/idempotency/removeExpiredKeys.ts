import { Effect } from "effect"
import { now } from "../values/Timestamp.js"
import { IdempotencyRepository } from "./IdempotencyRepository.js"
import { expiredBefore } from "./once.js"

const STEP = 1_000

/** Removes keys after `KEYS_KEPT`, in small steps. */
export const removeExpiredKeys = Effect.gen(function* () {
  const keys = yield* IdempotencyRepository
  const before = expiredBefore(yield* now)
  yield* Effect.repeat(keys.removeBefore(before, STEP), { until: (removed) => removed < STEP })
})
