import { Clock, Duration, Effect, FiberRef } from "effect"
import { actingPlaces, actingUser } from "../access/Actor.js"
import type { ChangeType } from "../change/Change.js"
import { ChangeRepository, type FoundChange, MAX_FOUND } from "../change/ChangeRepository.js"
import { shownFields } from "../change/fieldChanges.js"
import { changesWithin } from "../change/listChanges.js"
import { changeOrigin, recorded, recording } from "../change/recording.js"
import { Ids } from "../ports/Ids.js"
import { invalid } from "../values/InvalidInput.js"
import { jsonBytes } from "../values/Json.js"
import { toMillis } from "../values/Timestamp.js"
import { makeYieldPoint } from "../values/yieldPoint.js"
import { ChangeNotFound } from "./ChangeNotFound.js"
import { inverseOf, isUndoable } from "./inverses.js"
import { withoutArrivals } from "./transfers.js"
import { UndoConflict } from "./UndoConflict.js"

/** Days after which a change can no longer be undone. */
export const UNDO_DAYS = 30

/** Most bytes of `fields` of a batch that is undone at once. */
const MAX_BYTES = 16 * 1024 * 1024

const TOO_LARGE = `is a batch of over ${MAX_FOUND} changes, or ${MAX_BYTES / 1024 / 1024} MiB of them: undo its changes one by one`

/** The types of changes that come with the options that their labels added. */
const ADDING_LABELS: ReadonlySet<ChangeType> = new Set(["task.created", "task.updated", "task.transferred"])

/** Fails with `InvalidInput` for a batch that would hold up others. */
const allowSize = (changes: ReadonlyArray<FoundChange>) => {
  const bytes = changes.reduce((sum, { fields }) => sum + jsonBytes(fields), 0)
  const isTooLarge = changes.length > MAX_FOUND || (changes.length > 1 && bytes > MAX_BYTES)
  return isTooLarge ? invalid(["id"], TOO_LARGE) : Effect.void
}

/** A conflict that names the task which the change is of. */
const onTask = <E extends { readonly _tag: string }>({ taskId }: FoundChange, failure: E): E | UndoConflict =>
  failure instanceof UndoConflict && taskId !== null
    ? new UndoConflict({ issues: failure.issues.map((issue) => ({ ...issue, taskId })) })
    : failure

/** The transaction that undoes the change, which returns the changes that it makes. */
const undoing = Effect.fnUntraced(function* (change: FoundChange, found: ReadonlyArray<FoundChange>) {
  const { at, type } = change
  if (!isUndoable(type)) return yield* invalid(["id"], `is a change of the type ${type}, which cannot be undone`)
  const age = (yield* Clock.currentTimeMillis) - toMillis(at)
  if (age > Duration.toMillis(Duration.days(UNDO_DAYS))) {
    return yield* invalid(["id"], `is a change that is older than ${UNDO_DAYS} days, which cannot be undone`)
  }
  const transaction = yield* inverseOf(type, change, found)
  const inverse = Effect.gen(function* () {
    return (yield* transaction).changes
  }).pipe(Effect.mapError((failure) => (found.length > 1 ? onTask(change, failure) : failure)))
  // Options that labels of its tasks added stay if tasks have them, also in the trash, or the options have changed since.
  const isOfOptions = type === "column.updated" && Object.keys(change.fields).join() === "options"
  if (!isOfOptions || !found.some((each) => ADDING_LABELS.has(each.type))) return inverse
  const stay = () => Effect.succeed([])
  return Effect.catchTags(inverse, { InvalidInput: stay, UndoConflict: stay })
})

/**
 * Undoes a change, or all changes of a batch, the last first, in one transaction: sets the fields to what they were.
 * Returns the changes that it made, which are a batch of their own; undoing that does it again.
 * Fails with `InvalidInput` for a type that cannot be undone, for a change that is older than `UNDO_DAYS`, for a batch of
 * more than `MAX_FOUND` changes or 16 MiB of them, and as the use case that makes the inverse change; with `ChangeNotFound`, also
 * for a change that the actor may not read; with `Forbidden` without the right to the inverse change; with `UndoConflict` if
 * a field has changed since.
 */
export const undoChange = Effect.fnUntraced(function* (id: string) {
  const repository = yield* ChangeRepository
  const ids = yield* Ids
  const reader = yield* actingUser
  const changes = yield* repository.find(id, reader)
  // All of a batch, or none.
  if (changes.length === 0 || changesWithin(yield* actingPlaces, changes).length < changes.length)
    return yield* new ChangeNotFound({ id })
  yield* allowSize(changes)
  const inverses = yield* Effect.forEach(withoutArrivals(changes).toReversed(), (change) => undoing(change, changes))
  const batchId = yield* ids.next
  const origin = yield* FiberRef.get(changeOrigin)
  const yieldPoint = yield* makeYieldPoint
  const undo = Effect.map(
    Effect.forEach(inverses, (inverse) => Effect.zipRight(yieldPoint, inverse)),
    (made) => recorded(undefined, ...made.flat())
  )
  yield* Effect.locally(recording(undo), changeOrigin, { ...origin, batchId })
  const made = yield* repository.find(batchId, reader)
  return made.map((change): FoundChange => ({ ...change, fields: shownFields(change.fields) }))
})
