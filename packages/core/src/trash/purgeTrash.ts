import { Duration, Effect } from "effect"
import { ChangeRepository } from "../change/ChangeRepository.js"
import { TaskId } from "../values/ids.js"
import { STEP } from "../values/inSteps.js"
import { ago } from "../values/Timestamp.js"
import type { Deletion } from "./Deletion.js"
import { TrashDays } from "./TrashDays.js"
import { TrashRepository } from "./TrashRepository.js"

/** Empties the fields of every change of what the deletion holds: they may hold personal data. */
const clearChanges = Effect.fnUntraced(function* ({ boardId, kind, subjectId }: Deletion) {
  const changes = yield* ChangeRepository
  const subject = kind === "board" ? { boardId } : { taskId: TaskId.make(subjectId) }
  let after: number | null = 0
  while (after !== null) after = yield* changes.clearFields(subject, after, STEP)
})

const purge = Effect.fnUntraced(function* (deletion: Deletion) {
  const trash = yield* TrashRepository
  yield* clearChanges(deletion)
  yield* Effect.repeat(trash.removeSome(deletion, STEP), { until: (removed) => removed === 0 })
})

/**
 * Removes in small steps what was deleted more than `TrashDays` ago or is to be purged, and empties the fields of its
 * changes. A run that is interrupted is continued by the next.
 */
export const purgeTrash = Effect.gen(function* () {
  const trash = yield* TrashRepository
  const changes = yield* ChangeRepository
  const before = yield* ago(Duration.days(yield* TrashDays))
  for (;;) {
    const deletions = yield* trash.listPurging(before, STEP)
    if (deletions.length === 0) return
    // Only placed changes are found.
    yield* Effect.repeat(changes.place, { until: ({ more }) => !more })
    yield* Effect.forEach(deletions, purge, { discard: true })
  }
})
