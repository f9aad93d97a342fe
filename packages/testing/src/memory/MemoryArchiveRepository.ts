import { Archive, type Board, type Task } from "@boardwright/core"
import { Effect, Layer } from "effect"
import { ConstraintViolated, insertAll, type MemoryState } from "./MemoryState.js"
import { MemoryStore } from "./MemoryStore.js"
import { byCreation, byRank, inPlace } from "./order.js"
import { ownEntries } from "./ownEntries.js"

type Part = { readonly taskId: Task.TaskId; readonly createdAt: string; readonly id: string }

const partsOf = <A extends Part>(parts: ReadonlyMap<string, A>, wanted: ReadonlySet<string>) => {
  const found = new Map<string, Array<A>>()
  for (const part of parts.values()) {
    if (!wanted.has(part.taskId)) continue
    const before = found.get(part.taskId)
    if (before === undefined) found.set(part.taskId, [part])
    else before.push(part)
  }
  return (id: Task.TaskId): ReadonlyArray<A> => byCreation(found.get(id) ?? [])
}

const page = (
  state: MemoryState,
  board: Board.BoardId,
  ids: ReadonlyArray<Task.TaskId>
): ReadonlyArray<Archive.WholeTask> => {
  const wanted = new Set(ids)
  const tasks = ids.flatMap((id) => state.tasks.get(id) ?? []).filter((task) => task.boardId === board)
  const comments = partsOf(state.comments, wanted)
  const subtasks = partsOf(state.subtasks, wanted)
  const timeEntries = partsOf(state.timeEntries, wanted)
  return tasks.map((task) => ({
    ...task,
    comments: comments(task.id),
    subtasks: inPlace(subtasks(task.id), state.subtaskRanks),
    timeEntries: timeEntries(task.id)
  }))
}

const insert = (state: MemoryState, whole: ReadonlyArray<Archive.WholeTask>): MemoryState => {
  const tasks = whole.map(({ comments: _comments, subtasks: _subtasks, timeEntries: _entries, ...task }) => task)
  for (const { boardId, groupId } of tasks) {
    if (state.groups.get(groupId)?.boardId !== boardId) {
      throw new ConstraintViolated(`there is no group ${groupId} on the board ${boardId}`)
    }
  }
  const after = insertAll(state.tasks, tasks)
  const parts = <A extends Part>(before: ReadonlyMap<string, A>, added: ReadonlyArray<A>) => {
    for (const { taskId } of added) {
      if (!after.has(taskId)) throw new ConstraintViolated(`there is no task ${taskId}`)
    }
    return added.length === 0 ? before : insertAll(before, added)
  }
  return {
    ...state,
    tasks: after,
    comments: parts(
      state.comments,
      whole.flatMap(({ comments }) => comments)
    ),
    subtasks: parts(
      state.subtasks,
      whole.flatMap(({ subtasks }) => subtasks)
    ),
    timeEntries: parts(
      state.timeEntries,
      whole.flatMap(({ timeEntries }) => timeEntries)
    )
  }
}

/** Whole tasks in the memory store. */
export const layer: Layer.Layer<Archive.ArchiveRepository, never, MemoryStore> = Layer.effect(
  Archive.ArchiveRepository,
  Effect.map(MemoryStore, (store) => ({
    taskIds: (boardId) =>
      store.read(({ tasks }) =>
        byRank([...tasks.values()].filter((task) => task.boardId === boardId)).map(({ id }) => id)
      ),
    tasks: (boardId, ids) => store.read((state) => page(state, boardId, ids)),
    tasksWithSubtasks: (boardId, ids) =>
      store.read((state) => page(state, boardId, ids).map((task) => ({ ...task, comments: [], timeEntries: [] }))),
    ...ownEntries(store),
    insertTasks: (tasks) => MemoryStore.update(store, (state) => insert(state, tasks))
  }))
)
