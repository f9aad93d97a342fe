// Answers as JSON schema, for Fastify's serialisers.
const text = { type: "string" }
const orNull = { type: ["string", "null"] }
const flag = { type: "boolean" }
const number = { type: "number" }
const whole = { type: "integer" }
const object = (properties) => ({ type: "object", properties })
const list = (items) => ({ type: "array", items })
const open = { type: "object", additionalProperties: true }
const texts = list(text)

const user = { id: text, name: text, email: text, avatar: text, hasCompletedOnboarding: flag }
const summary = { id: text, boardId: text, groupId: text, name: text, status: text, priority: text }
const wholeSummary = { ...summary, dueDate: orNull, createdAt: text, updatedAt: text, assignees: texts }
const counts = object({ comments: whole, subtasks: whole, subtasksDone: whole, minutes: number })
const listedTask = { ...wholeSummary, columnValues: open, counts }
const task = { ...wholeSummary, description: text, columnValues: open }
const ofTask = { id: text, taskId: text, createdAt: text }
const person = { userId: text, name: orNull, avatar: orNull }
const comment = object({ ...ofTask, ...person, content: text, mentions: texts, editedAt: orNull })
const details = {
  ...task,
  comments: list(comment),
  subtasks: list(object({ ...ofTask, name: text, completed: flag })),
  timeEntries: list(object({ ...ofTask, userId: text, duration: number, description: text })),
  totals: object({ comments: number, subtasks: number, timeEntries: number }),
  files: list(open)
}
const column = {
  ...{ id: text, name: text, type: text, required: flag, description: text, visible: flag },
  ...{ field: orNull, options: list(open), strict: flag }
}
const board = object({
  ...{
    id: text,
    workspaceId: text,
    name: text,
    description: text,
    viewDensity: text,
    createdAt: text,
    updatedAt: text
  },
  background: object({ type: text, value: text }),
  groups: list(object({ id: text, name: text, color: text })),
  columns: list(object({ ...column, width: { type: ["number", "null"] } })),
  members: list(object({ ...person, role: text }))
})
const warningFields = { row: whole, column: whole, value: text, message: text }
const warning = object(warningFields)
const columnWarnings = list(object({ ...warningFields, cells: whole }))
const wrapped = (properties) => object({ success: flag, ...properties })

/** By the route's name. */
export const schemas = {
  me: object({ ...user, onboardingData: open }),
  task: object(details),
  list: object({
    tasks: list(object(listedTask)),
    data: list(object(listedTask)),
    pagination: object({ page: whole, limit: whole, total: whole, totalPages: whole })
  }),
  create: wrapped({ task: object(task) }),
  update: wrapped({ task: object(task) }),
  move: wrapped({ task: object(task), data: object(task) }),
  comment: wrapped({ comment }),
  import: wrapped({ board, data: board, imported: whole, skipped: whole, warnings: list(warning), columnWarnings }),
  signIn: wrapped({ token: text, user: object(user) })
}
