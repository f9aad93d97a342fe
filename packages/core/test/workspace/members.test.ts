import { Account, Board, Change, Mail, Task, Undo, Workspace } from "@boardwright/core"
import { givenAccount, RecordingMailer } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { FACE, as, asOperator, givenTeam, refused, story } from "../support.js"

/** A team, and a member of its workspace in each role; none of them is on the board. */
const givenMembers = Effect.gen(function* () {
  const team = yield* givenTeam
  const invite = (userId: Account.UserId, role: "admin" | "editor" | "viewer") =>
    Effect.gen(function* () {
      const offer = Board.inviteToWorkspace(team.workspace.id, { userId, role })
      const { invitation } = yield* as(team.owner)(offer)
      yield* as(userId)(Board.acceptInvitation(invitation.id))
      return userId
    })
  return {
    ...team,
    workspaceId: team.workspace.id,
    wide: {
      admin: yield* invite((yield* givenAccount()).id, "admin"),
      editor: yield* invite((yield* givenAccount()).id, "editor"),
      viewer: yield* invite((yield* givenAccount()).id, "viewer")
    }
  }
})
type Members = Effect.Effect.Success<typeof givenMembers>

/** Who of those with a role in the workspace, and of a board's admin and a stranger, may do it. */
const mayDo = Effect.fnUntraced(function* <A, E extends { readonly _tag: string }, R>(
  act: (on: Members) => Effect.Effect<A, E, R>
) {
  const allowed: Array<string> = []
  for (const name of ["viewer", "editor", "admin", "owner", "boardAdmin", "stranger"] as const) {
    const on = yield* givenMembers
    const who = { ...on.wide, owner: on.owner, boardAdmin: on.admin, stranger: on.stranger }[name]
    const result = yield* Effect.either(as(who)(act(on)))
    if (result._tag === "Right") allowed.push(name)
    else assert.strictEqual(result.left._tag, "Forbidden", name)
  }
  return allowed.join(" ")
})

describe("a role in a workspace", () => {
  story("allows on its boards and in it what the policy says", function* () {
    const task = { name: "Dig" }
    assert.strictEqual(yield* mayDo(({ boardId }) => Board.getBoard(boardId)), "viewer editor admin owner boardAdmin")
    const create = ({ boardId }: Members) => Task.createTask({ boardId, ...task })
    assert.strictEqual(yield* mayDo(create), "editor admin owner boardAdmin")
    const rename = ({ boardId }: Members) => Board.updateBoard(boardId, { name: "New" })
    assert.strictEqual(yield* mayDo(rename), "admin owner boardAdmin")
    const found = ({ workspaceId }: Members) => Board.createBoard({ name: "New", workspaceId })
    assert.strictEqual(yield* mayDo(found), "editor admin owner")
    const list = ({ workspaceId }: Members) => Board.listWorkspaceMembers(workspaceId)
    assert.strictEqual(yield* mayDo(list), "viewer editor admin owner")
    const invite = ({ stranger, workspaceId }: Members) =>
      Board.inviteToWorkspace(workspaceId, { userId: stranger, role: "viewer" })
    assert.strictEqual(yield* mayDo(invite), "admin owner")
    assert.strictEqual(yield* mayDo(({ workspaceId }) => Board.listWorkspaceInvitations(workspaceId)), "admin owner")
    const update = ({ wide, workspaceId }: Members) =>
      Board.updateWorkspaceMember(workspaceId, wide.viewer, { role: "editor" })
    assert.strictEqual(yield* mayDo(update), "admin owner")
    const remove = ({ wide, workspaceId }: Members) => Board.removeWorkspaceMember(workspaceId, wide.editor)
    assert.strictEqual(yield* mayDo(remove), "editor admin owner")
    const change = ({ workspaceId }: Members) => Workspace.updateWorkspace(workspaceId, { name: "New" })
    assert.strictEqual(yield* mayDo(change), "admin owner")
    const transfer = ({ wide, workspaceId }: Members) =>
      Workspace.transferWorkspace(workspaceId, { userId: wide.admin })
    assert.strictEqual(yield* mayDo(transfer), "owner")
    assert.strictEqual(yield* mayDo(({ workspaceId }) => Workspace.deleteWorkspace(workspaceId)), "owner")
  })

  story("is listed after the owner, with names, and its boards are listed for it", function* () {
    const { owner, wide, workspace, workspaceId } = yield* givenMembers
    const { items, total } = yield* as(wide.viewer)(Board.listWorkspaceMembers(workspaceId, { page: 1, limit: 2 }))
    assert.deepStrictEqual(
      items.map(({ role, userId }) => [userId, role]),
      [
        [owner, "owner"],
        [wide.admin, "admin"]
      ]
    )
    assert.deepInclude(items[1], FACE)
    assert.strictEqual(total, 4)
    assert.deepStrictEqual((yield* as(wide.viewer)(Workspace.listWorkspaces())).items, [
      { ...workspace, role: "viewer" }
    ])
    assert.strictEqual((yield* as(wide.viewer)(Board.listBoards({ workspaceId }))).total, 1)
  })

  story("is shown with the workspace: that of an invitation, and none to those who share a board", function* () {
    const { admin, owner, stranger, wide, workspaceId } = yield* givenMembers
    const role = (userId: Account.UserId) =>
      Effect.map(as(userId)(Workspace.getWorkspace(workspaceId)), (workspace) => workspace.role)
    assert.deepStrictEqual(
      [yield* role(owner), yield* role(wide.editor), yield* role(admin)],
      ["owner", "editor", null]
    )
    yield* as(owner)(Board.inviteToWorkspace(workspaceId, { userId: stranger, role: "admin" }))
    assert.strictEqual(yield* role(stranger), "admin")
    const { items } = yield* as(stranger)(Workspace.listWorkspaces())
    assert.deepStrictEqual(
      items.map((workspace) => workspace.role),
      ["admin"]
    )
    const given = yield* as(owner)(Workspace.transferWorkspace(workspaceId, { userId: wide.admin }))
    assert.deepStrictEqual([given.role, yield* role(owner), yield* role(wide.admin)], ["admin", "admin", "owner"])
  })

  story("can only be added to by a role on a board", function* () {
    const { admin, boardId, wide } = yield* givenMembers
    for (const userId of [wide.viewer, wide.admin]) {
      const { invitation } = yield* as(admin)(Board.inviteMember(boardId, { userId, role: "editor" }))
      yield* as(userId)(Board.acceptInvitation(invitation.id))
      yield* as(userId)(Task.createTask({ boardId, name: "Dig" }))
    }
    yield* as(wide.admin)(Board.updateBoard(boardId, { name: "New" }))
    assert.strictEqual(yield* refused(as(wide.viewer)(Board.updateBoard(boardId, { name: "New" }))), "Forbidden")
  })

  story("ends when the member leaves, who reads that and nothing more", function* () {
    const { boardId, owner, wide, workspaceId } = yield* givenMembers
    const { cursor } = yield* as(wide.viewer)(Change.listChanges({ since: "now" }))
    yield* as(wide.viewer)(Board.removeWorkspaceMember(workspaceId, wide.viewer))
    yield* as(owner)(Board.updateBoard(boardId, { name: "New" }))
    const { changes } = yield* as(wide.viewer)(Change.listChanges({ since: cursor }))
    assert.deepStrictEqual(
      changes.map(({ subjectId, type }) => [type, subjectId]),
      [["workspaceMember.removed", wide.viewer]]
    )
    assert.strictEqual(yield* refused(as(wide.viewer)(Board.getBoard(boardId))), "Forbidden")
    assert.strictEqual(yield* refused(as(wide.viewer)(Workspace.getWorkspace(workspaceId))), "Forbidden")
    const again = as(owner)(Board.removeWorkspaceMember(workspaceId, wide.viewer))
    assert.strictEqual(yield* refused(again), "NotFound Member")
  })
})

describe("an invitation to a workspace", () => {
  story("is refused for the owner and for members, and by those who may not see them alike", function* () {
    const { admin, owner, wide, workspaceId } = yield* givenMembers
    for (const userId of [owner, wide.viewer]) {
      const invite = as(wide.admin)(Board.inviteToWorkspace(workspaceId, { userId, role: "admin" }))
      assert.strictEqual(yield* refused(invite), "InvalidInput userId")
    }
    for (const id of [wide.viewer, "nothing"]) {
      assert.strictEqual(yield* refused(as(admin)(Board.removeWorkspaceMember(workspaceId, id))), "Forbidden")
      assert.strictEqual(yield* refused(as(admin)(Board.withdrawWorkspaceInvitation(workspaceId, id))), "Forbidden")
    }
    assert.strictEqual(yield* refused(asOperator(Board.listWorkspaceMembers("nothing"))), "NotFound Workspace")
  })

  story("gives access until it is withdrawn, and is not one to a board", function* () {
    const { boardId, owner, stranger, workspaceId } = yield* givenMembers
    const offer = Board.inviteToWorkspace(workspaceId, { userId: stranger, role: "viewer" })
    const { created, invitation } = yield* as(owner)(offer)
    assert.isTrue(created)
    assert.isFalse((yield* as(owner)(offer)).created)
    yield* as(stranger)(Board.getBoard(boardId))
    const ofBoard = as(owner)(Board.withdrawInvitation(boardId, invitation.id))
    assert.strictEqual(yield* refused(ofBoard), "NotFound Invitation")
    yield* as(owner)(Board.withdrawWorkspaceInvitation(workspaceId, invitation.id))
    assert.strictEqual(yield* refused(as(stranger)(Board.getBoard(boardId))), "Forbidden")
  })

  story("by address is mailed, and signing up by its link leads into the workspace", function* () {
    const { boardId, owner, workspace, workspaceId } = yield* givenMembers
    const email = "grace@example.test"
    const { invitation } = yield* as(owner)(Board.inviteToWorkspace(workspaceId, { email, role: "editor" }))
    yield* Mail.deliverMail()
    yield* as(owner)(Board.resendWorkspaceInvitation(workspaceId, invitation.id))
    yield* Mail.deliverMail()
    const mail = (yield* (yield* RecordingMailer).sentTo(email)).at(-1)
    assert.strictEqual(mail?.subject, `${FACE.name} invites you to the workspace ${workspace.name}`)
    const token = /signup\?invitation=([0-9a-f]{64})&email=/.exec(mail?.text ?? "")?.[1]
    const signUp = Account.signUp({ name: "Grace", email, password: "correct horse", invitation: token })
    assert.deepStrictEqual(yield* signUp, { invitation: { id: invitation.id, boardId: null, workspaceId } })
    const found = yield* (yield* Account.AccountRepository).findByEmail(email)
    const grace = found._tag === "Some" ? found.value.id : assert.fail("no account")
    const { items } = yield* as(grace)(Board.listMyInvitations())
    assert.deepInclude(items[0], { boardName: null, workspaceName: workspace.name })
    const accepted = yield* as(grace)(Board.acceptInvitation(invitation.id))
    assert.strictEqual(accepted.status, "accepted")
    yield* as(grace)(Task.createTask({ boardId, name: "Dig" }))
  })
})

describe("transferWorkspace", () => {
  story("makes an admin the owner and the owner an admin, and can be undone by the new owner", function* () {
    const { owner, wide, workspaceId } = yield* givenMembers
    const transfer = (userId: string) => as(owner)(Workspace.transferWorkspace(workspaceId, { userId }))
    assert.strictEqual(yield* refused(transfer(wide.editor)), "InvalidInput userId")
    assert.strictEqual(yield* refused(transfer(owner)), "InvalidInput userId")
    assert.strictEqual(yield* refused(transfer("nobody")), "NotFound Member")
    assert.strictEqual((yield* transfer(wide.admin)).ownerId, wide.admin)
    const members = Effect.map(as(owner)(Board.listWorkspaceMembers(workspaceId)), ({ items }) =>
      items.flatMap(({ role, userId }) => (userId === owner || userId === wide.admin ? [`${userId} ${role}`] : []))
    )
    assert.deepStrictEqual(yield* members, [`${wide.admin} owner`, `${owner} admin`])
    const { changes } = yield* as(owner)(Change.listChanges({ workspaceId, types: ["workspace.transferred"] }))
    const id = changes[0]?.id ?? assert.fail("not recorded")
    assert.deepStrictEqual(changes[0]?.fields, { ownerId: { from: owner, to: wide.admin } })
    assert.strictEqual(yield* refused(as(owner)(Undo.undoChange(id))), "Forbidden")
    yield* as(wide.admin)(Undo.undoChange(id))
    assert.deepStrictEqual(yield* members, [`${owner} owner`, `${wide.admin} admin`])
  })
})
