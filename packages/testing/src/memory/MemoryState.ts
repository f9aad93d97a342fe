import {
  type Account,
  type Board,
  type Calendar,
  type Change,
  type Idempotency,
  type Mail,
  type Notification,
  System,
  type Task,
  type Trash,
  type Values,
  type Webhook,
  type Workspace
} from "@boardwright/core"

/** A child of a board, with the board it is on. */
export type OnBoard<A> = A & { readonly boardId: Board.BoardId }

/** A member of a board, with the time of joining that members are listed by. */
export type Membership = OnBoard<Board.Member> & { readonly joinedAt: Values.Timestamp.Timestamp }

/** A member of a workspace. */
export type WorkspaceMembership = Workspace.WorkspaceMember & {
  readonly workspaceId: Workspace.WorkspaceId
  readonly joinedAt: Values.Timestamp.Timestamp
}

/** A job, and the end of its lease, or null. */
export interface QueuedMail {
  readonly job: Mail.MailJob
  readonly leasedUntil: Values.Timestamp.Timestamp | null
}

/** A delivery, and the end of its lease, or null. */
export interface QueuedDelivery {
  readonly delivery: Webhook.WebhookDelivery
  readonly leasedUntil: Values.Timestamp.Timestamp | null
}

export interface KnownClient {
  readonly userId: Account.UserId
  readonly hash: string
  readonly seenAt: Values.Timestamp.Timestamp
}

/** A change of an address, and the hash of its token, or null. */
export interface StoredEmailChange extends Account.EmailChange {
  readonly tokenHash: string | null
}

/** The feed of changes, of which all are placed. */
export interface Feed {
  readonly epoch: string
  /** The position before the first of `changes`. */
  readonly start: number
  readonly changes: ReadonlyArray<Change.Change>
}

/** The tables whose rows go to the trash. Webhooks and calendar links of a board stay: their creators have no access to it meanwhile. */
export const TRASHED_TABLES = [
  "boards",
  "groups",
  "columns",
  "members",
  "invitations",
  "tasks",
  "comments",
  "subtasks",
  "timeEntries"
] as const satisfies ReadonlyArray<keyof MemoryState>

/** Rows by table, with their keys. */
export type TrashedRows = {
  readonly [Name in (typeof TRASHED_TABLES)[number]]: ReadonlyArray<
    MemoryState[Name] extends ReadonlyMap<infer Key, infer Value> ? readonly [Key, Value] : never
  >
}

/** A deletion with the rows that it moved out of their tables. */
export interface Trashed {
  readonly deletion: Trash.Deletion
  readonly purging: boolean
  readonly rows: TrashedRows
}

/** All data as one immutable value: a reference to it is a snapshot. */
export interface MemoryState {
  readonly accounts: ReadonlyMap<string, Account.Account>
  /** By hash. */
  readonly emailTokens: ReadonlyMap<string, Account.EmailToken>
  /** By user and hash. */
  readonly knownClients: ReadonlyMap<string, KnownClient>
  readonly emailChanges: ReadonlyMap<string, StoredEmailChange>
  /** By issuer and subject. */
  readonly identities: ReadonlyMap<string, Account.Identity>
  readonly securityEvents: ReadonlyMap<string, Account.SecurityEvent>
  readonly sessions: ReadonlyMap<string, Account.Session>
  readonly apiTokens: ReadonlyMap<string, Account.ApiToken>
  readonly workspaces: ReadonlyMap<string, Workspace.Workspace>
  /** By workspace and user: see `membershipKey`. */
  readonly workspaceMembers: ReadonlyMap<string, WorkspaceMembership>
  readonly boards: ReadonlyMap<string, Board.Board>
  readonly groups: ReadonlyMap<string, OnBoard<Board.Placed<Board.Group>>>
  readonly columns: ReadonlyMap<string, OnBoard<Board.Placed<Board.Column>>>
  /** By board and user: see `membershipKey`. */
  readonly members: ReadonlyMap<string, Membership>
  readonly invitations: ReadonlyMap<string, Board.Invitation>
  /** Hashes by invitation. */
  readonly invitationTokens: ReadonlyMap<string, { readonly hash: string }>
  readonly tasks: ReadonlyMap<string, Task.PlacedTask>
  readonly comments: ReadonlyMap<string, Task.Comment>
  readonly subtasks: ReadonlyMap<string, Task.Subtask>
  /** By subtask; those that were never placed have none. */
  readonly subtaskRanks: ReadonlyMap<string, { readonly rank: Values.Rank }>
  readonly timeEntries: ReadonlyMap<string, Task.TimeEntry>
  readonly mailJobs: ReadonlyMap<string, QueuedMail>
  readonly notifications: ReadonlyMap<string, Notification.Notification>
  /** The last by user. */
  readonly reminders: ReadonlyMap<string, { readonly day: string }>
  /** By name. */
  readonly consumers: ReadonlyMap<string, Change.Consumer>
  readonly calendarLinks: ReadonlyMap<string, Calendar.CalendarLink>
  readonly webhooks: ReadonlyMap<string, Webhook.StoredWebhook>
  /** By webhook and position. */
  readonly deliveries: ReadonlyMap<string, QueuedDelivery>
  /** By deletion. */
  readonly trash: ReadonlyMap<string, Trashed>
  /** By name. */
  readonly facts: ReadonlyMap<string, System.DatabaseFact>
  /** By owner and key. */
  readonly idempotencyKeys: ReadonlyMap<string, Idempotency.ClaimedKey & Idempotency.StoredResult>
  readonly feed: Feed
}

/** A new life of the feed. */
export const newEpoch = (): string => crypto.randomUUID().replaceAll("-", "")

/** Nothing stored. */
export const emptyState = (): MemoryState => ({
  accounts: new Map(),
  emailTokens: new Map(),
  knownClients: new Map(),
  emailChanges: new Map(),
  identities: new Map(),
  securityEvents: new Map(),
  sessions: new Map(),
  apiTokens: new Map(),
  workspaces: new Map(),
  workspaceMembers: new Map(),
  boards: new Map(),
  groups: new Map(),
  columns: new Map(),
  members: new Map(),
  invitations: new Map(),
  invitationTokens: new Map(),
  tasks: new Map(),
  comments: new Map(),
  subtasks: new Map(),
  subtaskRanks: new Map(),
  timeEntries: new Map(),
  mailJobs: new Map(),
  notifications: new Map(),
  reminders: new Map(),
  consumers: new Map(),
  calendarLinks: new Map(),
  webhooks: new Map(),
  deliveries: new Map(),
  trash: new Map(),
  facts: new Map(),
  idempotencyKeys: new Map(),
  feed: { epoch: newEpoch(), start: 0, changes: [] }
})

export const membershipKey = (placeId: string, userId: string): string => JSON.stringify([placeId, userId])

/** A violation of a primary or foreign key; a defect, since use cases check first. */
export class ConstraintViolated extends Error {
  override readonly name = "ConstraintViolated"
}

/** Throws unless the parent exists. */
export const requireParent = (parents: ReadonlyMap<string, unknown>, id: string, what: string): void => {
  if (!parents.has(id)) throw new ConstraintViolated(`there is no ${what} ${id}`)
}

/** Whether mails, deliveries and consumers are held. */
export const isHeld = ({ facts }: MemoryState): boolean => facts.has(System.HOLD)

/** The map with the value under the key, added or replaced. */
export const put = <V>(map: ReadonlyMap<string, V>, key: string, value: V): ReadonlyMap<string, V> =>
  new Map(map).set(key, value)

/** The map with new values under their ids; throws if an id is taken. */
export const insertAll = <V extends { readonly id: string }>(
  map: ReadonlyMap<string, V>,
  values: ReadonlyArray<V>
): ReadonlyMap<string, V> => {
  const after = new Map(map)
  for (const value of values) {
    if (after.has(value.id)) throw new ConstraintViolated(`the id ${value.id} is taken`)
    after.set(value.id, value)
  }
  return after
}

/** The map with the value under the key changed; the same map if there is none. */
export const patch = <V>(map: ReadonlyMap<string, V>, key: string, change: (value: V) => V): ReadonlyMap<string, V> => {
  const value = map.get(key)
  return value === undefined ? map : put(map, key, change(value))
}

/** Whether the key exists, and the state without it. */
export const removing = (
  state: MemoryState,
  map: ReadonlyMap<string, unknown>,
  key: string,
  left: () => MemoryState
): readonly [boolean, MemoryState] => (map.has(key) ? [true, left()] : [false, state])

/** The map without the values that the predicate selects. */
export const without = <V>(map: ReadonlyMap<string, V>, gone: (value: V) => boolean): ReadonlyMap<string, V> =>
  new Map([...map].filter(([, value]) => !gone(value)))
