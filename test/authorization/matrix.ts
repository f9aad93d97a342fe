import { endpointRoutes } from "@boardwright/http"
import type { Answer, TestServer } from "../support/server.js"
import { type Caller, CALLERS, type Furnished, OUTSIDERS, type World } from "../support/world.js"

/** The table "Who may do what", and who may do what concerns only oneself. */
export const ALLOWED: Record<string, ReadonlyArray<Caller>> = {
  anyone: CALLERS,
  "signed in": [...OUTSIDERS, "viewer", "invitee", "editor", "admin", "owner"],
  invited: ["invitee"],
  "read workspace": ["viewer", "invitee", "editor", "admin", "owner"],
  "own workspace": ["owner"],
  read: ["viewer", "invitee", "editor", "admin", "owner"],
  comment: ["viewer", "invitee", "editor", "admin", "owner"],
  // The invitee of the world is asked to be an editor.
  edit: ["invitee", "editor", "admin", "owner"],
  manage: ["admin", "owner"],
  // The owner wrote the comment of the world.
  "own comment": ["owner"]
}

/** How a route of the API is asked for, and by whom. */
export interface Row {
  readonly may: keyof typeof ALLOWED
  readonly status: number
  readonly path: (ids: Furnished) => string
  readonly body?: (ids: Furnished, world: World) => unknown
  /** The ids in path, query and body; each is tried as missing, and as the foreign board's where it is a child. */
  readonly ids?: ReadonlyArray<keyof Furnished>
  /** Whether it is not found by those who may not read it. */
  readonly hidden?: true
  /** Whose name the caller's answer has, beside those on the board, or whose address. */
  readonly names?: (world: World, caller: Caller) => ReadonlyArray<{ readonly email: string }>
  /** Nobody else can do it after it was done once. */
  readonly once?: true
}

/** `:boardId` in the path is the id of that name. */
const row = (
  may: Row["may"],
  status: number,
  path: string,
  ids: ReadonlyArray<keyof Furnished> = [],
  rest: Pick<Row, "body" | "hidden" | "names" | "once"> = {}
): Row => ({
  may,
  status,
  path: (given) => path.replaceAll(/:(\w+)/g, (_, id: keyof Furnished) => given[id]),
  ids,
  ...rest
})

/** Every route of the contract: who may call it, the status of their answer, the path and the ids in the request. */
export const MATRIX: Record<string, Row> = {
  "system.health": row("anyone", 200, "/api/health"),
  "system.ready": row("anyone", 200, "/api/health/ready"),
  "accounts.signUp": row("anyone", 400, "/api/auth/signup", [], {
    body: () => ({ name: "", email: "", password: "" })
  }),
  "accounts.signIn": row("anyone", 401, "/api/auth/signin", [], {
    body: () => ({ email: "nobody@example.com", password: "wrong" })
  }),
  "accounts.requestPasswordReset": row("anyone", 200, "/api/auth/forgot-password", [], {
    body: () => ({ email: "nobody@example.com" })
  }),
  "accounts.resendVerification": row("anyone", 200, "/api/auth/resend-verification", [], {
    body: () => ({ email: "nobody@example.com" })
  }),
  "accounts.resetPassword": row("anyone", 400, "/api/auth/reset-password", [], {
    body: () => ({ token: "wrong", password: "long enough" })
  }),
  "accounts.verifyEmail": row("anyone", 302, "/api/auth/verify-email?token=wrong"),
  "accounts.startSingleSignOn": row("anyone", 404, "/api/auth/oidc/start"),
  "accounts.finishSingleSignOn": row("anyone", 404, "/api/auth/oidc/callback?code=x&state=y"),
  "accounts.exchangeSignInCode": row("anyone", 400, "/api/auth/oidc/token", [], { body: () => ({ code: "wrong" }) }),
  "accounts.unsubscribe": row("anyone", 400, "/api/auth/unsubscribe?token=wrong"),
  "accounts.profile": row("signed in", 200, "/api/auth/me"),
  "accounts.updateProfile": row("signed in", 200, "/api/auth/me", [], { body: () => ({ timezone: "Europe/Berlin" }) }),
  "accounts.changePassword": row("signed in", 400, "/api/auth/change-password", [], {
    body: () => ({ currentPassword: "wrong", newPassword: "short" })
  }),
  "accounts.deleteOwn": row("signed in", 400, "/api/auth/me/delete", [], { body: () => ({}) }),
  "accounts.exportOwn": row("signed in", 200, "/api/auth/me/export"),
  "accounts.changeEmail": row("signed in", 400, "/api/auth/change-email", [], {
    body: () => ({ email: "new", password: "wrong" })
  }),
  "accounts.confirmEmail": row("anyone", 400, "/api/auth/confirm-email", [], { body: () => ({ token: "wrong" }) }),
  "accounts.undoEmail": row("anyone", 400, "/api/auth/undo-email", [], { body: () => ({ token: "wrong" }) }),
  "accounts.sessions": row("signed in", 200, "/api/auth/sessions"),
  "accounts.events": row("signed in", 200, "/api/auth/events"),
  "accounts.endSession": row("signed in", 404, "/api/auth/sessions/01900000-0000-7000-8000-000000000000"),
  "accounts.signOut": row("signed in", 400, "/api/auth/signout"),
  "accounts.signOutEverywhere": row("signed in", 200, "/api/auth/signout-everywhere", [], { once: true }),
  "accounts.completeOnboarding": row("signed in", 200, "/api/auth/onboarding", [], {
    body: () => ({ companyName: "Acme", role: "Maker" })
  }),
  "workspaces.list": row("signed in", 200, "/api/workspaces"),
  "workspaces.create": row("signed in", 201, "/api/workspaces", [], { body: () => ({ name: "New" }) }),
  "workspaces.get": row("read workspace", 200, "/api/workspaces/:workspaceId", ["workspaceId"]),
  "workspaces.duplicate": row("own workspace", 201, "/api/workspaces/:workspaceId/duplicate", ["workspaceId"], {
    body: () => ({ name: "Again", withTasks: true })
  }),
  "workspaces.update": row("own workspace", 200, "/api/workspaces/:workspaceId", ["workspaceId"], {
    body: () => ({ name: "Renamed" })
  }),
  "workspaces.delete": row("own workspace", 200, "/api/workspaces/:workspaceId", ["workspaceId"], {
    once: true
  }),
  "workspaces.transfer": row("own workspace", 200, "/api/workspaces/:workspaceId/transfer", ["workspaceId"], {
    once: true,
    body: (on) => ({ userId: on.teamMemberId })
  }),
  "workspaceMembers.list": row("own workspace", 200, "/api/workspaces/:workspaceId/members", ["workspaceId"], {
    names: ({ partner }) => [partner]
  }),
  "workspaceMembers.invite": row("own workspace", 201, "/api/workspaces/:workspaceId/members", ["workspaceId"], {
    once: true,
    names: ({ nobody }) => [nobody],
    body: (_, { nobody }) => ({ userId: nobody.id, role: "viewer" })
  }),
  "workspaceMembers.update": row(
    "own workspace",
    200,
    "/api/workspaces/:workspaceId/members/:teamMemberId",
    ["workspaceId"],
    { once: true, names: ({ partner }) => [partner], body: () => ({ role: "editor" }) }
  ),
  "workspaceMembers.remove": row(
    "own workspace",
    200,
    "/api/workspaces/:workspaceId/members/:teamMemberId",
    ["workspaceId"],
    { once: true }
  ),
  // The invitation is of the workspace, not of the board.
  "workspaceMembers.listInvitations": row(
    "own workspace",
    200,
    "/api/workspaces/:workspaceId/invitations",
    ["workspaceId"],
    { names: ({ applicant, own }) => [applicant, { email: own.teamInvitationId }] }
  ),
  "workspaceMembers.withdraw": row(
    "own workspace",
    200,
    "/api/workspaces/:workspaceId/invitations/:teamInvitationId",
    ["workspaceId"],
    { once: true }
  ),
  "workspaceMembers.resend": row(
    "own workspace",
    200,
    "/api/workspaces/:workspaceId/invitations/:teamInvitationId/resend",
    ["workspaceId"],
    { names: ({ applicant }) => [applicant] }
  ),
  "boards.list": row("read workspace", 200, "/api/boards?workspaceId=:workspaceId", ["workspaceId"]),
  "boards.get": row("read", 200, "/api/boards/:boardId", ["boardId"]),
  "boards.people": row("read", 200, "/api/boards/:boardId/people", ["boardId"], {
    names: ({ colleague, partner, users: { admin, editor, owner, viewer } }, caller) =>
      caller === "admin" || caller === "owner" ? [admin, colleague, editor, owner, partner, viewer] : [partner]
  }),
  "boards.export": row("read", 200, "/api/boards/:boardId/export", ["boardId"], {
    names: ({ colleague, partner, users: { admin, editor, owner, viewer } }, caller) =>
      caller === "admin" || caller === "owner" ? [admin, colleague, editor, owner, partner, viewer] : []
  }),
  "boards.createCalendarLink": row("read", 201, "/api/boards/:boardId/calendar-link", ["boardId"]),
  "boards.listCalendarLinks": row("read", 200, "/api/boards/:boardId/calendar-links", ["boardId"]),
  // The owner made the link of the world.
  "boards.deleteCalendarLink": row(
    "manage",
    200,
    "/api/boards/:boardId/calendar-links/:calendarLinkId",
    ["boardId", "calendarLinkId"],
    { once: true }
  ),
  "calendars.feed": row("anyone", 404, `/api/boards/:boardId/calendar.ics?key=${"0".repeat(64)}`),
  "boards.create": row("own workspace", 201, "/api/boards", ["workspaceId"], {
    body: (on) => ({ name: "New", workspaceId: on.workspaceId })
  }),
  "boards.update": row("manage", 200, "/api/boards/:boardId", ["boardId"], {
    body: () => ({ name: "Renamed" })
  }),
  "boards.delete": row("manage", 200, "/api/boards/:boardId", ["boardId"], { once: true }),
  "boards.duplicate": row("own workspace", 201, "/api/boards/:boardId/duplicate", ["boardId"], {
    body: () => ({ name: "Again", withTasks: true })
  }),
  "boards.import": row("own workspace", 201, "/api/boards/import", ["workspaceId"], {
    body: (on) => ({ name: "Imported", workspaceId: on.workspaceId, columnMappings: [], rows: [{ 0: "Row" }] })
  }),
  "boards.addGroup": row("edit", 201, "/api/boards/:boardId/groups", ["boardId"], {
    body: () => ({ name: "Third" })
  }),
  "boards.addColumn": row("edit", 201, "/api/boards/:boardId/columns", ["boardId"], {
    body: () => ({ name: "More", type: "text" })
  }),
  "boards.updateColumn": row("edit", 200, "/api/boards/:boardId/columns/:columnId", ["boardId", "columnId"], {
    body: () => ({ name: "Renamed" })
  }),
  "boards.updateGroup": row("edit", 200, "/api/boards/:boardId/groups/:groupId", ["boardId", "groupId"], {
    body: () => ({ name: "Renamed" })
  }),
  "boards.deleteGroup": row(
    "edit",
    200,
    "/api/boards/:boardId/groups/:groupId?moveTasksTo=:otherGroupId",
    ["boardId", "groupId", "otherGroupId"],
    { once: true }
  ),
  "boards.deleteColumn": row("edit", 200, "/api/boards/:boardId/columns/:columnId", ["boardId", "columnId"], {
    once: true
  }),
  "members.invite": row("manage", 201, "/api/boards/:boardId/invite", ["boardId"], {
    once: true,
    names: ({ nobody }) => [nobody],
    body: (_, { nobody }) => ({ userId: nobody.id, role: "viewer" })
  }),
  "invitations.listOfBoard": row("manage", 200, "/api/boards/:boardId/invitations", ["boardId"]),
  "invitations.withdraw": row(
    "manage",
    200,
    "/api/boards/:boardId/invitations/:invitationId",
    ["boardId", "invitationId"],
    { once: true }
  ),
  "invitations.resend": row("manage", 200, "/api/boards/:boardId/invitations/:invitationId/resend", [
    "boardId",
    "invitationId"
  ]),
  "members.update": row("manage", 200, "/api/boards/:boardId/members/:memberId", ["boardId", "memberId"], {
    once: true,
    body: () => ({ role: "editor" })
  }),
  "members.remove": row("manage", 200, "/api/boards/:boardId/members/:memberId", ["boardId", "memberId"], {
    once: true
  }),
  "invitations.listMine": row("signed in", 200, "/api/invitations"),
  "invitations.accept": row("invited", 200, "/api/invitations/:invitationId/accept", ["invitationId"], {
    once: true
  }),
  "invitations.decline": row("invited", 200, "/api/invitations/:invitationId/decline", ["invitationId"], {
    once: true
  }),
  "tasks.list": row("read", 200, "/api/tasks?boardId=:boardId", ["boardId"]),
  "tasks.mine": row("signed in", 200, "/api/tasks/mine"),
  "tasks.get": row("read", 200, "/api/tasks/:taskId", ["taskId"]),
  "tasks.create": row("edit", 201, "/api/tasks", ["boardId", "otherGroupId"], {
    body: (on) => ({ boardId: on.boardId, groupId: on.otherGroupId, name: "New" })
  }),
  "tasks.update": row("edit", 200, "/api/tasks/:taskId", ["taskId", "otherGroupId"], {
    body: (on) => ({ name: "Renamed", groupId: on.otherGroupId })
  }),
  "tasks.delete": row("edit", 200, "/api/tasks/:taskId", ["taskId"], { once: true }),
  "tasks.move": row("edit", 200, "/api/tasks/:taskId/move", ["taskId", "otherGroupId"], {
    body: (on) => ({ groupId: on.otherGroupId })
  }),
  // The other board is one that only the owner may edit.
  "tasks.moveToBoard": row("own workspace", 200, "/api/tasks/:taskId/move-to-board", ["taskId"], {
    once: true,
    body: (_, { besides }) => ({ boardId: besides.boardId })
  }),
  "tasks.duplicate": row("edit", 201, "/api/tasks/:taskId/duplicate", ["taskId"], {
    body: () => ({ name: "Again" })
  }),
  "tasks.bulk": row("edit", 200, "/api/tasks/bulk", ["boardId", "otherGroupId"], {
    body: (on) => ({
      boardId: on.boardId,
      operations: [
        { op: "create", task: { name: "New", groupId: on.otherGroupId } },
        { op: "update", id: on.taskId, patch: { name: "Renamed" } }
      ]
    })
  }),
  "tasks.listComments": row("read", 200, "/api/tasks/:taskId/comments", ["taskId"]),
  "tasks.listSubtasks": row("read", 200, "/api/tasks/:taskId/subtasks", ["taskId"]),
  "tasks.listTimeEntries": row("read", 200, "/api/tasks/:taskId/time-entries", ["taskId"]),
  "tasks.addComment": row("comment", 201, "/api/tasks/:taskId/comments", ["taskId"], {
    body: () => ({ content: "Hello" })
  }),
  "tasks.updateComment": row("own comment", 200, "/api/tasks/:taskId/comments/:commentId", ["taskId", "commentId"], {
    body: () => ({ content: "Changed" })
  }),
  "tasks.deleteComment": row("manage", 200, "/api/tasks/:taskId/comments/:commentId", ["taskId", "commentId"], {
    once: true
  }),
  "tasks.addSubtask": row("edit", 201, "/api/tasks/:taskId/subtasks", ["taskId"], {
    body: () => ({ name: "Another part" })
  }),
  "tasks.updateSubtask": row("edit", 200, "/api/tasks/:taskId/subtasks/:subtaskId", ["taskId", "subtaskId"], {
    body: () => ({ completed: true })
  }),
  "tasks.addTimeEntry": row("edit", 201, "/api/tasks/:taskId/time-entries", ["taskId"], {
    body: () => ({ duration: 1 })
  }),
  "tasks.deleteSubtask": row("edit", 200, "/api/tasks/:taskId/subtasks/:subtaskId", ["taskId", "subtaskId"], {
    once: true
  }),
  "tasks.updateTimeEntry": row("edit", 200, "/api/tasks/:taskId/time-entries/:entryId", ["taskId", "entryId"], {
    body: () => ({ duration: 1 })
  }),
  "tasks.deleteTimeEntry": row("edit", 200, "/api/tasks/:taskId/time-entries/:entryId", ["taskId", "entryId"], {
    once: true
  }),
  "changes.list": row("read", 200, "/api/changes?boardId=:boardId", ["boardId"]),
  "changes.stream": row("read", 200, "/api/changes/stream?boardId=:boardId", ["boardId"]),
  "changes.listOfBoard": row("read", 200, "/api/boards/:boardId/activity", ["boardId"]),
  "changes.listOfTask": row("read", 200, "/api/tasks/:taskId/activity", ["taskId"]),
  "changes.undo": row("edit", 200, "/api/changes/:changeId/undo", ["changeId"], { hidden: true }),
  "search.find": row("read", 200, "/api/search?q=a&boardId=:boardId", ["boardId"]),
  "trash.list": row("edit", 200, "/api/trash?boardId=:boardId", ["boardId"]),
  "trash.restore": row("edit", 200, "/api/trash/:deletionId/restore", ["deletionId"], { once: true }),
  "trash.purge": row("manage", 200, "/api/trash/:deletionId", ["deletionId"], { once: true }),
  "tokens.list": row("signed in", 200, "/api/tokens"),
  "tokens.create": row("signed in", 201, "/api/tokens", [], { body: () => ({ name: "CI", scopes: ["read"] }) }),
  "tokens.delete": row("signed in", 404, "/api/tokens/01900000-0000-7000-8000-000000000000"),
  "webhooks.list": row("manage", 200, "/api/webhooks?boardId=:boardId", ["boardId"]),
  "webhooks.create": row("manage", 201, "/api/webhooks", ["boardId"], {
    body: (on) => ({ boardId: on.boardId, url: "https://receiver.invalid/" })
  }),
  "webhooks.get": row("manage", 200, "/api/webhooks/:webhookId", ["webhookId"]),
  "webhooks.update": row("manage", 200, "/api/webhooks/:webhookId", ["webhookId"], {
    body: () => ({ types: ["task.created"] })
  }),
  "webhooks.delete": row("manage", 200, "/api/webhooks/:webhookId", ["webhookId"], { once: true }),
  "webhooks.rotateSecret": row("manage", 200, "/api/webhooks/:webhookId/rotate-secret", ["webhookId"]),
  "webhooks.test": row("manage", 200, "/api/webhooks/:webhookId/test", ["webhookId"]),
  "webhooks.listDeliveries": row("manage", 200, "/api/webhooks/:webhookId/deliveries", ["webhookId"]),
  "webhooks.redeliver": row("manage", 200, "/api/webhooks/:webhookId/deliveries/:deliveryId/redeliver", ["webhookId"]),
  "webhooks.replay": row("manage", 200, "/api/webhooks/:webhookId/replay", ["webhookId"], {
    body: () => ({ since: "2026-01-01" })
  })
}

/** Ids that are looked up under the board or the task of the request. */
export const CHILDREN: ReadonlySet<string> = new Set([
  "groupId",
  "columnId",
  "calendarLinkId",
  "commentId",
  "entryId",
  "invitationId",
  "memberId",
  "otherGroupId",
  "subtaskId"
])

/** The routes of the contract by name. */
export const routes = new Map(endpointRoutes().map((route) => [route.name, route]))

/** A request as the matrix has it. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly token: string | undefined
}

/** What a caller asks for by a route's name, with these ids. */
export const requestOf = (world: World, caller: Caller, name: string, ids: Furnished): Asked => {
  const row = MATRIX[name]
  const method = routes.get(name)?.method
  if (row === undefined || method === undefined) throw new Error(`no such route: ${name}`)
  const token = caller === "anonymous" ? undefined : world.users[caller].token
  return { method, path: row.path(ids), body: row.body?.(ids, world), token }
}

/** Sends it. */
export const send = (server: TestServer, { body, method, path, token }: Asked): Promise<Answer> =>
  server.call(method, path, { token, body })
