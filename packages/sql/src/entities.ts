import type {
  Access,
  Account,
  Board,
  Calendar,
  Change,
  Idempotency,
  Mail,
  Notification,
  System,
  Task,
  Trash,
  Values,
  Webhook,
  Workspace
} from "@boardwright/core"
import { type Codec, count, flag, json, nullable, number, real, text, timestamp } from "./codecs.js"

const userId = text<Account.UserId>()
const boardId = text<Board.BoardId>()
const taskId = text<Task.TaskId>()
const role = text<Access.Role>()

/** Exactly one codec for each field of an entity: a field that only one side has does not compile. */
type Codecs<A> = { readonly [K in keyof A]-?: Codec<A[K]> }

/** The position of a row in an ordered list. */
export const RANK = { rank: text<Values.Rank>() }
/** The part of a list that a page shows. */
export const SLICE = { limit: number, offset: number }
/** The length of a list. */
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
  timezone: nullable(text()),
  language: nullable(text<Account.Language>()),
  notifications: json<Account.Notifications>(),
  createdAt: timestamp
} satisfies Codecs<Account.Account>

export const EMAIL_TOKEN = {
  hash: text(),
  purpose: text<Account.EmailTokenPurpose>(),
  userId,
  expiresAt: timestamp,
  usedAt: nullable(timestamp)
} satisfies Codecs<Account.EmailToken>

export const EMAIL_CHANGE = {
  id: text(),
  userId,
  email: text(),
  previousEmail: text(),
  tokenVersion: number,
  createdAt: timestamp,
  confirmedAt: nullable(timestamp),
  endedAt: nullable(timestamp),
  expiresAt: timestamp
} satisfies Codecs<Account.EmailChange>

export const SESSION = {
  id: text<Account.SessionId>(),
  userId,
  tokenVersion: number,
  userAgent: nullable(text()),
  createdAt: timestamp,
  seenAt: timestamp,
  expiresAt: timestamp
} satisfies Codecs<Account.Session>

export const IDENTITY = {
  issuer: text(),
  subject: text(),
  userId,
  createdAt: timestamp
} satisfies Codecs<Account.Identity>

export const SECURITY_EVENT = {
  id: text(),
  at: timestamp,
  type: text<Account.SecurityEventType>(),
  userId,
  actorId: nullable(userId),
  subjectId: nullable(text()),
  client: nullable(text()),
  userAgent: nullable(text()),
  detail: json<Account.SecurityEventDetail>()
} satisfies Codecs<Account.SecurityEvent>

export const API_TOKEN = {
  id: text<Account.ApiTokenId>(),
  userId,
  name: text(),
  hash: text(),
  prefix: text(),
  scopes: json<ReadonlyArray<Access.TokenScope>>(),
  places: nullable(json<Access.TokenPlaces>()),
  createdAt: timestamp,
  lastUsedAt: nullable(timestamp),
  expiresAt: nullable(timestamp)
} satisfies Codecs<Account.ApiToken>

export const KNOWN_CLIENT = { userId, hash: text(), seenAt: timestamp }

export const CLAIMED_KEY = {
  owner: text(),
  key: text<Idempotency.IdempotencyKey>(),
  fingerprint: text(),
  createdAt: timestamp
} satisfies Codecs<Idempotency.ClaimedKey>

export const STORED_RESULT = {
  result: nullable(text()),
  madeId: nullable(text()),
  checks: json<ReadonlyArray<Access.Check>>()
} satisfies Codecs<Idempotency.StoredResult>

export const WORKSPACE = {
  id: text<Workspace.WorkspaceId>(),
  name: text(),
  icon: text(),
  color: text(),
  ownerId: userId,
  createdAt: timestamp,
  updatedAt: timestamp
} satisfies Codecs<Workspace.Workspace>

export const BOARD = {
  id: boardId,
  workspaceId: WORKSPACE.id,
  name: text(),
  description: text(),
  background: json<Board.Background>(),
  viewDensity: text(),
  createdAt: timestamp,
  updatedAt: timestamp
} satisfies Codecs<Board.Board>

export const GROUP = { id: text<Board.GroupId>(), name: text(), color: text() } satisfies Codecs<Board.Group>

export const COLUMN = {
  id: text<Board.ColumnId>(),
  name: text(),
  type: text(),
  required: flag,
  description: text(),
  width: nullable(real),
  visible: flag,
  field: nullable(text<Board.BoundField>()),
  options: json<ReadonlyArray<Board.Option>>(),
  strict: flag
} satisfies Codecs<Board.Column>

/** A column that is bound to a field. */
export const BINDING = { id: COLUMN.id, field: text<Board.BoundField>() } satisfies Codecs<Board.Binding>

/** A column of a type whose cells mean more than text. */
export const TYPED_COLUMN = {
  id: COLUMN.id,
  type: COLUMN.type,
  field: COLUMN.field
} satisfies Codecs<Board.TypedColumn>

export const MEMBER = { userId, role } satisfies Codecs<Board.Member>

/** An invitation as it is stored: without a user it has its own id in place of the user's. */
export const INVITATION = {
  id: text<Board.InvitationId>(),
  boardId: nullable(boardId),
  workspaceId: nullable(WORKSPACE.id),
  userId: text<Account.UserId | Board.InvitationId>(),
  email: nullable(text()),
  role,
  status: text<Board.InvitationStatus>(),
  inviterId: nullable(userId),
  createdAt: timestamp,
  expiresAt: nullable(timestamp)
} satisfies Codecs<Omit<Board.Invitation, "userId">> & { readonly userId: unknown }

/** A task in a list, without its assignees. */
export const TASK_SUMMARY = {
  id: taskId,
  boardId,
  groupId: GROUP.id,
  name: text(),
  status: text(),
  priority: text(),
  dueDate: nullable(timestamp),
  createdAt: timestamp,
  updatedAt: timestamp
} satisfies Codecs<Omit<Task.TaskSummary, "assignees">>

/** A task's own row; its assignees are in another table. */
export const TASK = {
  ...TASK_SUMMARY,
  description: text(),
  columnValues: json<Task.ColumnValues>(),
  ...RANK
} satisfies Codecs<Omit<Task.PlacedTask, "assignees">>

export const ASSIGNEE = { taskId, position: number, userId }

export const COMMENT = {
  id: text(),
  taskId,
  userId,
  content: text(),
  mentions: json<ReadonlyArray<Account.UserId>>(),
  createdAt: timestamp,
  editedAt: nullable(timestamp)
} satisfies Codecs<Task.Comment>

export const SUBTASK = {
  id: text<Task.SubtaskId>(),
  taskId,
  name: text(),
  completed: flag,
  createdAt: timestamp
} satisfies Codecs<Task.Subtask>

export const TIME_ENTRY = {
  id: text(),
  taskId,
  userId,
  duration: real,
  description: text(),
  createdAt: timestamp
} satisfies Codecs<Task.TimeEntry>

export const MAIL_JOB = {
  id: text(),
  purpose: text<Mail.MailJob["purpose"]>(),
  email: text(),
  subjectId: nullable(text()),
  createdAt: timestamp,
  attempts: number,
  dueAt: timestamp
} satisfies Codecs<Mail.MailJob>

export const NOTIFICATION = {
  id: text(),
  userId,
  kind: text<Notification.NotificationKind>(),
  boardId,
  taskId: nullable(taskId),
  tasks: number,
  actorId: nullable(userId),
  createdAt: timestamp
} satisfies Codecs<Notification.Notification>

export const STORED_CHANGE = {
  at: timestamp,
  actorId: nullable(userId),
  tokenId: nullable(text()),
  requestId: nullable(text()),
  batchId: nullable(text()),
  type: text<Change.ChangeType>(),
  workspaceId: WORKSPACE.id,
  boardId: nullable(boardId),
  taskId: nullable(taskId),
  subjectId: text(),
  recipientId: nullable(userId),
  fields: json<Change.FieldChanges>()
} satisfies Codecs<Change.StoredChange>

export const CONSUMER = {
  name: text(),
  epoch: text(),
  position: count,
  attempts: number,
  dueAt: timestamp,
  failingSince: nullable(timestamp),
  lastError: nullable(text()),
  parkedAt: nullable(timestamp)
} satisfies Codecs<Change.Consumer>

export const DATABASE_FACT = {
  name: text(),
  value: json<Values.Json>(),
  updatedAt: timestamp
} satisfies Codecs<System.DatabaseFact>

export const WEBHOOK = {
  id: text<Webhook.WebhookId>(),
  workspaceId: WORKSPACE.id,
  boardId: nullable(boardId),
  url: text(),
  types: json<ReadonlyArray<Change.ChangeType>>(),
  creatorId: userId,
  status: text<Webhook.WebhookStatus>(),
  disabledReason: nullable(text<Webhook.DisabledReason>()),
  failingSince: nullable(timestamp),
  createdAt: timestamp,
  updatedAt: timestamp,
  secret: text(),
  previousSecret: nullable(text()),
  previousUntil: nullable(timestamp),
  position: count,
  replay: nullable(json<Webhook.PositionRange>()),
  checkAt: nullable(timestamp),
  tokenId: nullable(API_TOKEN.id)
} satisfies Codecs<Webhook.StoredWebhook>

export const CALENDAR_LINK = {
  id: text<Calendar.CalendarLinkId>(),
  boardId: BOARD.id,
  userId,
  hash: text(),
  createdAt: timestamp
} satisfies Codecs<Calendar.CalendarLink>

export const WEBHOOK_DELIVERY = {
  webhookId: WEBHOOK.id,
  position: count,
  changeId: text(),
  type: text<Change.ChangeType>(),
  status: text<Webhook.DeliveryStatus>(),
  attempts: number,
  dueAt: timestamp,
  createdAt: timestamp,
  endedAt: nullable(timestamp),
  lastStatus: nullable(number),
  lastFailure: nullable(text<Webhook.DeliveryFailure>())
} satisfies Codecs<Webhook.WebhookDelivery>

export const DELETION = {
  id: text<Trash.DeletionId>(),
  at: timestamp,
  actorId: nullable(userId),
  kind: text<Trash.DeletedKind>(),
  workspaceId: WORKSPACE.id,
  boardId,
  subjectId: text(),
  name: text()
} satisfies Codecs<Trash.Deletion>

export const FEED_HEAD = { epoch: text(), position: count, start: count } satisfies Codecs<Change.FeedHead>
