import { randomUUID } from "node:crypto"
import { Access, Board, Calendar, Change, Onboarding, Task, Trash, Webhook, Workspace } from "@boardwright/core"
import { Effect } from "effect"
import type { TestServer, TestUser } from "./server.js"

/** Who calls, as they stand to the board of the world. */
export const CALLERS = [
  ...(["anonymous", "stranger", "removed", "declined"] as const),
  ...(["viewer", "invitee", "editor", "admin", "owner"] as const)
] as const
export type Caller = (typeof CALLERS)[number]

/** Who is signed in and has no access to the board: `removed` was an editor, `declined` declined to be one. */
export const OUTSIDERS = ["stranger", "removed", "declined"] as const satisfies ReadonlyArray<Caller>

/** A board with something of everything on it. */
export interface Furnished {
  readonly workspaceId: string
  readonly boardId: string
  readonly groupId: string
  readonly otherGroupId: string
  readonly columnId: string
  readonly taskId: string
  readonly subtaskId: string
  /** By the one who made the board. */
  readonly commentId: string
  /** A time entry. */
  readonly entryId: string
  readonly invitationId: string
  /** An admin of the workspace, and a mailed invitation to it. */
  readonly teamMemberId: string
  readonly teamInvitationId: string
  readonly memberId: string
  readonly webhookId: string
  /** By the one who made the board. */
  readonly calendarLinkId: string
  /** The delivery of the webhook's own creation. */
  readonly deliveryId: string
  /** The change of a move of the task within its group, which is undone by doing nothing. */
  readonly changeId: string
  /** Of another task. */
  readonly deletionId: string
}

/**
 * A board in `own`, which the callers stand to as they are named; `besides`, in the same workspace, which only its owner
 * sees of them; and `foreign`, in a workspace that is the stranger's. Every text of theirs is found nowhere else.
 */
export interface World {
  readonly users: Readonly<Record<Exclude<Caller, "anonymous">, TestUser>>
  /** A user who is on no board and can be invited. */
  readonly nobody: TestUser
  /** An admin of the workspace of the owner's board, and one whose address is invited to it. */
  readonly partner: TestUser
  readonly applicant: TestUser
  /** Another member of the owner's board. */
  readonly colleague: TestUser
  readonly own: Furnished
  readonly besides: Furnished
  readonly foreign: Furnished
}

/** Runs on behalf of a user. */
export const as = (user: TestUser) =>
  Effect.provideService(Access.CurrentActor, Access.Actor.User({ userId: user.id as never }))

const hex = (length: number): string => randomUUID().replaceAll("-", "").slice(0, length)

/** A text that is found nowhere else. */
export const canary = (what: string): string => `${what}~${hex(12)}~`
const color = (): string => `#${hex(6).toUpperCase()}`
const amount = (): number => 1_000_000 + Number.parseInt(hex(6), 16) + 0.5

interface People {
  readonly owner: TestUser
  /** Becomes a viewer. */
  readonly member: TestUser
  /** Is asked to be an editor. */
  readonly asked: TestUser
  readonly team: Pick<Furnished, "teamMemberId" | "teamInvitationId">
}

/** The deliveries of a webhook, once they are planned: its host has no address. */
const planned = Effect.fnUntraced(function* (id: string) {
  yield* Webhook.deliverWebhooks
  return (yield* Webhook.listDeliveries(id)).items
})

const furnish = Effect.fnUntraced(function* (workspaceId: string, { asked, member, owner, team }: People) {
  const board = yield* Board.createBoard({ name: canary("board"), description: canary("purpose"), workspaceId })
  const background = { type: canary("paint"), value: color() }
  yield* Board.updateBoard(board.id, { background, viewDensity: canary("density") })
  const group = yield* Board.addGroup(board.id, { name: canary("group"), color: color() })
  const column = yield* Board.addColumn(board.id, {
    name: canary("column"),
    type: canary("type"),
    description: canary("notes")
  })
  yield* Board.updateColumn(board.id, column.id, { width: amount() })
  const { invitation } = yield* Board.inviteMember(board.id, { email: asked.email, role: "editor" })
  const joined = yield* Board.inviteMember(board.id, { userId: member.id, role: "viewer" })
  yield* as(member)(Board.acceptInvitation(joined.invitation.id))
  const task = yield* Task.createTask({
    boardId: board.id,
    name: canary("task"),
    description: canary("story"),
    status: canary("status"),
    priority: canary("priority"),
    assignees: [owner.id, member.id],
    columnValues: { [column.id]: { list: [canary("value")] } }
  })
  const subtask = yield* Task.addSubtask(task.id, { name: canary("part") })
  const comment = yield* Task.addComment(task.id, { content: canary("words"), mentions: [asked.id] })
  yield* as(member)(Task.addComment(task.id, { content: canary("answer") }))
  const entry = yield* Task.addTimeEntry(task.id, { duration: amount(), description: canary("work") })
  yield* Task.moveTask(task.id, { groupId: task.groupId })
  const { items: moves } = yield* Change.listTaskActivity(task.id, { type: "task.moved" })
  const deleted = yield* Task.createTask({ boardId: board.id, name: canary("deleted") })
  yield* Task.deleteTask(deleted.id)
  const { items: deletions } = yield* Trash.listTrash({ boardId: board.id })
  const url = `https://${canary("host").replaceAll("~", "-")}x.invalid/${canary("path")}`
  const { webhook } = yield* Webhook.createWebhook({ boardId: board.id, url })
  const [delivery] = yield* planned(webhook.id)
  const { calendarLink } = yield* Calendar.createCalendarLink(board.id)
  return {
    workspaceId,
    boardId: board.id,
    webhookId: webhook.id,
    calendarLinkId: calendarLink.id,
    deliveryId: delivery?.id ?? "",
    changeId: moves[0]?.id ?? "",
    deletionId: deletions[0]?.id ?? "",
    groupId: board.groups[0]?.id ?? "",
    otherGroupId: group.id,
    columnId: column.id,
    taskId: task.id,
    subtaskId: subtask.id,
    commentId: comment.id,
    entryId: entry.id,
    invitationId: invitation.id,
    ...team,
    memberId: member.id
  } satisfies Furnished as Furnished
})

const settle = Effect.fnUntraced(function* (icon: string) {
  yield* Onboarding.completeOnboarding({ companyName: canary("company"), role: canary("trade") })
  return yield* Workspace.createWorkspace({ name: canary("workspace"), icon, color: color() })
})

/** Invites two people to a workspace. The first accepts. */
const gather = Effect.fnUntraced(function* (workspaceId: string, member: TestUser, asked: TestUser) {
  const { invitation } = yield* Board.inviteToWorkspace(workspaceId, { userId: member.id, role: "admin" })
  yield* as(member)(Board.acceptInvitation(invitation.id))
  const mailed = yield* Board.inviteToWorkspace(workspaceId, { email: asked.email, role: "viewer" })
  return { teamMemberId: member.id, teamInvitationId: mailed.invitation.id }
})

const join = (board: string, owner: TestUser, user: TestUser, role: Access.Role) =>
  Effect.gen(function* () {
    const { invitation } = yield* as(owner)(Board.inviteMember(board, { userId: user.id, role }))
    yield* as(user)(Board.acceptInvitation(invitation.id))
  })

const PEOPLE = [
  ...(["owner", "admin", "editor", "invitee", "viewer", "stranger", "nobody"] as const),
  ...(["removed", "declined"] as const),
  ...(["colleague", "guest", "asked", "relative", "neighbour"] as const),
  ...(["partner", "applicant", "ally", "candidate"] as const)
]

/** Makes a world of its own on a server. */
export const makeWorld = async (server: TestServer): Promise<World> => {
  const made = await Promise.all(PEOPLE.map(async (name) => [name, await server.user(canary(name))] as const))
  const people = Object.fromEntries(made) as Record<(typeof PEOPLE)[number], TestUser>
  const { ally, applicant, candidate, partner } = people
  const { admin, asked, colleague, declined, editor, guest } = people
  const { invitee, neighbour, nobody, owner, relative, removed, stranger, viewer } = people
  return server.run(
    Effect.gen(function* () {
      const home = yield* as(owner)(settle("🦊"))
      const team = yield* as(owner)(gather(home.id, partner, applicant))
      const own = yield* as(owner)(furnish(home.id, { owner, member: colleague, asked: invitee, team }))
      const besides = yield* as(owner)(furnish(home.id, { owner, member: relative, asked: neighbour, team }))
      const abroad = yield* as(stranger)(settle("🦉"))
      const allies = yield* as(stranger)(gather(abroad.id, ally, candidate))
      const foreign = yield* as(stranger)(furnish(abroad.id, { owner: stranger, member: guest, asked, team: allies }))
      yield* join(own.boardId, owner, admin, "admin")
      yield* join(own.boardId, owner, editor, "editor")
      yield* join(own.boardId, owner, viewer, "viewer")
      yield* join(own.boardId, owner, removed, "editor")
      yield* as(owner)(Board.removeMember(own.boardId, removed.id))
      const offer = yield* as(owner)(Board.inviteMember(own.boardId, { userId: declined.id, role: "editor" }))
      yield* as(declined)(Board.declineInvitation(offer.invitation.id))
      const users = { owner, admin, editor, invitee, viewer, stranger, removed, declined }
      return { users, nobody, partner, applicant, colleague, own, besides, foreign }
    }).pipe(Effect.orDie)
  )
}
