import { type Board, type Task, Values } from "@boardwright/core"
import type { MemoryState } from "./MemoryState.js"
import { byRank } from "./order.js"

/** Every task of any board, also in the trash. */
export const everyTask = ({ tasks, trash }: MemoryState): ReadonlyArray<Task.PlacedTask> => [
  ...tasks.values(),
  ...[...trash.values()].flatMap(({ rows }) => rows.tasks.map(([, task]) => task))
]

/** How many of the tasks are selected, on boards and in the trash. */
export const countTasks = (state: MemoryState, isSelected: (task: Task.PlacedTask) => boolean): Board.TaskCounts => {
  const tasks = [...state.tasks.values()].filter(isSelected).length
  return { tasks, inTrash: everyTask(state).filter(isSelected).length - tasks }
}

const changeEvery = (state: MemoryState, change: (task: Task.PlacedTask) => Task.PlacedTask): MemoryState => ({
  ...state,
  tasks: new Map([...state.tasks].map(([id, task]) => [id, change(task)])),
  trash: new Map(
    [...state.trash].map(([id, trashed]) => {
      const tasks = trashed.rows.tasks.map(([id, task]) => [id, change(task)] as const)
      return [id, { ...trashed, rows: { ...trashed.rows, tasks } }]
    })
  )
})

/** Moves all tasks of a group to the end of another. */
export const moveTasks = (
  state: MemoryState,
  { boardId, from, to }: { readonly boardId: Board.BoardId; readonly from: Board.GroupId; readonly to: Board.GroupId },
  updatedAt: Values.Timestamp.Timestamp
): MemoryState => {
  const onBoard = byRank(everyTask(state).filter((task) => task.boardId === boardId))
  let rank = onBoard.at(-1)?.rank ?? null
  const ranks = new Map<string, Values.Rank>()
  for (const { groupId, id } of onBoard) {
    if (groupId === from) ranks.set(id, (rank = Values.rankAfter(rank)))
  }
  return changeEvery(state, (task) => {
    const rank = ranks.get(task.id)
    return rank === undefined ? task : { ...task, groupId: to, rank, updatedAt }
  })
}

/** Removes the values of a column, and counts the tasks that had one. */
export const clearColumn = (
  state: MemoryState,
  boardId: Board.BoardId,
  id: Board.ColumnId,
  updatedAt: Values.Timestamp.Timestamp
): readonly [Board.TaskCounts, MemoryState] => {
  const has = (task: Task.PlacedTask) => task.boardId === boardId && Object.hasOwn(task.columnValues, id)
  const cleared = changeEvery(state, (task) => {
    if (!has(task)) return task
    const { [id]: _, ...columnValues } = task.columnValues
    return { ...task, columnValues, updatedAt }
  })
  return [countTasks(state, has), cleared]
}
