import type { Identity } from "../account/IdentityRepository.js"
import type { Profile } from "../account/Account.js"
import type { ShownApiToken } from "../account/makeApiToken.js"
import type { OwnSecurityEvent } from "../account/securityEvents.js"
import type { Session } from "../account/SessionRepository.js"
import type { OwnBoard } from "../archive/ArchiveRepository.js"
import type { CalendarLink } from "../calendarLink/CalendarRepository.js"
import type { ReceivedInvitation } from "../invitation/Invitation.js"
import type { Comment, Task, TimeEntry } from "../task/Task.js"
import type { Timestamp } from "../values/Timestamp.js"
import type { Workspace } from "../workspace/Workspace.js"
import type { WorkspaceStanding } from "../access/policy.js"

/** Names the format in an export. */
export const ACCOUNT_FORMAT = "boardwright-account"

/** What an export begins with. */
export interface AccountExportHeader {
  readonly format: typeof ACCOUNT_FORMAT
  readonly version: 1
  readonly exportedAt: Timestamp
  readonly profile: Profile & { readonly createdAt: Timestamp; readonly verifiedAt: Timestamp | null }
}

/** The lists of an export, in their order, by what their entries are. */
export interface AccountExportLists {
  readonly sessions: Omit<Session, "userId" | "tokenVersion">
  readonly apiTokens: ShownApiToken
  readonly calendarLinks: Pick<CalendarLink, "id" | "boardId" | "createdAt">
  readonly identities: Omit<Identity, "userId">
  readonly events: OwnSecurityEvent
  /** `role` is `shared` in a workspace of which the user can only read some boards. */
  readonly workspaces: Pick<Workspace, "id" | "name" | "createdAt"> & { readonly role: WorkspaceStanding }
  readonly boards: OwnBoard
  readonly invitations: Pick<
    ReceivedInvitation,
    "id" | "boardId" | "boardName" | "workspaceId" | "workspaceName" | "role" | "createdAt"
  >
  readonly comments: Comment
  readonly timeEntries: TimeEntry
  readonly tasks: Task
}

type Name = keyof AccountExportLists

/** Some entries of a list. Those of one list follow one another, and each list has at least one part. */
export type AccountExportPart = {
  readonly [N in Name]: { readonly list: N; readonly items: ReadonlyArray<AccountExportLists[N]> }
}[Name]
