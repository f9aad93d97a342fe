import { Duration, Effect, Option } from "effect"
import { Actor, CurrentActor } from "../access/Actor.js"
import { logFailure } from "../background/logFailure.js"
import { ChangeRepository, type ClearedChanges } from "../change/ChangeRepository.js"
import { type BoardId, TaskId } from "../values/ids.js"
import { STEP } from "../values/inSteps.js"
import { ago } from "../values/Timestamp.js"
import { recorded, recording, unchanged } from "../change/recording.js"
import type { Deletion } from "./Deletion.js"
import { deletionChange } from "./deletionChange.js"
import { TrashDays } from "./TrashDays.js"
import { TrashRepository } from "./TrashRepository.js"

const clearChangesOf = Effect.fnUntraced(function* (of: ClearedChanges) {
  const changes = yield* ChangeRepository
  let after: number | null = 0
  while (after !== null) after = yield* changes.clearFields(of, after, STEP)
})

/** Empties the fields of every change of the tasks that were last moved to the board: other boards have some of them. */
const clearChangesOfMoved = Effect.fnUntraced(function* (boardId: BoardId) {
  const changes = yield* ChangeRepository
  const type = "task.transferred"
  const examined = new Set<TaskId>()
  for (let after = 0; ;) {
    const page = yield* changes.list(after, { boardId, types: [type] }, null, STEP)
    if (page.changes.length === 0) return
    for (const { taskId } of page.changes) {
      if (taskId === null || examined.has(taskId)) continue
      examined.add(taskId)
      const { items } = yield* changes.listNewest({ taskId, type }, null, { page: 1, limit: 1, offset: 0 })
      if (items[0]?.boardId === boardId) yield* clearChangesOf({ taskId })
    }
    after = page.position
  }
})

/** Empties the fields of every change of what the deletion holds: they may hold personal data. */
const clearChanges = Effect.fnUntraced(function* ({ boardId, kind, subjectId, workspaceId }: Deletion) {
  if (kind === "task") return yield* clearChangesOf({ taskId: TaskId.make(subjectId) })
  // Of a removed workspace.
  if (subjectId === workspaceId) return yield* clearChangesOf({ workspaceId })
  yield* clearChangesOf({ boardId })
  yield* clearChangesOfMoved(boardId)
})

const purge = Effect.fnUntraced(function* (deletion: Deletion) {
  const trash = yield* TrashRepository
  yield* clearChanges(deletion)
  yield* Effect.repeat(trash.removeSome(deletion, STEP), { until: (removed) => removed === 0 })
})

/** Marks a deletion to be purged and records that, unless it was restored or marked meanwhile. Returns whether it did. */
const startPurging = ({ id }: Deletion) =>
  recording(
    Effect.gen(function* () {
      const trash = yield* TrashRepository
      const found = yield* trash.lock(id, null)
      if (Option.isNone(found)) return unchanged(false)
      yield* trash.startPurging(id)
      return recorded(true, deletionChange("purged", found.value.deletion))
    })
  )

/**
 * Removes in small steps what was deleted more than `TrashDays` ago or is to be purged, and empties the fields of its
 * changes. That the days of a deletion are over is recorded, as of the operator; one that cannot be is logged and left for the
 * next time. A run that is interrupted is continued by the next.
 */
export const purgeTrash = Effect.gen(function* () {
  const trash = yield* TrashRepository
  const changes = yield* ChangeRepository
  const before = yield* ago(Duration.days(yield* TrashDays))
  const listPurging = trash.listPurging(STEP)
  for (;;) {
    for (let deletions = yield* listPurging; deletions.length > 0; deletions = yield* listPurging) {
      // Only placed changes are found.
      yield* Effect.repeat(changes.place, { until: ({ more }) => !more })
      yield* Effect.forEach(deletions, purge, { discard: true })
    }
    const started = yield* Effect.forEach(yield* trash.listOld(before, STEP), (old) => logFailure(startPurging(old)))
    if (!started.includes(true)) return
  }
}).pipe(Effect.provideService(CurrentActor, Actor.Operator()))
