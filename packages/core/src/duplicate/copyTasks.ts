import { Array, Effect } from "effect"
import { ArchiveRepository, type WholeTask } from "../archive/ArchiveRepository.js"
import type { NewPlace } from "../archive/placeTask.js"
import { replacePeople } from "../board/boundField.js"
import { Ids } from "../ports/Ids.js"
import { batchesOf } from "../values/batchesOf.js"
import { invalid } from "../values/InvalidInput.js"
import { type BoardId, TaskId } from "../values/ids.js"
import { type Rank, rankAfter } from "../values/Rank.js"
import { makeYieldPoint, TASKS_PER_BATCH } from "../values/yieldPoint.js"
import { copyTask } from "./copyTask.js"

/** Most tasks that are copied at once: as many as an import has. */
export const MAX_COPIED_TASKS = 10_000
/** Most characters of their fields, values and subtasks as JSON. The largest import has fewer. */
export const MAX_COPIED_LENGTH = 64 * 1024 * 1024

const tooMany = (rule: string) => invalid(["withTasks"], `must be false for more than ${rule}`)

/** The columns of people that are not bound to the assignees, and the names of those in them who are not on the new board. */
export interface PeopleNames {
  readonly columns: ReadonlySet<string>
  readonly names: ReadonlyMap<string, string>
}

/** How much was copied in a transaction. */
export const nothingCopied = () => ({ tasks: 0, length: 0 })
export type Copied = ReturnType<typeof nothingCopied>

/**
 * Stores copies of a board's tasks on a new board in their order, in batches, as part of the transaction it is called in, and
 * yields to other work between them. Adds them to what was copied, and returns their number. Fails with `InvalidInput` if that is too much.
 */
export const copyTasks = Effect.fnUntraced(function* (
  from: BoardId,
  { boardId, columnIds, groupIds }: Pick<NewPlace, "boardId" | "columnIds" | "groupIds">,
  { columns, names }: PeopleNames,
  copied: Copied
) {
  const archive = yield* ArchiveRepository
  const ids = yield* Ids
  const all = yield* archive.taskIds(from)
  copied.tasks += all.length
  if (copied.tasks > MAX_COPIED_TASKS) return yield* tooMany(`${MAX_COPIED_TASKS} tasks`)
  const yieldPoint = yield* makeYieldPoint
  let count = 0
  let rank: Rank | null = null
  const copyOf = Effect.fnUntraced(function* (task: WholeTask) {
    rank = rankAfter(rank)
    const values = Object.entries(task.columnValues).flatMap(([key, value]) => {
      const column = columnIds.get(key)
      return column === undefined
        ? []
        : [[column, columns.has(key) ? replacePeople(value, (text) => names.get(text) ?? text) : value] as const]
    })
    const id = TaskId.make(yield* ids.next)
    const groupId = groupIds.get(task.groupId) ?? task.groupId
    const copy = yield* copyTask(task, { id, boardId, groupId, columnValues: Object.fromEntries(values), rank })
    return { copy, length: JSON.stringify(copy).length }
  })
  for (const page of Array.chunksOf(all, TASKS_PER_BATCH)) {
    const copies = yield* Effect.forEach(yield* archive.tasksWithSubtasks(from, page), copyOf)
    count += copies.length
    copied.length += copies.reduce((sum, copy) => sum + copy.length, 0)
    if (copied.length > MAX_COPIED_LENGTH) return yield* tooMany(`${MAX_COPIED_LENGTH / 1024 / 1024} MiB of tasks`)
    for (const batch of batchesOf(copies, (copy) => copy.length)) {
      yield* archive.insertTasks(batch.map(({ copy }) => copy))
      yield* yieldPoint
    }
  }
  return count
})
