import { Clock, Duration, Effect, FiberRef } from "effect"
import { actingUser } from "../access/Actor.js"
import { ChangeRepository, type FoundChange } from "../change/ChangeRepository.js"
import { withoutRanks } from "../change/fieldChanges.js"
import { changeOrigin, recorded, recording } from "../change/recording.js"
import { Ids } from "../ports/Ids.js"
import { invalid } from "../values/InvalidInput.js"
import { NotFound } from "../values/NotFound.js"
import { toMillis } from "../values/Timestamp.js"
import { INVERSES, isUndoable } from "./inverses.js"
import { withoutArrivals } from "./transfers.js"

/** Days after which a change can no longer be undone. */
export const UNDO_DAYS = 30

/** The transaction that undoes the change, which returns the changes that it makes. */
const inverseOf = Effect.fnUntraced(function* (change: FoundChange) {
  const { at, type } = change
  if (!isUndoable(type)) return yield* invalid(["id"], `is a change of the type ${type}, which cannot be undone`)
  const age = (yield* Clock.currentTimeMillis) - toMillis(at)
  if (age > Duration.toMillis(Duration.days(UNDO_DAYS))) {
    return yield* invalid(["id"], `is a change that is older than ${UNDO_DAYS} days, which cannot be undone`)
  }
  const transaction = yield* INVERSES[type](change)
  return Effect.gen(function* () {
    return (yield* transaction).changes
  })
})

/**
 * Undoes a change, or all changes of a batch, the last first, in one transaction: sets the fields to what they were.
 * Returns the changes that it made, which are a batch of their own; undoing that does it again.
 * Fails with `InvalidInput` for a type that cannot be undone, for a change that is older than `UNDO_DAYS`, and as the
 * use case that makes the inverse change; with `NotFound`, also for a change that the actor may not read; with
 * `Forbidden` without the right to the inverse change; with `UndoConflict` if a field has changed since.
 */
export const undoChange = Effect.fnUntraced(function* (id: string) {
  const repository = yield* ChangeRepository
  const ids = yield* Ids
  const reader = yield* actingUser
  const changes = yield* repository.find(id, reader)
  if (changes.length === 0) return yield* new NotFound({ thing: "Change", id })
  const inverses = yield* Effect.forEach(withoutArrivals(changes).toReversed(), inverseOf)
  const batchId = yield* ids.next
  const origin = yield* FiberRef.get(changeOrigin)
  const undo = Effect.map(Effect.all(inverses), (made) => recorded(undefined, ...made.flat()))
  yield* Effect.locally(recording(undo), changeOrigin, { ...origin, batchId })
  const made = yield* repository.find(batchId, reader)
  return made.map((change): FoundChange => ({ ...change, fields: withoutRanks(change.fields) }))
})
