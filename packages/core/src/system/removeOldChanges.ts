import { Duration, Effect } from "effect"
import { inSteps } from "../values/inSteps.js"
import { ago } from "../values/Timestamp.js"
import { isCurrent } from "../change/ChangeCursor.js"
import { ChangesDays } from "../change/ChangesDays.js"
import { ChangeRepository } from "../change/ChangeRepository.js"
import { ConsumerRepository } from "../change/ConsumerRepository.js"
import { WebhookRepository } from "../webhook/WebhookRepository.js"

/** For how many days changes are kept that a durable consumer or a webhook has not handled yet, if that is longer. */
const UNHANDLED_CHANGES_DAYS = 30

/** Up to where all durable consumers, without those whose position has expired, and all webhooks have handled the feed. */
const handledByAll = Effect.gen(function* () {
  const head = yield* (yield* ChangeRepository).head
  const consumers = yield* (yield* ConsumerRepository).list
  const needed = yield* (yield* WebhookRepository).firstNeeded
  const handled = consumers.flatMap((each) => (isCurrent(head, each) ? each.position : []))
  return Math.min(needed === null ? Number.MAX_SAFE_INTEGER : needed - 1, ...handled)
})

/**
 * Removes the changes that are older than `ChangesDays`, in small steps; those that a durable consumer or a webhook has not handled yet
 * only after `UNHANDLED_CHANGES_DAYS`.
 */
export const removeOldChanges = Effect.gen(function* () {
  const changes = yield* ChangeRepository
  const days = yield* ChangesDays
  const sweep = Effect.fnUntraced(function* (days: number, through?: number) {
    const before = yield* ago(Duration.days(days))
    yield* inSteps((most) => changes.removeBefore(before, most, through))
  })
  if (days < UNHANDLED_CHANGES_DAYS) yield* sweep(days, yield* handledByAll)
  yield* sweep(Math.max(days, UNHANDLED_CHANGES_DAYS))
})
