import { Context, Effect, type Either, Option } from "effect"
import { allowOnBoard } from "../access/authorize.js"
import type { Forbidden } from "../access/policy.js"
import type { Column, Group } from "../board/Board.js"
import { BoardRepository, type GroupWithEnd, type TaskPlace } from "../board/BoardRepository.js"
import { type PlacedTask, TaskId } from "../task/Task.js"
import { TaskRepository } from "../task/TaskRepository.js"
import type { Deletion } from "../trash/Deletion.js"
import { TrashRepository } from "../trash/TrashRepository.js"
import type { Rank } from "../values/Rank.js"
import { invalid } from "../values/InvalidInput.js"
import { fromMillis, type Timestamp } from "../values/Timestamp.js"
import { type Staged, stagedTasks } from "./stagedTasks.js"

/** Most bytes of the tasks that a bulk reads or returns. */
export const MAX_BULK_BYTES = 16 * 1024 * 1024

export const tooLarge = () =>
  invalid(["operations"], `must concern tasks of at most ${MAX_BULK_BYTES / 1024 / 1024} MiB: send fewer at once`)

/** What the operations of a bulk need of their board. */
export interface Needed {
  readonly tasks: ReadonlyArray<string>
  readonly groups: ReadonlyArray<string>
  readonly columns: ReadonlyArray<string>
  /** Whether tasks are placed beside others. */
  readonly areAnchored: boolean
}

type Boards = Context.Tag.Service<BoardRepository>

/** What a bulk holds of its board, for operations that need no more. */
export interface Stage {
  readonly place: TaskPlace
  /** The group with this id, or the first for null. */
  readonly groupOf: (id: string | null) => TaskPlace["group"]
  readonly columns: ReadonlyMap<string, Column>
  readonly mayEdit: Either.Either<void, Forbidden>
  readonly insert: (task: PlacedTask) => void
  readonly now: () => Timestamp
}

/** The repository of boards whose reads return what the bulk holds, and whose written columns go to `columns`. */
const stagedBoard = (
  stored: Boards,
  place: TaskPlace,
  groupOf: Stage["groupOf"],
  columns: Map<string, Column>,
  written: Map<string, Column>
): Boards => ({
  ...stored,
  findPlace: (_, groupId) => Effect.succeedSome({ ...place, group: groupOf(groupId) }),
  holdGroup: (_, id) => Effect.succeed(groupOf(id)),
  lockGroup: (_, id) => Effect.succeed(groupOf(id)),
  holdColumns: (_, ids) => Effect.succeed(ids.flatMap((id) => columns.get(id) ?? [])),
  // All columns at the first new label: locked one by one, the order would be that of the operations.
  lockOptions: Effect.fnUntraced(function* (boardId, ids) {
    if (written.size === 0) {
      for (const column of yield* stored.lockOptions(boardId, [...columns.keys()])) columns.set(column.id, column)
    }
    return ids.flatMap((id) => columns.get(id) ?? [])
  }),
  replaceColumn: (_, column) =>
    Effect.sync(() => {
      columns.set(column.id, column)
      written.set(column.id, column)
    })
})

/**
 * Locks what a bulk needs of its board: groups, tasks and columns, each in the order of their ids. Returns repositories that
 * keep what is written, and the effect that stores it all. Fails with `InvalidInput` if the tasks are too large.
 */
export const stageBoard = Effect.fnUntraced(function* (place: TaskPlace, needed: Needed) {
  const { boardId } = place.access
  const [tasks, boards, trash] = yield* Effect.all([TaskRepository, BoardRepository, TrashRepository])
  const held = yield* boards.holdGroups(boardId, needed.groups, needed.areAnchored)
  const sizes = yield* tasks.lockMany(
    boardId,
    needed.tasks.map((id) => TaskId.make(id))
  )
  if (sizes.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_BULK_BYTES) return yield* tooLarge()
  const locked = yield* tasks.readLocked(sizes.map(({ id }) => id))
  const staged = new Map<string, Staged>(locked.map((task) => [task.id, { task, before: task, deletion: null }]))
  const found = needed.columns.length === 0 ? [] : yield* boards.holdColumns(boardId, needed.columns)
  const columns = new Map<string, Column>(found.map((column) => [column.id, column]))
  const written = new Map<string, Column>()
  let lastTaskRank = Option.getOrNull(Option.map(place.group, (group) => group.lastTaskRank))
  const placed = (rank: Rank) => {
    if (lastTaskRank === null || rank > lastTaskRank) lastTaskRank = rank
  }
  const withEnd = (group: Group): GroupWithEnd => ({
    ...group,
    get lastTaskRank() {
      return lastTaskRank
    }
  })
  const groups = new Map(held.map((group) => [String(group.id), Option.some(withEnd(group))]))
  const firstGroup = Option.getOrUndefined(place.group)?.id ?? ""
  const groupOf = (id: string | null) => groups.get(id ?? firstGroup) ?? Option.none()
  const insert = (task: PlacedTask) => {
    staged.set(task.id, { task, before: null, deletion: null })
    placed(task.rank)
  }
  const put = (deletion: Deletion) =>
    Effect.sync(() => {
      const found = staged.get(deletion.subjectId)
      if (found !== undefined) found.deletion = deletion
    })
  const repositories = Context.make(TaskRepository, stagedTasks(tasks, staged, place, { insert, placed })).pipe(
    Context.add(BoardRepository, stagedBoard(boards, place, groupOf, columns, written)),
    Context.add(TrashRepository, { ...trash, put })
  )
  const store = Effect.gen(function* () {
    const all = [...staged.values()]
    yield* tasks.insert(all.filter(({ before }) => before === null).map(({ task }) => task))
    const changed = all.flatMap(({ before, task }) => (before === null || before === task ? [] : [{ before, task }]))
    yield* tasks.replaceMany(changed)
    yield* trash.putTasks(all.map(({ deletion }) => deletion).filter((deletion) => deletion !== null))
    yield* Effect.forEach(written.values(), (column) => boards.replaceColumn(boardId, column), { discard: true })
  })
  const clock = yield* Effect.clock
  const now = () => fromMillis(clock.unsafeCurrentTimeMillis())
  const mayEdit = yield* Effect.either(allowOnBoard(place.access, "edit the board's content"))
  const stage: Stage = { place, groupOf, columns, mayEdit, insert, now }
  return { repositories, stage, store }
})
