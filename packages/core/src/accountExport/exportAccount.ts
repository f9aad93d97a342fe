import { Chunk, Effect, identity, Option, Stream, Struct } from "effect"
import type { WorkspaceStanding } from "../access/policy.js"
import { toProfile } from "../account/Account.js"
import { ApiTokenRepository } from "../account/ApiTokenRepository.js"
import { ownAccount } from "../account/getProfile.js"
import { IdentityRepository } from "../account/IdentityRepository.js"
import { shown } from "../account/makeApiToken.js"
import { ownEvent } from "../account/securityEvents.js"
import { type Session, SessionRepository } from "../account/SessionRepository.js"
import { ArchiveRepository } from "../archive/ArchiveRepository.js"
import { CalendarRepository } from "../calendarLink/CalendarRepository.js"
import { ChangeRepository } from "../change/ChangeRepository.js"
import type { ReceivedInvitation } from "../invitation/Invitation.js"
import { InvitationRepository } from "../invitation/InvitationRepository.js"
import type { StorageUnavailable } from "../ports/PortError.js"
import { SecurityEventRepository } from "../security/SecurityEvent.js"
import { withoutRank } from "../task/Task.js"
import { paged, type Slice } from "../values/Page.js"
import { now } from "../values/Timestamp.js"
import { makeYieldPoint } from "../values/yieldPoint.js"
import type { ShownWorkspace } from "../workspace/shownWorkspace.js"
import { WorkspaceRepository } from "../workspace/WorkspaceRepository.js"
import {
  ACCOUNT_FORMAT,
  type AccountExportHeader,
  type AccountExportLists,
  type AccountExportPart
} from "./AccountExport.js"

/** Most entries that are read at once: of comments 100 are 6 MB at most. */
const AT_ONCE = 100
/** Most tasks that are read at once, of 600 kB each at most. */
const TASKS_AT_ONCE = 10

/** The pages of a list, each after the last id of the one before, so that an entry that stays is in exactly one. */
const following = <A extends { readonly id: string }>(
  load: (after: string, limit: number) => Effect.Effect<ReadonlyArray<A>, StorageUnavailable>,
  limit = AT_ONCE
) =>
  Stream.paginateEffect("", (after) =>
    Effect.map(load(after, limit), (items): readonly [ReadonlyArray<A>, Option.Option<string>] => [
      items,
      items.length < limit ? Option.none() : Option.fromNullable(items.at(-1)?.id)
    ])
  )

const toOwnSession = ({ createdAt, expiresAt, id, seenAt, userAgent }: Session) => ({
  id,
  userAgent,
  createdAt,
  seenAt,
  expiresAt
})

const toOwnInvitation = (invitation: ReceivedInvitation): AccountExportLists["invitations"] =>
  Struct.pick(invitation, "id", "boardId", "boardName", "workspaceId", "workspaceName", "role", "createdAt")

/**
 * All that is stored about the acting user: a header, and its lists as a stream that reads a page at a time. Entries on boards
 * only as far as the user may read them now. Each page is a snapshot: what is written meanwhile may be in it or not. Fails with
 * `Forbidden` for the operator, or `Unauthenticated` when there is no account, as in a host with its own users.
 */
export const exportAccount = Effect.fnUntraced(function* () {
  const account = yield* ownAccount
  const { createdAt, id: userId, verifiedAt } = account
  const [archive, workspaces] = [yield* ArchiveRepository, yield* WorkspaceRepository]
  const [identities, invitations] = [yield* IdentityRepository, yield* InvitationRepository]
  const calendars = yield* CalendarRepository
  const [events, sessions, tokens] = [
    yield* SecurityEventRepository,
    yield* SessionRepository,
    yield* ApiTokenRepository
  ]
  // Tasks that the user created are found by their placed changes.
  yield* (yield* ChangeRepository).place
  const exportedAt = yield* now
  const profile = { ...toProfile(account), createdAt, verifiedAt }
  const header: AccountExportHeader = { format: ACCOUNT_FORMAT, version: 1, exportedAt, profile }
  const workspacesOf = Effect.fnUntraced(function* (slice: Slice) {
    const { items, total } = yield* workspaces.list(userId, slice)
    const roleOf = ({ role }: ShownWorkspace): WorkspaceStanding => role ?? "shared"
    return {
      items: items.map((each) => ({ ...Struct.pick(each, "id", "name", "createdAt"), role: roleOf(each) })),
      total
    }
  })
  const yieldPoint = yield* makeYieldPoint
  const list = <N extends AccountExportPart["list"]>(
    name: N,
    pages: Stream.Stream<ReadonlyArray<AccountExportLists[N]>, StorageUnavailable>
  ) => Stream.map(pages, (items) => ({ list: name, items }) as AccountExportPart)
  const parts = Stream.concatAll(
    Chunk.make(
      list(
        "sessions",
        paged((slice) => sessions.list(userId, exportedAt, slice), toOwnSession)
      ),
      list(
        "apiTokens",
        paged((slice) => tokens.list(userId, slice), shown)
      ),
      list(
        "calendarLinks",
        paged(
          (slice) => calendars.listOf(userId, slice),
          (link) => Struct.pick(link, "id", "boardId", "createdAt")
        )
      ),
      list("identities", Stream.fromEffect(identities.ofUser(userId))),
      list(
        "events",
        paged(
          (slice) => events.list({ userId }, slice),
          (event) => ownEvent(event, userId)
        )
      ),
      list("workspaces", paged(workspacesOf, identity)),
      list(
        "boards",
        following((after, limit) => archive.boardsOf(userId, after, limit))
      ),
      list(
        "invitations",
        paged((slice) => invitations.listForUser(userId, slice), toOwnInvitation)
      ),
      list(
        "comments",
        following((after, limit) => archive.commentsOf(userId, after, limit))
      ),
      list(
        "timeEntries",
        following((after, limit) => archive.timeEntriesOf(userId, after, limit))
      ),
      list(
        "tasks",
        Stream.map(
          following((after, limit) => archive.tasksOf(userId, after, limit), TASKS_AT_ONCE),
          (page) => page.map(withoutRank)
        )
      )
    )
  )
  return { header, parts: Stream.tap(parts, () => yieldPoint) }
})
