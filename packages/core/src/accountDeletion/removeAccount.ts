import { Array, Effect, Option } from "effect"
import { AccessRepository } from "../access/AccessRepository.js"
import { BoardRepository, type JoinedBoard } from "../board/BoardRepository.js"
import { invitationChange, offered } from "../board/invitationChange.js"
import { memberChange, membersOf, type PlaceIds } from "../board/memberPlace.js"
import { CalendarRepository } from "../calendarLink/CalendarRepository.js"
import type { NewChange } from "../change/Change.js"
import { removedFields } from "../change/fieldChanges.js"
import { recorded } from "../change/recording.js"
import { placeOf } from "../invitation/Invitation.js"
import { InvitationRepository } from "../invitation/InvitationRepository.js"
import { recordSecurityEvent } from "../security/recordSecurityEvent.js"
import { webhookChange, webhookFields } from "../webhook/webhookChange.js"
import { WebhookRepository } from "../webhook/WebhookRepository.js"
import { removeWorkspace } from "../workspace/removeWorkspace.js"
import type { Workspace } from "../workspace/Workspace.js"
import { WorkspaceRepository } from "../workspace/WorkspaceRepository.js"
import type { Account } from "../account/Account.js"
import { AccountRepository } from "../account/AccountRepository.js"
import { removeApiTokens } from "../account/makeApiToken.js"
import type { UserId } from "../values/ids.js"
import { WorkspacesShared } from "../account/WorkspacesShared.js"

/** Most workspaces that a refusal names. */
const MOST_NAMED = 100

const removeWorkspaces = Effect.fnUntraced(function* (owned: ReadonlyArray<Workspace>) {
  const boards = yield* BoardRepository
  const shared = yield* Effect.filter(owned, ({ id, ownerId }) =>
    // Others may restore a board from the trash.
    Effect.map(boards.membersIn(id, { trash: true }), (members) => members.some((member) => member !== ownerId))
  )
  if (shared.length > 0) {
    const issues = shared
      .slice(0, MOST_NAMED)
      .map(({ id, name }) => ({ path: ["workspaces", id], message: `${name} has other members` }))
    return yield* new WorkspacesShared({ issues })
  }
  return (yield* Effect.forEach(owned, removeWorkspace)).flat()
})

/** The locked workspaces with the user's role; null for an invited user. */
const rolesIn = Effect.fnUntraced(function* (userId: UserId, joined: ReadonlyArray<Workspace>) {
  const workspaces = yield* WorkspaceRepository
  return yield* Effect.forEach(joined, ({ id }) =>
    Effect.map(workspaces.members(id), (members) => ({
      boardId: null,
      workspaceId: id,
      role: members.find((member) => member.userId === userId)?.role ?? null
    }))
  )
})

/** Ends memberships of locked places, and invitations to them. */
const leavePlaces = Effect.fnUntraced(function* (
  userId: UserId,
  joined: ReadonlyArray<Workspace>,
  boards: ReadonlyArray<JoinedBoard>
) {
  const places = [...(yield* rolesIn(userId, joined)), ...boards]
  const changes: Array<NewChange> = []
  for (const place of places) {
    const { boardId, role, workspaceId } = place
    if (role === null) continue
    yield* (yield* membersOf(placeOf({ boardId, workspaceId }))).remove(userId)
    changes.push(memberChange("removed", place, userId, removedFields({ role })))
  }
  const byId = new Map<string, PlaceIds>(places.map((place) => [placeOf(place).id, place]))
  for (const invitation of yield* (yield* InvitationRepository).removeOf(userId)) {
    const place = byId.get(placeOf(invitation).id)
    if (place === undefined || invitation.status !== "pending") continue
    changes.push(invitationChange("withdrawn", place, invitation, removedFields(offered(invitation))))
  }
  return changes
})

const removeWebhooks = Effect.fnUntraced(function* (userId: UserId) {
  const access = yield* AccessRepository
  const changes: Array<NewChange> = []
  for (const webhook of yield* (yield* WebhookRepository).removeOf(userId)) {
    if (Option.isNone(yield* access.workspace(webhook.workspaceId, null))) continue
    changes.push(webhookChange("webhook.deleted", webhook, removedFields(webhookFields(webhook))))
  }
  return changes
})

/**
 * Removes a locked account as part of a recording transaction: with it its own workspaces, memberships, invitations, webhooks,
 * calendar links, sessions, identities and tokens. What it wrote and its security log stay. Fails with `WorkspacesShared`.
 */
export const removeAccount = Effect.fnUntraced(function* (account: Account) {
  const { id } = account
  const workspaces = yield* (yield* WorkspaceRepository).lockOf(id)
  // Before the members of the account's own boards are counted: a user who accepts an invitation locks the board alone.
  const boards = yield* (yield* BoardRepository).lockOf(id)
  const [joined, owned] = Array.partition(workspaces, ({ ownerId }) => ownerId === id)
  const gone = yield* removeWorkspaces(owned)
  const ownedIds = new Set(owned.map((workspace) => workspace.id))
  const left = yield* leavePlaces(
    id,
    joined,
    boards.filter(({ workspaceId }) => !ownedIds.has(workspaceId))
  )
  yield* (yield* CalendarRepository).removeOf(id)
  yield* removeApiTokens(id)
  const changes = [...gone, ...left, ...(yield* removeWebhooks(id))]
  yield* recordSecurityEvent("account.deleted", id)
  yield* (yield* AccountRepository).remove(id)
  return recorded(account, ...changes)
})
