import { Task, Values } from "@boardwright/core"
import { Array as Arrays, Function } from "effect"
import type { MemoryState } from "./MemoryState.js"
import { byRank, pageOf } from "./order.js"
import { readableBoards } from "./boardAccess.js"

/** Whether a task matches a query. Its words are searched in the texts of `indexed`. */
const matchesQuery = (indexed: MemoryState, query: Task.TaskQuery): ((task: Task.Task) => boolean) => {
  if (query.words.length === 0) return (task) => Task.matchesQuery(query, task, [])
  const byTask = Arrays.groupBy(indexed.comments.values(), ({ taskId }) => taskId)
  return (task) => {
    const text = indexed.tasks.get(task.id)
    if (text === undefined) return false
    const { description, name } = text
    const contents = (byTask[task.id] ?? []).map(({ content }) => content)
    return Task.matchesQuery(query, { ...task, name, description }, contents)
  }
}

const matches =
  ({ assignee, boardId, groupId, status }: Task.TaskFilter, isQueried: (task: Task.Task) => boolean) =>
  (task: Task.Task): boolean =>
    task.boardId === boardId &&
    (groupId === undefined || task.groupId === groupId) &&
    (status === undefined || task.status === status) &&
    (assignee === undefined || task.assignees.some((userId) => userId === assignee)) &&
    isQueried(task)

/** The tasks that a list shows, in its order. `indexed` is the committed state. */
export const listedTasks = (state: MemoryState, indexed: MemoryState, filter: Task.TaskFilter) => {
  const isQueried = filter.query === undefined ? Function.constTrue : matchesQuery(indexed, filter.query)
  const found = byRank([...state.tasks.values()].filter(matches(filter, isQueried)))
  return filter.query === undefined ? found : Task.sortTasks(filter.query.sort, found)
}

export const toSummary = (task: Task.PlacedTask): Task.TaskSummary => {
  const { columnValues: _values, description: _text, rank: _rank, ...summary } = task
  return summary
}

const countsOf = (state: MemoryState, id: Task.TaskId): Task.ChildCounts => {
  const ofTask = <A extends { readonly taskId: Task.TaskId }>(children: ReadonlyMap<string, A>) =>
    [...children.values()].filter(({ taskId }) => taskId === id)
  const subtasks = ofTask(state.subtasks)
  return {
    comments: ofTask(state.comments).length,
    subtasks: subtasks.length,
    subtasksDone: subtasks.filter(({ completed }) => completed).length,
    minutes: ofTask(state.timeEntries).reduce((sum, { duration }) => sum + Math.min(duration, Task.MOST_COUNTED), 0)
  }
}

/** A page of the tasks with what it includes, without the values of those after `MAX_PAGE_BYTES`. */
export const pageWith = (
  state: MemoryState,
  tasks: ReadonlyArray<Task.PlacedTask>,
  slice: Values.Slice,
  include: Task.ListInclude
): Values.Page<Task.ListedTask> => {
  const { items, total } = pageOf(tasks, slice)
  let bytes = 0
  const listed = items.map((task) => {
    const { columnValues } = task
    const hasValues = include.columnValues && bytes < Task.MAX_PAGE_BYTES
    bytes += Values.bytesOf(JSON.stringify(columnValues))
    const values = hasValues ? { columnValues } : {}
    return { ...toSummary(task), ...values, ...(include.counts ? { counts: countsOf(state, task.id) } : {}) }
  })
  return { items: listed, total }
}

/** A page of the tasks that are assigned to a user, of the boards that the user can read. */
export const assignedPage = (
  state: MemoryState,
  { places, query, userId, workspaceId }: Task.AssignedFilter,
  slice: Values.Slice,
  include: Task.ListInclude
): Values.Page<Task.AssignedTask> => {
  const readable = readableBoards(state, userId, places)
  const boards = new Map(
    readable.flatMap((board) =>
      workspaceId === undefined || workspaceId === board.workspaceId ? [[board.id, board]] : []
    )
  )
  const users = { users: [userId], nobody: false }
  const isMatch = matchesQuery(state, { ...query, assignees: users, cells: null, words: [] })
  const found = [...state.tasks.values()].filter((task) => boards.has(task.boardId) && isMatch(task))
  const { items, total } = pageWith(state, Task.sortTasks(query.sort, found), slice, include)
  const assigned = items.flatMap((task) => {
    const board = boards.get(task.boardId)
    return board === undefined ? [] : [{ ...task, boardName: board.name, workspaceId: board.workspaceId }]
  })
  return { items: assigned, total }
}
