import {
  Account,
  AccountDeletion,
  Board,
  Mail,
  Notification,
  Task,
  Trash,
  Undo,
  Webhook,
  Workspace
} from "@boardwright/core"
import { givenAccount, givenBoard, givenTask, instant, RecordingMailer } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { as, asOperator, givenTeam, refused, story, stored, givenUserWith } from "../support.js"

const PASSWORD = "correct horse"

const givenUser = (email = "ada@example.com") => givenUserWith(PASSWORD, { email })
const leave = (password = PASSWORD) => AccountDeletion.deleteOwnAccount({ password })

describe("deleting an account", () => {
  story("ends every token and mailed link, and frees the address", function* () {
    const { email, id } = yield* givenUser()
    const { token } = yield* Account.signIn({ email, password: PASSWORD })
    yield* Account.requestPasswordReset({ email })
    yield* as(id)(Account.changeEmail({ email: "ada@example.org", password: PASSWORD }))
    assert.strictEqual(yield* refused(as(id)(leave("wrong"))), "InvalidInput password")
    yield* as(id)(leave())
    assert.strictEqual(yield* refused(Account.authenticate(token)), "Unauthenticated")
    assert.strictEqual(yield* refused(Account.signIn({ email, password: PASSWORD })), "InvalidCredentials")
    const { accounts, emailChanges, emailTokens, sessions } = yield* stored
    assert.deepStrictEqual(
      [accounts, emailChanges, emailTokens, sessions].map(({ size }) => size),
      [0, 0, 0, 0]
    )
    yield* Account.signUp({ name: "Ada", email, password: PASSWORD })
    assert.strictEqual(yield* refused(as(id)(leave())), "Unauthenticated")
  })

  story(
    "is refused while a workspace of the account has other members, and takes those with it that have none",
    function* () {
      const [{ id }, bob] = [yield* givenUser(), yield* givenUser("bob@example.com")]
      const [own, shared] = [
        yield* as(id)(Workspace.createWorkspace({ name: "Own" })),
        yield* as(id)(Workspace.createWorkspace({ name: "Shared" }))
      ]
      const board = yield* as(id)(Board.createBoard({ name: "Spring", workspaceId: shared.id }))
      const { invitation } = yield* as(id)(Board.inviteMember(board.id, { userId: bob.id, role: "viewer" }))
      yield* as(bob.id)(Board.acceptInvitation(invitation.id))
      const failure = yield* Effect.flip(as(id)(leave()))
      assert.deepInclude(failure, {
        _tag: "WorkspacesShared",
        issues: [{ path: ["workspaces", shared.id], message: "Shared has other members" }]
      })
      assert.isTrue((yield* stored).workspaces.has(own.id))
      yield* as(bob.id)(Board.removeMember(board.id, bob.id))
      yield* as(id)(leave())
      const { accounts, workspaces } = yield* stored
      assert.deepStrictEqual([[...accounts.keys()], workspaces.size], [[bob.id], 0])
    }
  )

  story("ends memberships, invitations and webhooks on the boards of others, where its comments stay", function* () {
    const team = yield* givenTeam
    const { id } = yield* givenUser()
    const other = yield* givenBoard()
    yield* (yield* Board.BoardRepository).putMember(other.board.id, { userId: team.admin, role: "admin" }, instant())
    const invite = as(team.admin)(Board.inviteMember(team.boardId, { userId: id, role: "admin" }))
    const { invitation } = yield* invite
    yield* as(id)(Board.acceptInvitation(invitation.id))
    const { id: taskId } = yield* givenTask(team)
    const comment = yield* as(id)(Task.addComment(taskId, { content: "Deep" }))
    yield* as(id)(
      Webhook.createWebhook({ boardId: team.boardId, url: "https://receiver.invalid/hook", types: ["task.created"] })
    )
    yield* as(team.admin)(Board.inviteMember(other.board.id, { userId: id, role: "viewer" }))
    yield* as(id)(leave())
    // Names are remembered for two seconds.
    yield* TestClock.adjust("3 seconds")
    const { items } = yield* as(team.viewer)(Board.listPeople(team.boardId))
    assert.deepInclude(items, { id, name: null, avatar: null, email: null, role: null })
    const comments = yield* as(team.viewer)(Task.listComments(taskId))
    assert.containsSubset(comments.items, [{ id: comment.id, userId: id, name: null }])
    const { feed, invitations, webhooks } = yield* stored
    assert.deepStrictEqual([invitations.size, webhooks.size], [0, 0])
    assert.deepStrictEqual(
      feed.changes.slice(-3).map(({ actorId, type }) => `${type} ${actorId}`),
      ["member.removed", "invitation.withdrawn", "webhook.deleted"].map((type) => `${type} ${id}`)
    )
  })

  story("counts members of a board in the trash, who may restore it", function* () {
    const [{ id }, bob] = [yield* givenUser(), yield* givenUser("bob@example.com")]
    const workspace = yield* as(id)(Workspace.createWorkspace({ name: "Shared" }))
    const board = yield* as(id)(Board.createBoard({ name: "Shared", workspaceId: workspace.id }))
    const { invitation } = yield* as(id)(Board.inviteMember(board.id, { userId: bob.id, role: "admin" }))
    yield* as(bob.id)(Board.acceptInvitation(invitation.id))
    yield* as(bob.id)(Board.deleteBoard(board.id))
    assert.strictEqual((yield* Effect.flip(as(id)(leave())))._tag, "WorkspacesShared")
  })

  story("counts members of the workspace itself, and ends roles in the workspaces of others", function* () {
    const [{ id }, bob] = [yield* givenUser(), yield* givenUser("bob@example.com")]
    const workspace = yield* as(bob.id)(Workspace.createWorkspace({ name: "Shared" }))
    const another = yield* as(bob.id)(Workspace.createWorkspace({ name: "Other" }))
    const offer = { userId: id, role: "admin" } as const
    const { invitation } = yield* as(bob.id)(Board.inviteToWorkspace(workspace.id, offer))
    yield* as(id)(Board.acceptInvitation(invitation.id))
    yield* as(bob.id)(Board.inviteToWorkspace(another.id, offer))
    assert.strictEqual((yield* Effect.flip(as(bob.id)(leave())))._tag, "WorkspacesShared")
    yield* as(id)(leave())
    const { feed, invitations, securityEvents, workspaceMembers } = yield* stored
    assert.deepStrictEqual([invitations.size, workspaceMembers.size], [0, 0])
    assert.deepStrictEqual(
      feed.changes.slice(-2).map(({ type, workspaceId }) => `${type} ${workspaceId}`),
      [`workspaceMember.removed ${workspace.id}`, `workspaceInvitation.withdrawn ${another.id}`]
    )
    const last = [...securityEvents.values()].at(-1)
    assert.deepInclude(last, { type: "account.deleted", userId: id, actorId: id })
    yield* as(bob.id)(leave())
    assert.strictEqual((yield* stored).workspaces.size, 0)
  })

  story("ends queued mails, tokens and the part in boards in the trash", function* () {
    const team = yield* givenTeam
    const { email, id } = yield* givenUser()
    const { invitation } = yield* as(team.admin)(Board.inviteMember(team.boardId, { userId: id, role: "editor" }))
    yield* as(id)(Board.acceptInvitation(invitation.id))
    const { token } = yield* as(id)(Account.createApiToken({ name: "Script", scopes: ["read"] }))
    yield* Account.authenticate(token)
    yield* Account.requestPasswordReset({ email })
    yield* as(id)(Account.changeEmail({ email: "ada@example.org", password: PASSWORD }))
    const { board, workspace } = yield* givenBoard()
    yield* as(workspace.ownerId)(Board.inviteMember(board.id, { email, role: "viewer" }))
    const assign = Task.createTask({ boardId: team.boardId, name: "Paint", assignees: [id] })
    const { id: taskId } = yield* Effect.provide(as(team.admin)(assign), Notification.notifying)
    assert.strictEqual((yield* stored).notifications.size, 1)
    yield* as(team.owner)(Board.deleteBoard(team.boardId))
    yield* as(id)(leave())
    const { apiTokens, mailJobs, notifications } = yield* stored
    assert.deepStrictEqual([apiTokens.size, notifications.size], [0, 0])
    assert.isAtLeast(mailJobs.size, 4)
    assert.strictEqual(yield* refused(Account.authenticate(token)), "Unauthenticated")
    yield* TestClock.adjust("3 minutes")
    while ((yield* Mail.deliverMail()) > 0);
    assert.isEmpty(yield* (yield* RecordingMailer).sent)
    assert.strictEqual((yield* stored).mailJobs.size, 0)
    const { items } = yield* as(team.owner)(Trash.listTrash({ workspaceId: team.workspace.id }))
    yield* as(team.owner)(Trash.restoreDeletion(items[0]?.id ?? ""))
    const { members } = yield* as(team.owner)(Board.getBoard(team.boardId))
    assert.notInclude(
      members.map(({ userId }) => userId),
      id
    )
    assert.deepStrictEqual((yield* as(team.admin)(Task.getTask(taskId))).assignees, [id])
  })

  story("leaves a board that the account was the last admin of to the workspace's owner", function* () {
    const { board, workspace } = yield* givenBoard()
    const { id } = yield* givenUser()
    yield* (yield* Board.BoardRepository).putMember(board.id, { userId: id, role: "admin" }, instant())
    yield* as(id)(leave())
    const bob = yield* givenAccount()
    yield* as(workspace.ownerId)(Board.inviteMember(board.id, { userId: bob.id, role: "admin" }))
  })

  story("what it did can be undone, unless that would assign it again", function* () {
    const team = yield* givenTeam
    const { id } = yield* givenUser()
    yield* (yield* Board.BoardRepository).putMember(team.boardId, { userId: id, role: "editor" }, instant())
    const given = yield* givenTask(team, { name: "Paint", assignees: [id] })
    yield* as(id)(Task.updateTask(given.id, { name: "Dig" }))
    yield* as(team.admin)(Task.updateTask(given.id, { assignees: [] }))
    const [renamed, unassigned] = (yield* stored).feed.changes.slice(-2).map((change) => String(change.id))
    yield* as(id)(leave())
    yield* as(team.admin)(Undo.undoChange(renamed ?? ""))
    assert.strictEqual((yield* as(team.admin)(Task.getTask(given.id))).name, "Paint")
    assert.strictEqual(yield* refused(as(team.admin)(Undo.undoChange(unassigned ?? ""))), "UndoConflict")
  })

  story("an account of a single sign-on has no password to delete it with", function* () {
    const { id } = yield* givenAccount({ passwordHash: "" })
    const failure = yield* Effect.flip(as(id)(leave()))
    assert.deepInclude(failure, {
      _tag: "InvalidInput",
      issues: [{ path: ["password"], message: "cannot be right: the account has no password yet" }]
    })
  })

  story("is done for others by the operator only", function* () {
    const [ada, bob] = [yield* givenUser(), yield* givenUser("bob@example.com")]
    assert.strictEqual(yield* refused(as(bob.id)(AccountDeletion.deleteAccount(ada.id))), "Forbidden")
    const deleted = yield* asOperator(AccountDeletion.deleteAccount("ADA@example.com"))
    assert.strictEqual(deleted.id, ada.id)
    assert.strictEqual(yield* refused(asOperator(AccountDeletion.deleteAccount(ada.id))), "NotFound User")
    assert.strictEqual(yield* refused(asOperator(leave())), "Forbidden")
  })
})
