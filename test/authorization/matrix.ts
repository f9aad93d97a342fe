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

/** Every route of the contract. */
export const MATRIX: Record<string, Row> = {
  "system.health": { may: "anyone", status: 200, path: () => "/api/health" },
  "system.ready": { may: "anyone", status: 200, path: () => "/api/health/ready" },
  "accounts.signUp": {
    may: "anyone",
    status: 400,
    path: () => "/api/auth/signup",
    body: () => ({ name: "", email: "", password: "" })
  },
  "accounts.signIn": {
    may: "anyone",
    status: 401,
    path: () => "/api/auth/signin",
    body: () => ({ email: "nobody@example.com", password: "wrong" })
  },
  "accounts.requestPasswordReset": {
    may: "anyone",
    status: 200,
    path: () => "/api/auth/forgot-password",
    body: () => ({ email: "nobody@example.com" })
  },
  "accounts.resendVerification": {
    may: "anyone",
    status: 200,
    path: () => "/api/auth/resend-verification",
    body: () => ({ email: "nobody@example.com" })
  },
  "accounts.resetPassword": {
    may: "anyone",
    status: 400,
    path: () => "/api/auth/reset-password",
    body: () => ({ token: "wrong", password: "long enough" })
  },
  "accounts.verifyEmail": { may: "anyone", status: 302, path: () => "/api/auth/verify-email?token=wrong" },
  "accounts.startSingleSignOn": { may: "anyone", status: 404, path: () => "/api/auth/oidc/start" },
  "accounts.finishSingleSignOn": { may: "anyone", status: 404, path: () => "/api/auth/oidc/callback?code=x&state=y" },
  "accounts.exchangeSignInCode": {
    may: "anyone",
    status: 400,
    path: () => "/api/auth/oidc/token",
    body: () => ({ code: "wrong" })
  },
  "accounts.unsubscribe": { may: "anyone", status: 400, path: () => "/api/auth/unsubscribe?token=wrong" },
  "accounts.profile": { may: "signed in", status: 200, path: () => "/api/auth/me" },
  "accounts.updateProfile": {
    may: "signed in",
    status: 200,
    path: () => "/api/auth/me",
    body: () => ({ timezone: "Europe/Berlin" })
  },
  "accounts.changePassword": {
    may: "signed in",
    status: 400,
    path: () => "/api/auth/change-password",
    body: () => ({ currentPassword: "wrong", newPassword: "short" })
  },
  "accounts.deleteOwn": {
    may: "signed in",
    status: 400,
    path: () => "/api/auth/me/delete",
    body: () => ({})
  },
  "accounts.exportOwn": { may: "signed in", status: 200, path: () => "/api/auth/me/export" },
  "accounts.changeEmail": {
    may: "signed in",
    status: 400,
    path: () => "/api/auth/change-email",
    body: () => ({ email: "new", password: "wrong" })
  },
  "accounts.confirmEmail": {
    may: "anyone",
    status: 400,
    path: () => "/api/auth/confirm-email",
    body: () => ({ token: "wrong" })
  },
  "accounts.undoEmail": {
    may: "anyone",
    status: 400,
    path: () => "/api/auth/undo-email",
    body: () => ({ token: "wrong" })
  },
  "accounts.sessions": { may: "signed in", status: 200, path: () => "/api/auth/sessions" },
  "accounts.events": { may: "signed in", status: 200, path: () => "/api/auth/events" },
  "accounts.endSession": {
    may: "signed in",
    status: 404,
    path: () => "/api/auth/sessions/01900000-0000-7000-8000-000000000000"
  },
  "accounts.signOut": { may: "signed in", status: 400, path: () => "/api/auth/signout" },
  "accounts.signOutEverywhere": {
    once: true,
    may: "signed in",
    status: 200,
    path: () => "/api/auth/signout-everywhere"
  },
  "accounts.completeOnboarding": {
    may: "signed in",
    status: 200,
    path: () => "/api/auth/onboarding",
    body: () => ({ companyName: "Acme", role: "Maker" })
  },
  "workspaces.list": { may: "signed in", status: 200, path: () => "/api/workspaces" },
  "workspaces.create": { may: "signed in", status: 201, path: () => "/api/workspaces", body: () => ({ name: "New" }) },
  "workspaces.get": {
    may: "read workspace",
    status: 200,
    path: (on) => `/api/workspaces/${on.workspaceId}`,
    ids: ["workspaceId"]
  },
  "workspaces.duplicate": {
    may: "own workspace",
    status: 201,
    path: (on) => `/api/workspaces/${on.workspaceId}/duplicate`,
    body: () => ({ name: "Again", withTasks: true }),
    ids: ["workspaceId"]
  },
  "workspaces.update": {
    may: "own workspace",
    status: 200,
    path: (on) => `/api/workspaces/${on.workspaceId}`,
    body: () => ({ name: "Renamed" }),
    ids: ["workspaceId"]
  },
  "workspaces.delete": {
    once: true,
    may: "own workspace",
    status: 200,
    path: (on) => `/api/workspaces/${on.workspaceId}`,
    ids: ["workspaceId"]
  },
  "workspaces.transfer": {
    once: true,
    may: "own workspace",
    status: 200,
    path: (on) => `/api/workspaces/${on.workspaceId}/transfer`,
    body: (on) => ({ userId: on.teamMemberId }),
    ids: ["workspaceId"]
  },
  "workspaceMembers.list": {
    may: "own workspace",
    names: ({ partner }) => [partner],
    status: 200,
    path: (on) => `/api/workspaces/${on.workspaceId}/members`,
    ids: ["workspaceId"]
  },
  "workspaceMembers.invite": {
    once: true,
    may: "own workspace",
    names: ({ nobody }) => [nobody],
    status: 201,
    path: (on) => `/api/workspaces/${on.workspaceId}/members`,
    body: (_, { nobody }) => ({ userId: nobody.id, role: "viewer" }),
    ids: ["workspaceId"]
  },
  "workspaceMembers.update": {
    once: true,
    may: "own workspace",
    names: ({ partner }) => [partner],
    status: 200,
    path: (on) => `/api/workspaces/${on.workspaceId}/members/${on.teamMemberId}`,
    body: () => ({ role: "editor" }),
    ids: ["workspaceId"]
  },
  "workspaceMembers.remove": {
    once: true,
    may: "own workspace",
    status: 200,
    path: (on) => `/api/workspaces/${on.workspaceId}/members/${on.teamMemberId}`,
    ids: ["workspaceId"]
  },
  "workspaceMembers.listInvitations": {
    // The invitation is of the workspace, not of the board.
    names: ({ applicant, own }) => [applicant, { email: own.teamInvitationId }],
    may: "own workspace",
    status: 200,
    path: (on) => `/api/workspaces/${on.workspaceId}/invitations`,
    ids: ["workspaceId"]
  },
  "workspaceMembers.withdraw": {
    once: true,
    may: "own workspace",
    status: 200,
    path: (on) => `/api/workspaces/${on.workspaceId}/invitations/${on.teamInvitationId}`,
    ids: ["workspaceId"]
  },
  "workspaceMembers.resend": {
    names: ({ applicant }) => [applicant],
    may: "own workspace",
    status: 200,
    path: (on) => `/api/workspaces/${on.workspaceId}/invitations/${on.teamInvitationId}/resend`,
    ids: ["workspaceId"]
  },
  "boards.list": {
    may: "read workspace",
    status: 200,
    path: (on) => `/api/boards?workspaceId=${on.workspaceId}`,
    ids: ["workspaceId"]
  },
  "boards.get": { may: "read", status: 200, path: (on) => `/api/boards/${on.boardId}`, ids: ["boardId"] },
  "boards.people": {
    may: "read",
    names: ({ colleague, partner, users: { admin, editor, owner, viewer } }, caller) =>
      caller === "admin" || caller === "owner" ? [admin, colleague, editor, owner, partner, viewer] : [partner],
    status: 200,
    path: (on) => `/api/boards/${on.boardId}/people`,
    ids: ["boardId"]
  },
  "boards.export": {
    may: "read",
    names: ({ colleague, partner, users: { admin, editor, owner, viewer } }, caller) =>
      caller === "admin" || caller === "owner" ? [admin, colleague, editor, owner, partner, viewer] : [],
    status: 200,
    path: (on) => `/api/boards/${on.boardId}/export`,
    ids: ["boardId"]
  },
  "boards.createCalendarLink": {
    may: "read",
    status: 201,
    path: (on) => `/api/boards/${on.boardId}/calendar-link`,
    ids: ["boardId"]
  },
  "boards.listCalendarLinks": {
    may: "read",
    status: 200,
    path: (on) => `/api/boards/${on.boardId}/calendar-links`,
    ids: ["boardId"]
  },
  // The owner made the link of the world.
  "boards.deleteCalendarLink": {
    once: true,
    may: "manage",
    status: 200,
    path: (on) => `/api/boards/${on.boardId}/calendar-links/${on.calendarLinkId}`,
    ids: ["boardId", "calendarLinkId"]
  },
  "calendars.feed": {
    may: "anyone",
    status: 404,
    path: (on) => `/api/boards/${on.boardId}/calendar.ics?key=${"0".repeat(64)}`
  },
  "boards.create": {
    may: "own workspace",
    status: 201,
    path: () => "/api/boards",
    body: (on) => ({ name: "New", workspaceId: on.workspaceId }),
    ids: ["workspaceId"]
  },
  "boards.update": {
    may: "manage",
    status: 200,
    path: (on) => `/api/boards/${on.boardId}`,
    body: () => ({ name: "Renamed" }),
    ids: ["boardId"]
  },
  "boards.delete": {
    once: true,
    may: "manage",
    status: 200,
    path: (on) => `/api/boards/${on.boardId}`,
    ids: ["boardId"]
  },
  "boards.duplicate": {
    may: "own workspace",
    status: 201,
    path: (on) => `/api/boards/${on.boardId}/duplicate`,
    body: () => ({ name: "Again", withTasks: true }),
    ids: ["boardId"]
  },
  "boards.import": {
    may: "own workspace",
    status: 201,
    path: () => "/api/boards/import",
    body: (on) => ({ name: "Imported", workspaceId: on.workspaceId, columnMappings: [], rows: [{ 0: "Row" }] }),
    ids: ["workspaceId"]
  },
  "boards.addGroup": {
    may: "edit",
    status: 201,
    path: (on) => `/api/boards/${on.boardId}/groups`,
    body: () => ({ name: "Third" }),
    ids: ["boardId"]
  },
  "boards.addColumn": {
    may: "edit",
    status: 201,
    path: (on) => `/api/boards/${on.boardId}/columns`,
    body: () => ({ name: "More", type: "text" }),
    ids: ["boardId"]
  },
  "boards.updateColumn": {
    may: "edit",
    status: 200,
    path: (on) => `/api/boards/${on.boardId}/columns/${on.columnId}`,
    body: () => ({ name: "Renamed" }),
    ids: ["boardId", "columnId"]
  },
  "boards.updateGroup": {
    may: "edit",
    status: 200,
    path: (on) => `/api/boards/${on.boardId}/groups/${on.groupId}`,
    body: () => ({ name: "Renamed" }),
    ids: ["boardId", "groupId"]
  },
  "boards.deleteGroup": {
    once: true,
    may: "edit",
    status: 200,
    path: (on) => `/api/boards/${on.boardId}/groups/${on.groupId}?moveTasksTo=${on.otherGroupId}`,
    ids: ["boardId", "groupId", "otherGroupId"]
  },
  "boards.deleteColumn": {
    once: true,
    may: "edit",
    status: 200,
    path: (on) => `/api/boards/${on.boardId}/columns/${on.columnId}`,
    ids: ["boardId", "columnId"]
  },
  "members.invite": {
    once: true,
    may: "manage",
    names: ({ nobody }) => [nobody],
    status: 201,
    path: (on) => `/api/boards/${on.boardId}/invite`,
    body: (_, { nobody }) => ({ userId: nobody.id, role: "viewer" }),
    ids: ["boardId"]
  },
  "invitations.listOfBoard": {
    may: "manage",
    status: 200,
    path: (on) => `/api/boards/${on.boardId}/invitations`,
    ids: ["boardId"]
  },
  "invitations.withdraw": {
    once: true,
    may: "manage",
    status: 200,
    path: (on) => `/api/boards/${on.boardId}/invitations/${on.invitationId}`,
    ids: ["boardId", "invitationId"]
  },
  "invitations.resend": {
    may: "manage",
    status: 200,
    path: (on) => `/api/boards/${on.boardId}/invitations/${on.invitationId}/resend`,
    ids: ["boardId", "invitationId"]
  },
  "members.update": {
    once: true,
    may: "manage",
    status: 200,
    path: (on) => `/api/boards/${on.boardId}/members/${on.memberId}`,
    body: () => ({ role: "editor" }),
    ids: ["boardId", "memberId"]
  },
  "members.remove": {
    once: true,
    may: "manage",
    status: 200,
    path: (on) => `/api/boards/${on.boardId}/members/${on.memberId}`,
    ids: ["boardId", "memberId"]
  },
  "invitations.listMine": { may: "signed in", status: 200, path: () => "/api/invitations" },
  "invitations.accept": {
    once: true,
    may: "invited",
    status: 200,
    path: (on) => `/api/invitations/${on.invitationId}/accept`,
    ids: ["invitationId"]
  },
  "invitations.decline": {
    once: true,
    may: "invited",
    status: 200,
    path: (on) => `/api/invitations/${on.invitationId}/decline`,
    ids: ["invitationId"]
  },
  "tasks.list": { may: "read", status: 200, path: (on) => `/api/tasks?boardId=${on.boardId}`, ids: ["boardId"] },
  "tasks.mine": { may: "signed in", status: 200, path: () => "/api/tasks/mine" },
  "tasks.get": { may: "read", status: 200, path: (on) => `/api/tasks/${on.taskId}`, ids: ["taskId"] },
  "tasks.create": {
    may: "edit",
    status: 201,
    path: () => "/api/tasks",
    body: (on) => ({ boardId: on.boardId, groupId: on.otherGroupId, name: "New" }),
    ids: ["boardId", "otherGroupId"]
  },
  "tasks.update": {
    may: "edit",
    status: 200,
    path: (on) => `/api/tasks/${on.taskId}`,
    body: (on) => ({ name: "Renamed", groupId: on.otherGroupId }),
    ids: ["taskId", "otherGroupId"]
  },
  "tasks.delete": { once: true, may: "edit", status: 200, path: (on) => `/api/tasks/${on.taskId}`, ids: ["taskId"] },
  "tasks.move": {
    may: "edit",
    status: 200,
    path: (on) => `/api/tasks/${on.taskId}/move`,
    body: (on) => ({ groupId: on.otherGroupId }),
    ids: ["taskId", "otherGroupId"]
  },
  "tasks.moveToBoard": {
    once: true,
    // The other board is one that only the owner may edit.
    may: "own workspace",
    status: 200,
    path: (on) => `/api/tasks/${on.taskId}/move-to-board`,
    body: (_, { besides }) => ({ boardId: besides.boardId }),
    ids: ["taskId"]
  },
  "tasks.duplicate": {
    may: "edit",
    status: 201,
    path: (on) => `/api/tasks/${on.taskId}/duplicate`,
    body: () => ({ name: "Again" }),
    ids: ["taskId"]
  },
  "tasks.bulk": {
    may: "edit",
    status: 200,
    path: () => "/api/tasks/bulk",
    body: (on) => ({
      boardId: on.boardId,
      operations: [
        { op: "create", task: { name: "New", groupId: on.otherGroupId } },
        { op: "update", id: on.taskId, patch: { name: "Renamed" } }
      ]
    }),
    ids: ["boardId", "otherGroupId"]
  },
  "tasks.listComments": {
    may: "read",
    status: 200,
    path: (on) => `/api/tasks/${on.taskId}/comments`,
    ids: ["taskId"]
  },
  "tasks.listSubtasks": {
    may: "read",
    status: 200,
    path: (on) => `/api/tasks/${on.taskId}/subtasks`,
    ids: ["taskId"]
  },
  "tasks.listTimeEntries": {
    may: "read",
    status: 200,
    path: (on) => `/api/tasks/${on.taskId}/time-entries`,
    ids: ["taskId"]
  },
  "tasks.addComment": {
    may: "comment",
    status: 201,
    path: (on) => `/api/tasks/${on.taskId}/comments`,
    body: () => ({ content: "Hello" }),
    ids: ["taskId"]
  },
  "tasks.updateComment": {
    may: "own comment",
    status: 200,
    path: (on) => `/api/tasks/${on.taskId}/comments/${on.commentId}`,
    body: () => ({ content: "Changed" }),
    ids: ["taskId", "commentId"]
  },
  "tasks.deleteComment": {
    once: true,
    may: "manage",
    status: 200,
    path: (on) => `/api/tasks/${on.taskId}/comments/${on.commentId}`,
    ids: ["taskId", "commentId"]
  },
  "tasks.addSubtask": {
    may: "edit",
    status: 201,
    path: (on) => `/api/tasks/${on.taskId}/subtasks`,
    body: () => ({ name: "Another part" }),
    ids: ["taskId"]
  },
  "tasks.updateSubtask": {
    may: "edit",
    status: 200,
    path: (on) => `/api/tasks/${on.taskId}/subtasks/${on.subtaskId}`,
    body: () => ({ completed: true }),
    ids: ["taskId", "subtaskId"]
  },
  "tasks.addTimeEntry": {
    may: "edit",
    status: 201,
    path: (on) => `/api/tasks/${on.taskId}/time-entries`,
    body: () => ({ duration: 1 }),
    ids: ["taskId"]
  },
  "tasks.deleteSubtask": {
    once: true,
    may: "edit",
    status: 200,
    path: (on) => `/api/tasks/${on.taskId}/subtasks/${on.subtaskId}`,
    ids: ["taskId", "subtaskId"]
  },
  "tasks.updateTimeEntry": {
    may: "edit",
    status: 200,
    path: (on) => `/api/tasks/${on.taskId}/time-entries/${on.entryId}`,
    body: () => ({ duration: 1 }),
    ids: ["taskId", "entryId"]
  },
  "tasks.deleteTimeEntry": {
    once: true,
    may: "edit",
    status: 200,
    path: (on) => `/api/tasks/${on.taskId}/time-entries/${on.entryId}`,
    ids: ["taskId", "entryId"]
  },
  "changes.list": { may: "read", status: 200, path: (on) => `/api/changes?boardId=${on.boardId}`, ids: ["boardId"] },
  "changes.stream": {
    may: "read",
    status: 200,
    path: (on) => `/api/changes/stream?boardId=${on.boardId}`,
    ids: ["boardId"]
  },
  "changes.listOfBoard": {
    may: "read",
    status: 200,
    path: (on) => `/api/boards/${on.boardId}/activity`,
    ids: ["boardId"]
  },
  "changes.listOfTask": { may: "read", status: 200, path: (on) => `/api/tasks/${on.taskId}/activity`, ids: ["taskId"] },
  "changes.undo": {
    hidden: true,
    may: "edit",
    status: 200,
    path: (on) => `/api/changes/${on.changeId}/undo`,
    ids: ["changeId"]
  },
  "search.find": {
    may: "read",
    status: 200,
    path: (on) => `/api/search?q=a&boardId=${on.boardId}`,
    ids: ["boardId"]
  },
  "trash.list": { may: "edit", status: 200, path: (on) => `/api/trash?boardId=${on.boardId}`, ids: ["boardId"] },
  "trash.restore": {
    once: true,
    may: "edit",
    status: 200,
    path: (on) => `/api/trash/${on.deletionId}/restore`,
    ids: ["deletionId"]
  },
  "trash.purge": {
    once: true,
    may: "manage",
    status: 200,
    path: (on) => `/api/trash/${on.deletionId}`,
    ids: ["deletionId"]
  },
  "tokens.list": { may: "signed in", status: 200, path: () => "/api/tokens" },
  "tokens.create": {
    may: "signed in",
    status: 201,
    path: () => "/api/tokens",
    body: () => ({ name: "CI", scopes: ["read"] })
  },
  "tokens.delete": { may: "signed in", status: 404, path: () => "/api/tokens/01900000-0000-7000-8000-000000000000" },
  "webhooks.list": {
    may: "manage",
    status: 200,
    path: (on) => `/api/webhooks?boardId=${on.boardId}`,
    ids: ["boardId"]
  },
  "webhooks.create": {
    may: "manage",
    status: 201,
    path: () => "/api/webhooks",
    body: (on) => ({ boardId: on.boardId, url: "https://receiver.invalid/" }),
    ids: ["boardId"]
  },
  "webhooks.get": { may: "manage", status: 200, path: (on) => `/api/webhooks/${on.webhookId}`, ids: ["webhookId"] },
  "webhooks.update": {
    may: "manage",
    status: 200,
    path: (on) => `/api/webhooks/${on.webhookId}`,
    body: () => ({ types: ["task.created"] }),
    ids: ["webhookId"]
  },
  "webhooks.delete": {
    once: true,
    may: "manage",
    status: 200,
    path: (on) => `/api/webhooks/${on.webhookId}`,
    ids: ["webhookId"]
  },
  "webhooks.rotateSecret": {
    may: "manage",
    status: 200,
    path: (on) => `/api/webhooks/${on.webhookId}/rotate-secret`,
    ids: ["webhookId"]
  },
  "webhooks.test": {
    may: "manage",
    status: 200,
    path: (on) => `/api/webhooks/${on.webhookId}/test`,
    ids: ["webhookId"]
  },
  "webhooks.listDeliveries": {
    may: "manage",
    status: 200,
    path: (on) => `/api/webhooks/${on.webhookId}/deliveries`,
    ids: ["webhookId"]
  },
  "webhooks.redeliver": {
    may: "manage",
    status: 200,
    path: (on) => `/api/webhooks/${on.webhookId}/deliveries/${on.deliveryId}/redeliver`,
    ids: ["webhookId"]
  },
  "webhooks.replay": {
    may: "manage",
    status: 200,
    path: (on) => `/api/webhooks/${on.webhookId}/replay`,
    body: () => ({ since: "2026-01-01" }),
    ids: ["webhookId"]
  }
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
