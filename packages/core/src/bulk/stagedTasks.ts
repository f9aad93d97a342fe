import { type Context, Effect, Option } from "effect"
import type { TaskPlace } from "../board/BoardRepository.js"
import type { PlacedTask } from "../task/Task.js"
import type { RankedTask, TaskRepository } from "../task/TaskRepository.js"
import type { Deletion } from "../trash/Deletion.js"
import type { Rank } from "../values/Rank.js"

/** A task that a bulk holds. */
export interface Staged {
  task: PlacedTask
  /** As it is stored; null for a new one. */
  readonly before: PlacedTask | null
  deletion: Deletion | null
}

type Tasks = Context.Tag.Service<TaskRepository>

const isBefore = (a: RankedTask, b: RankedTask) => a.rank < b.rank || (a.rank === b.rank && a.id < b.id)

/** The repository of tasks whose writes go to `staged`, and are seen by its reads. */
export const stagedTasks = (
  stored: Tasks,
  staged: Map<string, Staged>,
  place: TaskPlace,
  { insert, placed }: { readonly insert: (task: PlacedTask) => void; readonly placed: (rank: Rank) => void }
): Tasks => {
  const find = (id: string) => {
    const found = staged.get(id)
    return found === undefined || found.deletion !== null ? null : found
  }
  const lock = (id: string) => {
    const found = find(id)
    const { access, bindings, typed } = place
    return found === null ? Option.none() : Option.some({ access, bindings, typed, task: found.task })
  }
  const nextTo: Tasks["nextTo"] = (near, direction, limit) =>
    Effect.map(stored.nextTo(near, direction, limit + staged.size), (found) => {
      const others = [...staged.values()].flatMap(({ deletion, task }) =>
        deletion === null && task.groupId === near.groupId && task.id !== near.id ? [task] : []
      )
      const beside = others.filter((task) => isBefore(task, near) === (direction === "before"))
      const all = [...found.filter(({ id }) => !staged.has(id)), ...beside.map(({ id, rank }) => ({ id, rank }))]
      all.sort((a, b) => (isBefore(a, b) === (direction === "after") ? -1 : 1))
      return all.slice(0, limit)
    })
  return {
    ...stored,
    lock: (id) => Effect.succeed(lock(id)),
    lockWithNext: (id) =>
      Option.match(lock(id), {
        onNone: () => Effect.succeedNone,
        onSome: (found) =>
          Effect.map(nextTo(found.task, "after", 1), ([next]) => Option.some({ ...found, nextId: next?.id ?? null }))
      }),
    nextTo,
    insert: (tasks) => Effect.sync(() => tasks.forEach(insert)),
    replace: (task) =>
      Effect.sync(() => {
        const found = find(task.id)
        if (found !== null) found.task = task
        placed(task.rank)
      }),
    placeOf: (id) => (staged.has(id) ? Effect.succeed(Option.fromNullable(find(id)?.task)) : stored.placeOf(id)),
    rerank: (list) => {
      for (const { from, id, to } of list) {
        const found = find(id)
        if (found?.task.rank === from) found.task = { ...found.task, rank: to }
      }
      return stored.rerank(list.filter(({ id }) => !staged.has(id)))
    }
  }
}
