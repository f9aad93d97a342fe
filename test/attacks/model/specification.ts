import type { Ask, Specified } from "./Ask.js"
import * as Boards from "./boards.js"
import * as Members from "./members.js"
import { ApiError } from "./ApiError.js"
import type { State } from "./State.js"
import * as Tasks from "./tasks.js"
import * as Workspaces from "./workspaces.js"

const ROUTES: Readonly<Record<string, Specified>> = {
  "GET /api/workspaces": Workspaces.listWorkspaces,
  "POST /api/workspaces": Workspaces.createWorkspace,
  "GET /api/workspaces/:id": Workspaces.getWorkspace,
  "PATCH /api/workspaces/:id": Workspaces.updateWorkspace,
  "DELETE /api/workspaces/:id": Workspaces.deleteWorkspace,
  "GET /api/boards": Boards.listBoards,
  "POST /api/boards": Boards.createBoard,
  "GET /api/boards/:id": Boards.getBoard,
  "PATCH /api/boards/:id": Boards.updateBoard,
  "DELETE /api/boards/:id": Boards.deleteBoard,
  "POST /api/boards/:id/groups": Boards.addGroup,
  "POST /api/boards/:id/columns": Boards.addColumn,
  "PATCH /api/boards/:id/groups/:id": Boards.updateGroup,
  "PATCH /api/boards/:id/columns/:id": Boards.updateColumn,
  "DELETE /api/boards/:id/groups/:id": Boards.deleteGroup,
  "DELETE /api/boards/:id/columns/:id": Boards.deleteColumn,
  "POST /api/boards/:id/invite": Members.invite,
  "GET /api/boards/:id/invitations": Members.listOfBoard,
  "DELETE /api/boards/:id/invitations/:id": Members.withdraw,
  "POST /api/boards/:id/invitations/:id/resend": Members.resend,
  "PATCH /api/boards/:id/members/:id": Members.updateMember,
  "DELETE /api/boards/:id/members/:id": Members.removeMember,
  "GET /api/invitations": Members.listMine,
  "POST /api/invitations/:id/accept": Members.accept,
  "POST /api/invitations/:id/decline": Members.decline,
  "GET /api/tasks": Tasks.listTasks,
  "POST /api/tasks": Tasks.createTask,
  "GET /api/tasks/mine": Tasks.listMine,
  "GET /api/tasks/:id": Tasks.getTask,
  "PATCH /api/tasks/:id": Tasks.updateTask,
  "DELETE /api/tasks/:id": Tasks.deleteTask,
  "PATCH /api/tasks/:id/move": Tasks.moveTask,
  "GET /api/tasks/:id/comments": Tasks.listComments,
  "GET /api/tasks/:id/subtasks": Tasks.listSubtasks,
  "GET /api/tasks/:id/time-entries": Tasks.listTimeEntries,
  "POST /api/tasks/:id/comments": Tasks.addComment,
  "PATCH /api/tasks/:id/comments/:id": Tasks.updateComment,
  "DELETE /api/tasks/:id/comments/:id": Tasks.deleteComment,
  "POST /api/tasks/:id/subtasks": Tasks.addSubtask,
  "PATCH /api/tasks/:id/subtasks/:id": Tasks.updateSubtask,
  "DELETE /api/tasks/:id/subtasks/:id": Tasks.deleteSubtask,
  "POST /api/tasks/:id/time-entries": Tasks.addTimeEntry,
  "PATCH /api/tasks/:id/time-entries/:id": Tasks.updateTimeEntry,
  "DELETE /api/tasks/:id/time-entries/:id": Tasks.deleteTimeEntry
}

const PATTERNS = Object.entries(ROUTES).map(([route, specified]) => ({
  pattern: new RegExp(`^${route.replaceAll(":id", "([^/]+)")}$`),
  specified
}))

/** What the specification has a request answered with, and the state after it. */
export interface Expected {
  readonly status: number
  /** Of a refusal `{error, paths}`. */
  readonly body: object
  readonly state: State
}

/** The answer of the specification to `METHOD /path`. */
export const expectedOf = (request: string, ask: Omit<Ask, "ids">): Expected => {
  const found = PATTERNS.map(({ pattern, specified }) => ({ match: pattern.exec(request), specified })).find(
    ({ match }) => match !== null
  )
  if (found === undefined) throw new Error(`the model has no ${request}`)
  try {
    const { body, state = ask.state, status = 200 } = found.specified({ ...ask, ids: found.match?.slice(1) ?? [] })
    return { status, body, state }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, body: { error: error.error, paths: error.paths.toSorted() }, state: ask.state }
  }
}
