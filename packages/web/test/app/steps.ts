import { BoardwrightClientError } from "@boardwright/client"
import fc from "fast-check"
import type { BoardOfHub } from "./boardOfHub.js"

/** What is done to a board; the numbers choose among what there is. */
export interface Step {
  readonly what: keyof typeof STEPS
  readonly name: string
  readonly status: string
  readonly at: number
  readonly by: number
}

const pick = <A>(all: ReadonlyArray<A>, at: number): A => all[at % all.length]!

/** What cannot be done is not done: undoing what others followed, a value of a column that is gone. */
const ifPossible = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof BoardwrightClientError) || (error.status ?? 500) >= 500) throw error
  }
}

type Do = (board: BoardOfHub, taskIds: ReadonlyArray<string>, step: Omit<Step, "what">) => Promise<unknown>
/** For a task, if there is one. */
const onTask =
  (work: (board: BoardOfHub, id: string, step: Omit<Step, "what">) => Promise<unknown>): Do =>
  async (board, taskIds, step) => {
    if (taskIds.length > 0) await work(board, pick(taskIds, step.at), step)
  }

const STEPS = {
  create: ({ api, boardId, columns, groupIds }, _, { at, by, name, status }) =>
    api.tasks.create({
      ...{ boardId, name, groupId: pick(groupIds, at) },
      ...(by % 2 === 0 ? { status } : { columnValues: { [columns.status]: status, [columns.number]: by } })
    }),
  update: onTask(({ api, columns, groupIds, people }, id, { by, name, status }) => {
    const patches = [
      { name },
      { status },
      { priority: status },
      { assignees: people.slice(by % 3) },
      { dueDate: by % 4 === 0 ? null : "2026-03-04" },
      { description: name },
      { groupId: pick(groupIds, by) },
      { columnValues: { [columns.number]: by % 5 === 0 ? null : by, [columns.text]: name } },
      { columnValues: { [columns.status]: by % 5 === 0 ? null : status } }
    ]
    return api.tasks.update({ id, ...pick(patches, by) })
  }),
  move: async ({ api, groupIds }, taskIds, { at, by }) => {
    if (taskIds.length === 0) return
    const [id, beforeTaskId] = [pick(taskIds, at), pick(taskIds, by)]
    if (id === beforeTaskId) await api.tasks.move({ id, groupId: pick(groupIds, by) })
    else await api.tasks.move({ id, beforeTaskId })
  },
  moveToEnd: onTask(({ api, groupIds }, id, { by }) => api.tasks.move({ id, groupId: pick(groupIds, by) })),
  delete: onTask(({ api }, id) => api.tasks.delete({ id })),
  bulk: async ({ api, boardId, groupIds }, taskIds, { at, by, name }) => {
    const [first, other] = [pick(groupIds, at), pick(groupIds, by)]
    const made = [
      { op: "create", ref: "new", task: { name, groupId: first } },
      { op: "create", ref: "next", task: { name: `${name}2`, groupId: other } },
      { op: "move", id: "next", groupId: first, beforeTaskId: "new" },
      { op: "update", id: "new", patch: { priority: "high" } }
    ] as const
    const ids = taskIds.length === 0 ? [] : [...new Set([pick(taskIds, at), pick(taskIds, by)])]
    const moved = ids.map((id) => ({ op: "move", id, groupId: other, beforeTaskId: null }) as const)
    await api.tasks.bulk({ boardId, operations: [...made, ...moved] })
  },
  comment: onTask(async ({ api }, id, { by }) => {
    const { comment } = await api.tasks.addComment({ id, content: "Soon" })
    if (by % 2 === 0) await api.tasks.deleteComment({ taskId: id, commentId: comment.id })
  }),
  subtask: onTask(async ({ api }, id, { by }) => {
    const { subtask } = await api.tasks.addSubtask({ id, name: "Dig" })
    await api.tasks.updateSubtask({ taskId: id, subtaskId: subtask.id, completed: by % 3 === 0 })
    if (by % 2 === 0) await api.tasks.deleteSubtask({ taskId: id, subtaskId: subtask.id })
  }),
  timeEntry: onTask(async ({ api }, id, { by }) => {
    const { timeEntry } = await api.tasks.addTimeEntry({ id, duration: by })
    if (by % 3 === 0) await api.tasks.updateTimeEntry({ taskId: id, entryId: timeEntry.id, duration: 3 })
    if (by % 2 === 0) await api.tasks.deleteTimeEntry({ taskId: id, entryId: timeEntry.id })
  }),
  copy: onTask(({ api }, id) => api.tasks.duplicate({ id })),
  addGroup: ({ api, boardId }, _, { name }) => api.boards.addGroup({ id: boardId, name }),
  renameGroup: ({ api, boardId, groupIds }, _, { at, name }) =>
    api.boards.updateGroup({ boardId, groupId: pick(groupIds, at), name }),
  addColumn: ({ api, boardId }, _, { by, name }) =>
    api.boards.addColumn({ id: boardId, name, type: "priority", field: by % 2 === 0 ? "priority" : null }),
  updateColumn: async ({ api, boardId, columns: { status } }, _, { at, by, name, status: label }) => {
    const { columns } = await api.boards.get({ id: boardId })
    const options = columns.find(({ id }) => id === status)?.options ?? []
    const relabelled = options.map((option, place) => (place === by % options.length ? { ...option, label } : option))
    const patches = [
      { name },
      { width: by },
      { visible: by % 2 === 0 },
      { options: relabelled },
      { options: [...options, { label: name }] },
      { options: options.slice(1), replaceWith: { [options[0]?.id ?? ""]: options[1]?.id ?? "" } }
    ]
    await api.boards.updateColumn({ boardId, columnId: status, ...pick(patches, at) })
  },
  restore: async ({ api, boardId }, _, { at }) => {
    const { deletions } = await api.trash.list({ boardId })
    if (deletions.length > 0) await api.trash.restore({ deletionId: pick(deletions, at).id })
  },
  undo: async ({ api, boardId }, _, { at }) => {
    const { changes } = await api.changes.listOfBoard({ id: boardId, limit: 6 })
    const change = pick(changes, at)
    await api.changes.undo({ id: change.batchId ?? change.id })
  }
} as const satisfies Record<string, Do>

/** Any step. */
export const anyStep: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom("create", "bulk", ...(Object.keys(STEPS) as ReadonlyArray<keyof typeof STEPS>)),
  name: fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom("a", "ä", "B", "1", "-") }),
  status: fc.constantFrom("pending", "working", "done", "on hold"),
  at: fc.nat({ max: 1000 }),
  by: fc.nat({ max: 1000 })
})

/** Does a step to a board that has these tasks. */
export const take = (board: BoardOfHub, taskIds: ReadonlyArray<string>, { what, ...step }: Step): Promise<void> =>
  ifPossible(() => STEPS[what](board, taskIds, step))
