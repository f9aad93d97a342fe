import { Context, Duration, Effect } from "effect"
import { fromMillis, now, toMillis } from "../values/Timestamp.js"
import { ChangeRepository } from "./ChangeRepository.js"

/** For how many days changes are kept, unless another number is provided. */
export const DEFAULT_CHANGES_DAYS = 365

/** For how many days changes are kept. */
export class ChangesDays extends Context.Reference<ChangesDays>()("@boardwright/core/ChangesDays", {
  defaultValue: (): number => DEFAULT_CHANGES_DAYS
}) {}

/** Most changes that are removed at once, so that no other write waits long. */
const STEP = 1000

/** Removes the changes that are older than `ChangesDays`, in small steps. */
export const removeOldChanges = Effect.gen(function* () {
  const changes = yield* ChangeRepository
  const kept = Duration.toMillis(Duration.days(yield* ChangesDays))
  const before = fromMillis(Math.max(0, toMillis(yield* now) - kept))
  yield* Effect.repeat(changes.removeBefore(before, STEP), { until: (removed) => removed < STEP })
})
