import { type Account, type Board, Task, Values } from "@boardwright/core"
import { Effect, identity, Layer, Option } from "effect"
import { bindingsOf, typedOf } from "./boardCells.js"
import { ConstraintViolated, insertAll, type MemoryState, patch, requireParent, without } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { byCreation, byRank, inPlace, pageOf } from "./order.js"
import { boardAccess } from "./boardAccess.js"
import { assignedPage, listedTasks, pageWith, toSummary } from "./taskLists.js"

const requireGroup = (state: MemoryState, boardId: Board.BoardId, groupId: Board.GroupId): void => {
  if (state.groups.get(groupId)?.boardId !== boardId) {
    throw new ConstraintViolated(`there is no group ${groupId} on the board ${boardId}`)
  }
}

const insert = (state: MemoryState, tasks: ReadonlyArray<Task.PlacedTask>): MemoryState => {
  for (const { boardId, groupId } of tasks) requireGroup(state, boardId, groupId)
  return { ...state, tasks: insertAll(state.tasks, tasks) }
}

const replace = (state: MemoryState, task: Task.PlacedTask): MemoryState => ({
  ...state,
  tasks: patch(state.tasks, task.id, ({ boardId }) => {
    requireGroup(state, boardId, task.groupId)
    return { ...task, boardId }
  })
})

const transfer = (
  state: MemoryState,
  { boardId, columnValues, dueDate, groupId, id, priority, rank, status, updatedAt }: Task.PlacedTask
): MemoryState => {
  requireGroup(state, boardId, groupId)
  const elsewhere = { boardId, groupId, rank, status, priority, dueDate, columnValues, updatedAt }
  return { ...state, tasks: patch(state.tasks, id, (before) => ({ ...before, ...elsewhere })) }
}

const nextTo = (
  { tasks }: MemoryState,
  place: Pick<Task.PlacedTask, "id" | "groupId" | "rank">,
  direction: "before" | "after",
  limit: number
): ReadonlyArray<Task.RankedTask> => {
  const isBefore = ({ id, rank }: Task.RankedTask) => rank < place.rank || (rank === place.rank && id < place.id)
  const others = byRank(tasks.values()).filter(({ groupId, id }) => groupId === place.groupId && id !== place.id)
  const nearest =
    direction === "before" ? others.filter(isBefore).toReversed() : others.filter((task) => !isBefore(task))
  return nearest.slice(0, limit).map(({ id, rank }) => ({ id, rank }))
}

const rerank = (
  state: MemoryState,
  ranked: Parameters<Effect.Effect.Success<typeof Task.TaskRepository>["rerank"]>[0]
) => {
  const ranks = new Map(ranked.map(({ from, id, to }) => [id, { from, to }]))
  const tasks = [...state.tasks].map(([id, task]): [string, Task.PlacedTask] => {
    const rank = ranks.get(task.id)
    return [id, rank?.from === task.rank ? { ...task, rank: rank.to } : task]
  })
  return { ...state, tasks: new Map(tasks) }
}

const childrenOf = <A extends { readonly taskId: Task.TaskId; readonly createdAt: string; readonly id: string }>(
  children: ReadonlyMap<string, A>,
  id: Task.TaskId
) => byCreation([...children.values()].filter(({ taskId }) => taskId === id))

const subtasksOf = ({ subtaskRanks, subtasks }: MemoryState, id: Task.TaskId) =>
  inPlace(childrenOf(subtasks, id), subtaskRanks)

/** A page that ends at `MAX_PAGE_BYTES` of text. */
const childPage = <A extends Task.Comment | Task.Subtask | Task.TimeEntry>(
  children: ReadonlyArray<A>,
  slice: Values.Slice
): Values.Page<A> => {
  const { items, total } = pageOf(children, slice)
  let bytes = 0
  const end = items.findIndex((child) => (bytes += Task.textBytes(child)) >= Task.MAX_PAGE_BYTES)
  return { items: end === -1 ? items : items.slice(0, end + 1), total }
}

const toDetails =
  (state: MemoryState) =>
  ({ rank: _rank, ...task }: Task.PlacedTask): Task.TaskDetails => {
    const comments = childrenOf(state.comments, task.id)
    const subtasks = subtasksOf(state, task.id)
    const timeEntries = childrenOf(state.timeEntries, task.id)
    const totals = { comments: comments.length, subtasks: subtasks.length, timeEntries: timeEntries.length }
    return { ...task, ...Task.shownChildren({ comments, subtasks, timeEntries }), totals, files: [] }
  }

/** The task with the user's access and the typed columns of its board. */
const found = <A extends Task.Task>(
  state: MemoryState,
  id: Task.TaskId,
  userId: Account.UserId | null,
  told: (task: Task.PlacedTask) => A
): Option.Option<Task.FoundTask<A>> =>
  Option.flatMap(Option.fromNullable(state.tasks.get(id)), (task) =>
    Option.map(boardAccess(state, task.boardId, userId), (access) => {
      return { access, task: told(task), typed: typedOf(state, task.boardId) }
    })
  )

/** The list with one more entry of its task, unless the task is at the limit. */
const added = <A extends { readonly id: string; readonly taskId: Task.TaskId }>(
  state: MemoryState,
  list: ReadonlyMap<string, A>,
  child: A,
  most: number,
  withList: (list: ReadonlyMap<string, A>) => MemoryState
): readonly [boolean, MemoryState] => {
  requireParent(state.tasks, child.taskId, "task")
  let count = 0
  for (const { taskId } of list.values()) if (taskId === child.taskId) count++
  return count < most ? [true, withList(insertAll(list, [child]))] : [false, state]
}

const ofTask = <A extends { readonly taskId: Task.TaskId }>(
  list: ReadonlyMap<string, A>,
  taskId: Task.TaskId,
  id: string
): Option.Option<A> => Option.filter(Option.fromNullable(list.get(id)), (child) => child.taskId === taskId)

/** An entry of the task, and the state without it. */
const taken = <A extends { readonly id: string; readonly taskId: Task.TaskId }>(
  state: MemoryState,
  list: ReadonlyMap<string, A>,
  taskId: Task.TaskId,
  id: string,
  withList: (list: ReadonlyMap<string, A>) => MemoryState
): readonly [Option.Option<A>, MemoryState] => {
  const child = list.get(id)
  if (child?.taskId !== taskId) return [Option.none(), state]
  return [Option.some(child), withList(without(list, (each) => each.id === id))]
}

const insertComment = (state: MemoryState, comment: Task.Comment) =>
  added(state, state.comments, comment, Task.MAX_COMMENTS, (comments) => ({ ...state, comments }))

const insertSubtask = (state: MemoryState, subtask: Task.Subtask) =>
  added(state, state.subtasks, subtask, Task.MAX_SUBTASKS, (subtasks) => ({ ...state, subtasks }))

const insertTimeEntry = (state: MemoryState, entry: Task.TimeEntry) =>
  added(state, state.timeEntries, entry, Task.MAX_TIME_ENTRIES, (timeEntries) => ({ ...state, timeEntries }))

export const layer: Layer.Layer<Task.TaskRepository, never, MemoryStore> = Layer.effect(
  Task.TaskRepository,
  Effect.map(MemoryStore, (store) => {
    const locked = (state: MemoryState, id: Task.TaskId, userId: Account.UserId | null) =>
      Option.map(found(state, id, userId, identity), (task) => ({
        ...task,
        bindings: bindingsOf(state, task.task.boardId)
      }))
    return {
      insert: (tasks) => MemoryStore.update(store, (state) => insert(state, tasks)),
      find: (id, userId) => store.read((state) => found(state, id, userId, toDetails(state))),
      lock: (id, userId) => store.read((state) => locked(state, id, userId)),
      lockWithNext: (id, userId) =>
        store.read((state) =>
          Option.map(locked(state, id, userId), (task) => ({
            ...task,
            nextId: nextTo(state, task.task, "after", 1)[0]?.id ?? null
          }))
        ),
      hold: (id, userId) => store.read((state) => boardAccess(state, state.tasks.get(id)?.boardId, userId)),
      list: (filter, slice) =>
        MemoryStore.search(store, (state, indexed) => {
          const { items, total } = pageOf(listedTasks(state, indexed, filter), slice)
          return { items: items.map(toSummary), total }
        }),
      listWith: (filter, slice, include) =>
        MemoryStore.search(store, (state, indexed) =>
          pageWith(state, listedTasks(state, indexed, filter), slice, include)
        ),
      listAssigned: (filter, slice, include) => store.read((state) => assignedPage(state, filter, slice, include)),
      replace: (task) => MemoryStore.update(store, (state) => replace(state, task)),
      lockMany: (boardId, ids) =>
        store.read(({ tasks }) =>
          ids.toSorted().flatMap((id) => {
            const task = tasks.get(id)
            if (task?.boardId !== boardId) return []
            const bytes = Values.bytesOf(task.description) + Values.jsonBytes(task.columnValues)
            return [{ id, bytes }]
          })
        ),
      readLocked: (ids) => store.read(({ tasks }) => ids.flatMap((id) => tasks.get(id) ?? [])),
      replaceMany: (list) =>
        MemoryStore.update(store, (state) => list.reduce((state, { task }) => replace(state, task), state)),
      transfer: (task) => MemoryStore.update(store, (state) => transfer(state, task)),
      placeOf: (id) =>
        store.read(({ tasks }) =>
          Option.map(Option.fromNullable(tasks.get(id)), ({ groupId, rank }) => ({ groupId, rank }))
        ),
      nextTo: (place, direction, limit) => store.read((state) => nextTo(state, place, direction, limit)),
      rerank: (ranked) => MemoryStore.update(store, (state) => rerank(state, ranked)),

      listComments: (id, slice) => store.read(({ comments }) => childPage(childrenOf(comments, id), slice)),
      authors: (id) => store.read(({ comments }) => [...new Set(childrenOf(comments, id).map(({ userId }) => userId))]),
      listSubtasks: (id, slice) => store.read((state) => childPage(subtasksOf(state, id), slice)),
      listTimeEntries: (id, slice) => store.read(({ timeEntries }) => childPage(childrenOf(timeEntries, id), slice)),
      insertComment: (comment) => store.change((state) => insertComment(state, comment)),
      lockComment: (taskId, id) => store.read(({ comments }) => ofTask(comments, taskId, id)),
      replaceComment: ({ content, editedAt, id, mentions, taskId }) =>
        MemoryStore.update(store, (state) => ({
          ...state,
          comments: patch(state.comments, id, (before) =>
            before.taskId === taskId ? { ...before, content, mentions, editedAt } : before
          )
        })),
      removeComment: (taskId, id) =>
        store.change((state) => taken(state, state.comments, taskId, id, (comments) => ({ ...state, comments }))),
      insertSubtask: (subtask) => store.change((state) => insertSubtask(state, subtask)),
      removeSubtask: (taskId, id) =>
        store.change((state) =>
          taken(state, state.subtasks, taskId, id, (subtasks) => ({
            ...state,
            subtasks,
            subtaskRanks: new Map([...state.subtaskRanks].filter(([key]) => key !== id))
          }))
        ),
      subtaskRanks: (taskId) =>
        store.read((state) =>
          subtasksOf(state, taskId).map(({ id }) => ({ id, rank: state.subtaskRanks.get(id)?.rank ?? null }))
        ),
      rerankSubtasks: (taskId, ranked) =>
        MemoryStore.update(store, (state) => {
          const own = ranked.filter(({ id }) => state.subtasks.get(id)?.taskId === taskId)
          const ranks = own.map(({ id, rank }) => [id, { rank }] as const)
          return { ...state, subtaskRanks: new Map([...state.subtaskRanks, ...ranks]) }
        }),
      lockSubtask: (taskId, id) => store.read(({ subtasks }) => ofTask(subtasks, taskId, id)),
      replaceSubtask: ({ completed, id, name }) =>
        MemoryStore.update(store, (state) => ({
          ...state,
          subtasks: patch(state.subtasks, id, (before) => ({ ...before, name, completed }))
        })),
      lockTimeEntry: (taskId, id) => store.read(({ timeEntries }) => ofTask(timeEntries, taskId, id)),
      replaceTimeEntry: ({ description, duration, id, taskId }) =>
        MemoryStore.update(store, (state) => ({
          ...state,
          timeEntries: patch(state.timeEntries, id, (before) =>
            before.taskId === taskId ? { ...before, duration, description } : before
          )
        })),
      removeTimeEntry: (taskId, id) =>
        store.change((state) =>
          taken(state, state.timeEntries, taskId, id, (timeEntries) => ({ ...state, timeEntries }))
        ),
      insertTimeEntry: (entry) => store.change((state) => insertTimeEntry(state, entry))
    }
  })
)
