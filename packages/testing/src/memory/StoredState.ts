import type { Change } from "@boardwright/core"
import { emptyState, type Feed, type MemoryState } from "./MemoryState.js"

type EntriesOf<Table> = Table extends ReadonlyMap<infer Key, infer Value> ? ReadonlyArray<readonly [Key, Value]> : never

/** All data as plain JSON: the entries of each table with their keys, in no particular order. */
export type StoredState = {
  readonly [Name in Exclude<keyof MemoryState, "feed">]: EntriesOf<MemoryState[Name]>
} & {
  /** By id. */
  readonly changes: ReadonlyArray<readonly [string, Change.Change]>
  /** One entry, by epoch. */
  readonly feed: ReadonlyArray<readonly [string, Omit<Feed, "changes">]>
}

const toFeed = ({ changes = [], feed: [stored] = [] }: Partial<StoredState>): Feed =>
  stored === undefined
    ? emptyState().feed
    : { ...stored[1], changes: changes.map(([, change]) => change).toSorted((a, b) => a.position - b.position) }

/** The state as plain JSON. */
export const toStored = (state: MemoryState): StoredState => ({
  accounts: [...state.accounts],
  emailTokens: [...state.emailTokens],
  knownClients: [...state.knownClients],
  emailChanges: [...state.emailChanges],
  identities: [...state.identities],
  securityEvents: [...state.securityEvents],
  sessions: [...state.sessions],
  apiTokens: [...state.apiTokens],
  workspaces: [...state.workspaces],
  boards: [...state.boards],
  groups: [...state.groups],
  columns: [...state.columns],
  members: [...state.members],
  workspaceMembers: [...state.workspaceMembers],
  invitations: [...state.invitations],
  invitationTokens: [...state.invitationTokens],
  tasks: [...state.tasks],
  comments: [...state.comments],
  subtasks: [...state.subtasks],
  subtaskRanks: [...state.subtaskRanks],
  timeEntries: [...state.timeEntries],
  mailJobs: [...state.mailJobs],
  notifications: [...state.notifications],
  reminders: [...state.reminders],
  consumers: [...state.consumers],
  calendarLinks: [...state.calendarLinks],
  webhooks: [...state.webhooks],
  deliveries: [...state.deliveries],
  trash: [...state.trash],
  facts: [...state.facts],
  idempotencyKeys: [...state.idempotencyKeys],
  changes: state.feed.changes.map((change) => [change.id, change]),
  feed: [[state.feed.epoch, { epoch: state.feed.epoch, start: state.feed.start }]]
})

// Defaults for fields that earlier versions did not store.
const ADDED = {
  accounts: { disabledAt: null, timezone: null, language: null, notifications: {} },
  comments: { editedAt: null },
  invitations: { email: null, inviterId: null, expiresAt: null },
  webhooks: { tokenId: null }
}

/** The state from its JSON; a missing table is empty, and a missing feed is new. */
export const fromStored = (stored: Partial<StoredState>): MemoryState => ({
  accounts: new Map(stored.accounts?.map(([id, account]) => [id, { ...ADDED.accounts, ...account }])),
  emailTokens: new Map(stored.emailTokens),
  knownClients: new Map(stored.knownClients),
  emailChanges: new Map(stored.emailChanges),
  identities: new Map(stored.identities),
  securityEvents: new Map(stored.securityEvents),
  sessions: new Map(stored.sessions),
  apiTokens: new Map(stored.apiTokens),
  workspaces: new Map(stored.workspaces),
  boards: new Map(stored.boards),
  groups: new Map(stored.groups),
  columns: new Map(stored.columns),
  members: new Map(stored.members),
  workspaceMembers: new Map(stored.workspaceMembers),
  invitations: new Map(stored.invitations?.map(([id, invitation]) => [id, { ...ADDED.invitations, ...invitation }])),
  invitationTokens: new Map(stored.invitationTokens),
  tasks: new Map(stored.tasks),
  comments: new Map(stored.comments?.map(([id, comment]) => [id, { ...ADDED.comments, ...comment }])),
  subtasks: new Map(stored.subtasks),
  subtaskRanks: new Map(stored.subtaskRanks),
  timeEntries: new Map(stored.timeEntries),
  mailJobs: new Map(stored.mailJobs),
  notifications: new Map(stored.notifications),
  reminders: new Map(stored.reminders),
  consumers: new Map(stored.consumers),
  calendarLinks: new Map(stored.calendarLinks),
  webhooks: new Map(stored.webhooks?.map(([id, webhook]) => [id, { ...ADDED.webhooks, ...webhook }])),
  deliveries: new Map(stored.deliveries),
  trash: new Map(stored.trash),
  facts: new Map(stored.facts),
  idempotencyKeys: new Map(stored.idempotencyKeys),
  feed: toFeed(stored)
})
