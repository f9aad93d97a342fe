import { Access, type Account, Board, Workspace } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { aMember, anInvitation, givenBoard, givenWorkspace, instant, wholeList } from "../fixtures.js"
import { givenPlace } from "./givenPlace.js"
import type { AccessNeeds } from "./Needs.js"
import type { Suite } from "./Suite.js"
import { isNone, valueOf, someone, join } from "./support.js"

const workspaces = Effect.serviceFunctions(Workspace.WorkspaceRepository)
const boards = Effect.serviceFunctions(Board.BoardRepository)
const invitations = Effect.serviceFunctions(Board.InvitationRepository)
const access = Effect.serviceFunctions(Access.AccessRepository)

const invite = (workspaceId: Workspace.WorkspaceId, userId: Account.UserId, role: Access.Role) =>
  invitations.invite(anInvitation({ boardId: null, workspaceId, userId, role }))

/** The part of the contracts that is about members of workspaces and invitations to them. */
export const workspaceMembers: Suite<AccessNeeds> = (it) => {
  it("stores the members of a workspace in order of joining, and the new role of one who is there", function* () {
    const { workspace } = yield* givenBoard()
    const [late, early] = [yield* someone, yield* someone]
    yield* workspaces.putMember(workspace.id, aMember(late, "viewer"), instant(9))
    yield* workspaces.putMember(workspace.id, aMember(early, "admin"), instant(1))
    yield* workspaces.putMember(workspace.id, aMember(late, "editor"), instant(0))
    assert.deepStrictEqual(yield* workspaces.members(workspace.id), [aMember(early, "admin"), aMember(late, "editor")])
    yield* workspaces.removeMember(workspace.id, early)
    assert.deepStrictEqual(yield* workspaces.members(workspace.id), [aMember(late, "editor")])
    yield* workspaces.remove(workspace.id)
    assert.isEmpty(yield* workspaces.members(workspace.id))
  })

  it("locks the workspaces that a user owns, is a member of or invited to, in order of id", function* () {
    const userId = yield* someone
    const [joined, invited, other] = [yield* givenWorkspace(), yield* givenWorkspace(), yield* givenBoard()]
    const own = [yield* givenWorkspace({ ownerId: userId }), yield* givenWorkspace({ ownerId: userId })]
    yield* workspaces.putMember(joined.id, aMember(userId, "viewer"), instant())
    yield* invite(invited.id, userId, "editor")
    yield* join(other.board.id, userId, "viewer")
    const expected = [joined, invited, ...own].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    assert.deepStrictEqual(yield* workspaces.lockOf(userId), expected)
  })

  it("gives a workspace another owner", function* () {
    const { workspace } = yield* givenBoard()
    const next = yield* someone
    yield* workspaces.setOwner(workspace.id, next)
    const after = { ...workspace, ownerId: next }
    assert.deepStrictEqual(valueOf(yield* workspaces.find(workspace.id)), after)
    const found = valueOf(yield* access.workspace(workspace.id, next))
    assert.deepStrictEqual(found, { workspaceId: workspace.id, ownerId: next, standing: "owner" })
    assert.strictEqual(valueOf(yield* access.workspace(workspace.id, workspace.ownerId)).standing, "none")
  })

  it("a role in a workspace reaches its boards, and the stronger of two roles counts", function* () {
    const { board, stands, workspace } = yield* givenPlace()
    const roles = ["viewer", "editor", "admin"] as const
    for (const [within, role] of roles.entries()) {
      for (const by of ["membership", "invitation"] as const) {
        const id = yield* someone
        if (by === "membership") yield* workspaces.putMember(workspace.id, aMember(id, role), instant())
        else yield* invite(workspace.id, id, role)
        yield* stands(id, role, role)
        for (const [on, own] of roles.entries()) {
          yield* join(board.id, id, own)
          yield* stands(id, on > within ? own : role, role)
        }
      }
    }
  })

  it("a membership of a workspace outranks an invitation to it, and what ended gives nothing", function* () {
    const { stands, workspace } = yield* givenPlace()
    const id = yield* someone
    const invitation = yield* invite(workspace.id, id, "admin")
    yield* workspaces.putMember(workspace.id, aMember(id, "viewer"), instant())
    yield* stands(id, "viewer", "viewer")
    yield* workspaces.removeMember(workspace.id, id)
    yield* stands(id, "admin", "admin")
    yield* invitations.close(invitation.id, "declined")
    yield* stands(id, "none", "none")
    yield* workspaces.putMember((yield* givenBoard()).workspace.id, aMember(id, "admin"), instant())
    yield* stands(id, "none", "none")
  })

  it("members of a workspace read all its boards and are listed with its people", function* () {
    const { board, workspace } = yield* givenBoard()
    const beside = yield* givenBoard({ workspace })
    const [member, guest] = [yield* someone, yield* someone]
    yield* workspaces.putMember(workspace.id, aMember(member, "viewer"), instant())
    yield* join(board.id, member, "admin")
    yield* invite(workspace.id, guest, "editor")
    const everyone = [workspace.ownerId, member, guest]
    assert.sameMembers([...(yield* access.readersOfBoard(beside.board.id))], everyone)
    assert.sameMembers([...(yield* access.readersOfWorkspace(workspace.id))], everyone)
    assert.deepStrictEqual(yield* boards.membersIn(workspace.id), [member])
    const people = (yield* boards.people(board.id, wholeList)).items
    assert.deepStrictEqual(people, [
      { userId: member, as: "admin" },
      { userId: workspace.ownerId, as: "owner" },
      { userId: guest, as: "invited" }
    ])
    for (const [id, role] of [
      [member, "viewer"],
      [guest, "editor"]
    ] as const) {
      assert.deepStrictEqual(yield* workspaces.list(id, wholeList), { items: [{ ...workspace, role }], total: 1 })
      assert.strictEqual((yield* boards.listNamed(beside.board.name, id, wholeList)).total, 2)
    }
  })

  it("stores invitations to a workspace, once for a user, and lists and removes them with it", function* () {
    const { board, workspace } = yield* givenBoard()
    const place = { kind: "workspace", id: workspace.id } as const
    const userId = yield* someone
    const first = yield* invite(workspace.id, userId, "viewer")
    const renewed = { ...first, role: "admin" as const }
    assert.deepStrictEqual(yield* invite(workspace.id, userId, "admin"), renewed)
    yield* invitations.invite(anInvitation({ boardId: board.id, userId }))
    assert.deepStrictEqual(yield* invitations.listForPlace(place, wholeList), { items: [renewed], total: 1 })
    assert.deepStrictEqual(yield* invitations.pending(place, userId, null), [renewed])
    const named = { ...renewed, userId, boardName: null, workspaceName: workspace.name }
    const { items } = yield* invitations.listForUser(userId, wholeList)
    assert.deepInclude([...items], named)
    const address = "grace@example.test"
    const offer = {
      ...anInvitation({ boardId: null, workspaceId: workspace.id, userId }),
      userId: null,
      email: address
    }
    yield* invitations.offer({ ...offer, expiresAt: instant(60) })
    yield* invitations.setToken(offer.id, offer.id)
    assert.strictEqual(valueOf(yield* invitations.findByToken(offer.id)).workspaceId, workspace.id)
    yield* invitations.bind(address, userId, instant(1))
    assert.isNull(valueOf(yield* invitations.find(offer.id)).userId)
    const member = yield* someone
    yield* workspaces.putMember(workspace.id, { userId: member, role: "admin" }, instant(0))
    for (const each of [member, workspace.ownerId]) yield* invitations.bind(address, each, instant(1))
    assert.isNull(valueOf(yield* invitations.find(offer.id)).userId)
    const other = yield* someone
    yield* invitations.bind(address, other, instant(1))
    assert.strictEqual(valueOf(yield* invitations.find(offer.id)).userId, other)
    yield* workspaces.remove(workspace.id)
    for (const { id } of [first, offer]) isNone(yield* invitations.find(id))
  })
}
