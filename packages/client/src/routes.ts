// Written by every build, from scripts/clientRoutes.mjs.

/**
 * The routes of the contract that answer with JSON, a line each: name, method, path, flags, and the fields of the query. The
 * flags are s (needs a session), b (has a body) and k (takes an Idempotency-Key). A field with * is sent once for each entry of a list.
 */
export const ROUTES = `
accounts.changeEmail POST /api/auth/change-email sb
accounts.changePassword POST /api/auth/change-password sb
accounts.completeOnboarding POST /api/auth/onboarding sb
accounts.confirmEmail POST /api/auth/confirm-email b
accounts.deleteOwn POST /api/auth/me/delete sb
accounts.endSession DELETE /api/auth/sessions/{id} s
accounts.events GET /api/auth/events s page limit
accounts.exchangeSignInCode POST /api/auth/oidc/token b
accounts.exportOwn GET /api/auth/me/export s
accounts.profile GET /api/auth/me s
accounts.requestPasswordReset POST /api/auth/forgot-password b
accounts.resendVerification POST /api/auth/resend-verification b
accounts.resetPassword POST /api/auth/reset-password b
accounts.sessions GET /api/auth/sessions s page limit
accounts.signIn POST /api/auth/signin b
accounts.signOut POST /api/auth/signout s
accounts.signOutEverywhere POST /api/auth/signout-everywhere s tokens
accounts.signUp POST /api/auth/signup b
accounts.undoEmail POST /api/auth/undo-email b
accounts.unsubscribe POST /api/auth/unsubscribe - token
accounts.updateProfile PATCH /api/auth/me sb
boards.addColumn POST /api/boards/{id}/columns sbk
boards.addGroup POST /api/boards/{id}/groups sbk
boards.create POST /api/boards sbk
boards.createCalendarLink POST /api/boards/{id}/calendar-link sk
boards.delete DELETE /api/boards/{id} s permanent
boards.deleteCalendarLink DELETE /api/boards/{id}/calendar-links/{linkId} s
boards.deleteColumn DELETE /api/boards/{boardId}/columns/{columnId} s
boards.deleteGroup DELETE /api/boards/{boardId}/groups/{groupId} s moveTasksTo
boards.duplicate POST /api/boards/{id}/duplicate sbk
boards.get GET /api/boards/{id} s
boards.import POST /api/boards/import sbk dryRun
boards.list GET /api/boards s workspaceId page limit
boards.listCalendarLinks GET /api/boards/{id}/calendar-links s page limit
boards.people GET /api/boards/{id}/people s page limit
boards.update PATCH /api/boards/{id} sb
boards.updateColumn PATCH /api/boards/{boardId}/columns/{columnId} sb
boards.updateGroup PATCH /api/boards/{boardId}/groups/{groupId} sb
changes.list GET /api/changes s since boardId workspaceId types limit
changes.listOfBoard GET /api/boards/{id}/activity s actor type page limit
changes.listOfTask GET /api/tasks/{id}/activity s actor type page limit
changes.undo POST /api/changes/{id}/undo s
invitations.accept POST /api/invitations/{id}/accept s
invitations.decline POST /api/invitations/{id}/decline s
invitations.listMine GET /api/invitations s page limit
invitations.listOfBoard GET /api/boards/{id}/invitations s page limit
invitations.resend POST /api/boards/{id}/invitations/{invitationId}/resend s
invitations.withdraw DELETE /api/boards/{id}/invitations/{invitationId} s
members.invite POST /api/boards/{id}/invite sbk
members.remove DELETE /api/boards/{id}/members/{userId} s
members.update PATCH /api/boards/{id}/members/{userId} sb
search.find GET /api/search s q workspaceId boardId limit
system.health GET /api/health -
system.ready GET /api/health/ready -
tasks.addComment POST /api/tasks/{id}/comments sbk
tasks.addSubtask POST /api/tasks/{id}/subtasks sbk
tasks.addTimeEntry POST /api/tasks/{id}/time-entries sbk
tasks.bulk POST /api/tasks/bulk sbk
tasks.create POST /api/tasks sbk
tasks.delete DELETE /api/tasks/{id} s permanent
tasks.deleteComment DELETE /api/tasks/{taskId}/comments/{commentId} s
tasks.deleteSubtask DELETE /api/tasks/{taskId}/subtasks/{subtaskId} s
tasks.deleteTimeEntry DELETE /api/tasks/{taskId}/time-entries/{entryId} s
tasks.duplicate POST /api/tasks/{id}/duplicate sbk
tasks.get GET /api/tasks/{id} s
tasks.list GET /api/tasks s boardId groupId* status* priority* assignee* dueFrom dueTo createdFrom createdTo updatedSince q filter sort include page limit
tasks.listComments GET /api/tasks/{id}/comments s page limit
tasks.listSubtasks GET /api/tasks/{id}/subtasks s page limit
tasks.listTimeEntries GET /api/tasks/{id}/time-entries s page limit
tasks.mine GET /api/tasks/mine s status* dueFrom dueTo updatedSince workspaceId sort include page limit
tasks.move PATCH /api/tasks/{id}/move sb
tasks.moveToBoard POST /api/tasks/{id}/move-to-board sb
tasks.update PATCH /api/tasks/{id} sb
tasks.updateComment PATCH /api/tasks/{taskId}/comments/{commentId} sb
tasks.updateSubtask PATCH /api/tasks/{taskId}/subtasks/{subtaskId} sb
tasks.updateTimeEntry PATCH /api/tasks/{taskId}/time-entries/{entryId} sb
tokens.create POST /api/tokens sbk
tokens.delete DELETE /api/tokens/{id} s
tokens.list GET /api/tokens s page limit
trash.list GET /api/trash s boardId workspaceId page limit
trash.purge DELETE /api/trash/{deletionId} s
trash.restore POST /api/trash/{deletionId}/restore s
webhooks.create POST /api/webhooks sbk
webhooks.delete DELETE /api/webhooks/{id} s
webhooks.get GET /api/webhooks/{id} s
webhooks.list GET /api/webhooks s boardId workspaceId page limit
webhooks.listDeliveries GET /api/webhooks/{id}/deliveries s status page limit
webhooks.redeliver POST /api/webhooks/{id}/deliveries/{deliveryId}/redeliver s
webhooks.replay POST /api/webhooks/{id}/replay sb
webhooks.rotateSecret POST /api/webhooks/{id}/rotate-secret s
webhooks.test POST /api/webhooks/{id}/test s
webhooks.update PATCH /api/webhooks/{id} sb
workspaceMembers.invite POST /api/workspaces/{id}/members sbk
workspaceMembers.list GET /api/workspaces/{id}/members s page limit
workspaceMembers.listInvitations GET /api/workspaces/{id}/invitations s page limit
workspaceMembers.remove DELETE /api/workspaces/{id}/members/{userId} s
workspaceMembers.resend POST /api/workspaces/{id}/invitations/{invitationId}/resend s
workspaceMembers.update PATCH /api/workspaces/{id}/members/{userId} sb
workspaceMembers.withdraw DELETE /api/workspaces/{id}/invitations/{invitationId} s
workspaces.create POST /api/workspaces sbk
workspaces.delete DELETE /api/workspaces/{id} s
workspaces.duplicate POST /api/workspaces/{id}/duplicate sbk
workspaces.get GET /api/workspaces/{id} s
workspaces.list GET /api/workspaces s page limit
workspaces.transfer POST /api/workspaces/{id}/transfer sb
workspaces.update PATCH /api/workspaces/{id} sb
`
