import { Context, Duration, Effect } from "effect"
import { fromMillis, now, toMillis } from "../values/Timestamp.js"
import { isCurrent } from "./ChangeCursor.js"
import { ChangeRepository } from "./ChangeRepository.js"
import { ConsumerRepository } from "./ConsumerRepository.js"

/** For how many days changes are kept, unless another number is provided. */
export const DEFAULT_CHANGES_DAYS = 365

/** For how many days changes are kept. */
export class ChangesDays extends Context.Reference<ChangesDays>()("@boardwright/core/ChangesDays", {
  defaultValue: (): number => DEFAULT_CHANGES_DAYS
}) {}

/** For how many days changes are kept that a durable consumer has not handled yet, if that is longer. */
export const UNHANDLED_CHANGES_DAYS = 30

/** Most changes that are removed at once, so that no other write waits long. */
const STEP = 1000

/** Up to where all durable consumers have handled the feed, without those whose position has expired. */
const handledByAll = Effect.gen(function* () {
  const head = yield* (yield* ChangeRepository).head
  const consumers = yield* (yield* ConsumerRepository).list
  return Math.min(Number.MAX_SAFE_INTEGER, ...consumers.flatMap((each) => (isCurrent(head, each) ? each.position : [])))
})

/**
 * Removes the changes that are older than `ChangesDays`, in small steps; those that a durable consumer has not handled yet
 * only after `UNHANDLED_CHANGES_DAYS`.
 */
export const removeOldChanges = Effect.gen(function* () {
  const changes = yield* ChangeRepository
  const days = yield* ChangesDays
  const at = toMillis(yield* now)
  const sweep = (days: number, through?: number) => {
    const before = fromMillis(Math.max(0, at - Duration.toMillis(Duration.days(days))))
    return Effect.repeat(changes.removeBefore(before, STEP, through), { until: (removed) => removed < STEP })
  }
  if (days < UNHANDLED_CHANGES_DAYS) yield* sweep(days, yield* handledByAll)
  yield* sweep(Math.max(days, UNHANDLED_CHANGES_DAYS))
})
