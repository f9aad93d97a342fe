import { Task } from "@boardwright/core"
import { Effect, Stream } from "effect"

/** A time in the past. */
export const NEVER = "2001-02-03T04:05:06.789Z"

const column = { name: "Notes", type: "text", required: true, description: "for notes", width: 1.5, visible: false }

/** The header of an archive of two groups and two columns. */
export const header = (overrides: object = {}) => ({
  format: "boardwright-board",
  version: 1,
  exportedAt: NEVER,
  board: {
    name: "Roadmap",
    description: "",
    background: { type: "solid", value: "#FFFFFF" },
    viewDensity: "compact",
    createdAt: NEVER,
    updatedAt: NEVER
  },
  groups: [
    { id: "g1", name: "Now", color: "#00ff00" },
    { id: "g2", name: "Later", color: "#0000FF" }
  ],
  columns: [
    { id: "c1", ...column },
    { id: "c2", ...column, width: null, visible: true }
  ],
  members: [],
  people: [],
  ...overrides
})

/** A task of the first group. */
export const task = (overrides: object = {}): Record<string, unknown> => ({
  id: "t",
  groupId: "g1",
  name: "Order the brass",
  description: "",
  status: "pending",
  priority: "medium",
  assignees: [],
  dueDate: null,
  columnValues: {},
  createdAt: NEVER,
  updatedAt: NEVER,
  comments: [],
  subtasks: [],
  timeEntries: [],
  ...overrides
})

/** An archive to restore. */
export const archiveOf = (overrides: object, tasks: ReadonlyArray<unknown>) => ({
  archive: header(overrides) as unknown,
  tasks: Stream.fromIterable(tasks)
})

/** The tasks of a board with their lists. */
export const detailsOf = Effect.fnUntraced(function* (boardId: string) {
  const { items } = yield* Task.listTasks({ boardId })
  return yield* Effect.forEach(items, ({ id }) => Task.getTask(id))
})

/** A value as the JSON that a client gets. */
export const plain = (value: unknown): object => JSON.parse(JSON.stringify(value)) as object
