import type { Access, Account, Board, Mail, Task, Values, Workspace } from "@boardwright/core"
import { count, flag, json, nullable, number, real, text, timestamp } from "./columns.js"

const userId = text<Account.UserId>()
const boardId = text<Board.BoardId>()
const taskId = text<Task.TaskId>()
const role = text<Access.Role>()

/** Where a row stands in an ordered list. */
export const RANK = { rank: text<Values.Rank>() }
/** A part of a list. */
export const SLICE = { limit: number, offset: number }
/** The size of a list. */
export const TOTAL = { total: count }

export const ACCOUNT = {
  id: userId,
  name: text(),
  email: text(),
  avatar: text(),
  passwordHash: text(),
  verifiedAt: nullable(timestamp),
  hasCompletedOnboarding: flag,
  onboardingData: json<Account.OnboardingData>(),
  tokenVersion: number,
  disabledAt: nullable(timestamp),
  createdAt: timestamp
}

export const EMAIL_TOKEN = {
  hash: text(),
  purpose: text<Mail.MailPurpose>(),
  userId,
  expiresAt: timestamp,
  usedAt: nullable(timestamp)
}

export const KNOWN_CLIENT = { userId, hash: text(), seenAt: timestamp }

export const WORKSPACE = {
  id: text<Workspace.WorkspaceId>(),
  name: text(),
  icon: text(),
  color: text(),
  ownerId: userId,
  createdAt: timestamp,
  updatedAt: timestamp
}

export const BOARD = {
  id: boardId,
  workspaceId: WORKSPACE.id,
  name: text(),
  description: text(),
  background: json<Board.Background>(),
  viewDensity: text(),
  createdAt: timestamp,
  updatedAt: timestamp
}

export const GROUP = { id: text<Board.GroupId>(), name: text(), color: text() }

export const COLUMN = {
  id: text<Board.ColumnId>(),
  name: text(),
  type: text(),
  required: flag,
  description: text(),
  width: nullable(real),
  visible: flag
}

export const MEMBER = { userId, role }

export const INVITATION = {
  id: text<Board.InvitationId>(),
  boardId,
  userId,
  role,
  status: text<Board.InvitationStatus>(),
  createdAt: timestamp
}

/** What a list shows of a task, its assignees aside. */
export const TASK_SUMMARY = {
  id: taskId,
  boardId,
  groupId: GROUP.id,
  name: text(),
  status: text(),
  priority: text(),
  dueDate: nullable(timestamp),
  createdAt: timestamp
}

/** A task's own row: all but its assignees. */
export const TASK = {
  ...TASK_SUMMARY,
  description: text(),
  columnValues: json<Task.ColumnValues>(),
  updatedAt: timestamp,
  ...RANK
}

export const ASSIGNEE = { taskId, position: number, userId }

export const COMMENT = {
  id: text(),
  taskId,
  userId,
  content: text(),
  mentions: json<ReadonlyArray<Account.UserId>>(),
  createdAt: timestamp
}

export const SUBTASK = { id: text<Task.SubtaskId>(), taskId, name: text(), completed: flag, createdAt: timestamp }

export const TIME_ENTRY = {
  id: text(),
  taskId,
  userId,
  duration: real,
  description: text(),
  createdAt: timestamp
}

export const MAIL_JOB = {
  id: text(),
  purpose: text<Mail.MailJob["purpose"]>(),
  email: text(),
  createdAt: timestamp,
  attempts: number,
  dueAt: timestamp
}
