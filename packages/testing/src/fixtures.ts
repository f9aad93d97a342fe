import type { Access, Account, Board, Mail, Task, Values, Workspace } from "@boardwright/core"

const run = Math.random().toString(36).slice(2, 10)
let made = 0

/** A text that is unique in this process and, but for chance, among processes: for ids, addresses and names. */
export const fresh = (what: string): string => `${what}-${run}-${String(++made).padStart(8, "0")}`

/** An instant: `minutes` after noon of 2026-01-02, with milliseconds. */
export const instant = (minutes = 0): Values.Timestamp.Timestamp =>
  new Date(Date.UTC(2026, 0, 2, 12, minutes, 0, 345)).toISOString() as Values.Timestamp.Timestamp

/** The rank of the entry at this place of a list: 0 is the first. */
export const rankAt = (place: number): Values.Rank => `d${String(place).padStart(4, "0")}` as Values.Rank

/** The whole of a list, as far as one page reaches. */
export const wholeList: Values.Slice = { page: 1, limit: 1000, offset: 0 }

/** A verified account with an address of its own. */
export const anAccount = (overrides: Partial<Account.Account> = {}): Account.Account => {
  const id = fresh("user")
  return {
    id: id as Account.UserId,
    name: "Ada Lovelace",
    email: `${id}@example.test`,
    avatar: "/api/avatars/default.svg",
    passwordHash: "a hash",
    verifiedAt: instant(),
    hasCompletedOnboarding: false,
    onboardingData: {},
    tokenVersion: 0,
    disabledAt: null,
    createdAt: instant(),
    ...overrides
  }
}

/** An unused token; `userId` has to be an account's. */
export const anEmailToken = (
  overrides: Partial<Account.EmailToken> & Pick<Account.EmailToken, "userId">
): Account.EmailToken => ({
  hash: fresh("hash"),
  purpose: "verification",
  expiresAt: instant(24 * 60),
  usedAt: null,
  ...overrides
})

/** A workspace of the owner. */
export const aWorkspace = (
  overrides: Partial<Workspace.Workspace> & Pick<Workspace.Workspace, "ownerId">
): Workspace.Workspace => ({
  id: fresh("workspace") as Workspace.WorkspaceId,
  name: "Analytical engines",
  icon: "📋",
  color: "#6366F1",
  createdAt: instant(),
  updatedAt: instant(),
  ...overrides
})

/** A board in the workspace. */
export const aBoard = (overrides: Partial<Board.Board> & Pick<Board.Board, "workspaceId">): Board.Board => ({
  id: fresh("board") as Board.BoardId,
  name: "Roadmap",
  description: "",
  background: { type: "solid", value: "#FFFFFF" },
  viewDensity: "default",
  createdAt: instant(),
  updatedAt: instant(),
  ...overrides
})

/** A group, the first of its board unless told otherwise. */
export const aGroup = (overrides: Partial<Board.Placed<Board.Group>> = {}): Board.Placed<Board.Group> => ({
  id: fresh("group") as Board.GroupId,
  name: "New group",
  color: "#579BFC",
  rank: rankAt(0),
  ...overrides
})

/** A text column, the first of its board unless told otherwise. */
export const aColumn = (overrides: Partial<Board.Placed<Board.Column>> = {}): Board.Placed<Board.Column> => ({
  id: fresh("column") as Board.ColumnId,
  name: "Notes",
  type: "text",
  required: false,
  description: "",
  width: null,
  visible: true,
  rank: rankAt(0),
  ...overrides
})

/** A membership, of a viewer unless told otherwise. */
export const aMember = (userId: Account.UserId, role: Access.Role = "viewer"): Board.Member => ({ userId, role })

/** A pending invitation of a viewer. */
export const anInvitation = (
  overrides: Partial<Board.Invitation> & Pick<Board.Invitation, "boardId" | "userId">
): Board.Invitation => ({
  id: fresh("invitation") as Board.InvitationId,
  role: "viewer",
  status: "pending",
  createdAt: instant(),
  ...overrides
})

/** A task in a group of the board, the first of the board unless told otherwise. */
export const aTask = (
  overrides: Partial<Task.PlacedTask> & Pick<Task.PlacedTask, "boardId" | "groupId">
): Task.PlacedTask => ({
  id: fresh("task") as Task.TaskId,
  name: "Order the brass",
  status: "pending",
  priority: "medium",
  assignees: [],
  dueDate: null,
  description: "",
  columnValues: {},
  createdAt: instant(),
  updatedAt: instant(),
  rank: rankAt(0),
  ...overrides
})

/** A comment under the task. */
export const aComment = (overrides: Partial<Task.Comment> & Pick<Task.Comment, "taskId" | "userId">): Task.Comment => ({
  id: fresh("comment"),
  content: "It works",
  mentions: [],
  createdAt: instant(),
  ...overrides
})

/** A subtask of the task. */
export const aSubtask = (overrides: Partial<Task.Subtask> & Pick<Task.Subtask, "taskId">): Task.Subtask => ({
  id: fresh("subtask") as Task.SubtaskId,
  name: "Ask for a price",
  completed: false,
  createdAt: instant(),
  ...overrides
})

/** Time spent on the task. */
export const aTimeEntry = (
  overrides: Partial<Task.TimeEntry> & Pick<Task.TimeEntry, "taskId" | "userId">
): Task.TimeEntry => ({ id: fresh("entry"), duration: 1.5, description: "", createdAt: instant(), ...overrides })

/** A job to send a verification mail, due at its creation. */
export const aMailJob = (overrides: Partial<Mail.MailJob> = {}): Mail.MailJob => {
  const id = fresh("job")
  return {
    id,
    purpose: "verification",
    email: `${id}@example.test`,
    createdAt: instant(),
    attempts: 0,
    dueAt: instant(),
    ...overrides
  }
}
