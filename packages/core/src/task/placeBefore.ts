import { Effect } from "effect"
import { LONGEST_RANK, rankBetween, ranksBetween } from "../values/Rank.js"
import type { PlacedTask, TaskId } from "./Task.js"
import { type RankedTask, TaskRepository } from "./TaskRepository.js"

type Place = Pick<PlacedTask, "id" | "boardId" | "groupId" | "rank">

/** Most characters of the new ranks, so that it takes many more tasks until they are too long again. */
const LONGEST_NEW_RANK = 16
/** How many tasks on each side of a place get new ranks at first. */
const FEWEST_RANKED = 32

/** The tasks beside a place, nearest first, without one that is being moved. */
const beside = Effect.fnUntraced(function* (place: Place, direction: "before" | "after", moved: TaskId, limit: number) {
  const tasks = yield* TaskRepository
  const found = yield* tasks.nextTo(place, direction, limit + 1)
  return found.filter(({ id }) => id !== moved).slice(0, limit)
})

/** The next task in the group after a place, other than the one that is being moved. */
export const taskAfter = (place: Place, moved: TaskId) =>
  Effect.map(beside(place, "after", moved, 1), ([found]): Place | undefined => found && { ...place, ...found })

/**
 * Gives the tasks around a place new ranks, and returns the one that is free then. The last task of the group keeps its
 * rank, so that tasks that others add to the group meanwhile stay after it.
 */
const makeRoom = Effect.fnUntraced(function* (next: Place, moved: TaskId) {
  const tasks = yield* TaskRepository
  for (let most = FEWEST_RANKED; ; most *= 4) {
    const nearest = yield* beside(next, "before", moved, most + 1)
    const low = nearest[most]
    const left = nearest.slice(0, most).toReversed()
    const right: Array<RankedTask> = [next, ...(yield* beside(next, "after", moved, most))]
    const high = right.pop() ?? next
    if (low !== undefined && low.rank >= high.rank) continue
    const ranks = ranksBetween(low?.rank ?? null, high.rank, left.length + 1 + right.length)
    if (low !== undefined && ranks.some(({ length }) => length > LONGEST_NEW_RANK)) continue
    const [free] = ranks.slice(left.length)
    const others = ranks.toSpliced(left.length, 1)
    yield* tasks.rerank([...left, ...right].map(({ id, rank: from }, at) => ({ id, from, to: others[at] ?? from })))
    return free ?? high.rank
  }
})

/** The rank for a task that is moved directly before another one of the group. The group is locked. */
export const placeBefore = Effect.fnUntraced(function* (next: Place, moved: TaskId) {
  const [previous] = yield* beside(next, "before", moved, 1)
  if (previous !== undefined && previous.rank >= next.rank) return yield* makeRoom(next, moved)
  const rank = rankBetween(previous?.rank ?? null, next.rank)
  return rank.length <= LONGEST_RANK ? rank : yield* makeRoom(next, moved)
})
