import type { Task } from "@boardwright/core"
import { Access, type Account, Board, type Workspace } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { anInvitation, fresh, givenBoard, instant } from "../fixtures.js"
import type { AccessNeeds } from "./Needs.js"
import { contract, type Suite } from "./Suite.js"
import { isNone, someone, join } from "./support.js"
import { givenPlace } from "./givenPlace.js"
import { workspaceMembers } from "./workspaceMembers.js"

const access = Effect.serviceFunctions(Access.AccessRepository)
const boards = Effect.serviceFunctions(Board.BoardRepository)
const invitations = Effect.serviceFunctions(Board.InvitationRepository)

const ROLES: ReadonlyArray<Access.Role> = ["admin", "editor", "viewer"]

const invite = Effect.fnUntraced(function* (boardId: Board.BoardId, userId: Account.UserId, role: Access.Role) {
  return (yield* invitations.invite(anInvitation({ boardId, userId, role }))).id
})

/** The contract of `AccessRepository`. */
export const accessRepositorySuite: Suite<AccessNeeds> = (it) => {
  workspaceMembers(it)

  it("lists every reader of a board and of a workspace once", function* () {
    const { board, workspace } = yield* givenBoard()
    const other = yield* givenBoard({ workspace })
    const [member, invited, elsewhere, former] = yield* Effect.all([someone, someone, someone, someone])
    yield* join(board.id, member, "viewer")
    yield* join(other.board.id, member, "admin")
    yield* join(other.board.id, elsewhere, "editor")
    yield* invite(board.id, invited, "viewer")
    yield* invitations.close(yield* invite(board.id, former, "viewer"), "declined")
    const nobody = { ...anInvitation({ boardId: board.id, userId: member }), userId: null }
    yield* invitations.offer({ ...nobody, email: `${nobody.id}@example.test`, expiresAt: instant(60) })
    const readers = yield* access.readersOfBoard(board.id)
    assert.sameMembers([...readers], [workspace.ownerId, member, invited])
    const ofAll = yield* access.readersOfWorkspace(workspace.id)
    assert.sameMembers([...ofAll], [workspace.ownerId, member, invited, elsewhere])
    assert.deepStrictEqual(yield* access.readersOfBoard(fresh("nothing") as Board.BoardId), [])
    assert.deepStrictEqual(yield* access.readersOfWorkspace(fresh("nothing") as Workspace.WorkspaceId), [])
  })

  it("returns none for what does not exist", function* () {
    for (const userId of [null, yield* someone]) {
      isNone(yield* access.workspace(fresh("nothing") as Workspace.WorkspaceId, userId))
      isNone(yield* access.board(fresh("nothing") as Board.BoardId, userId))
      isNone(yield* access.task(fresh("nothing") as Task.TaskId, userId))
    }
  })

  it("the workspace owner is owner of everything in it", function* () {
    const { stands, workspace } = yield* givenPlace()
    yield* stands(workspace.ownerId, "owner", "owner")
  })

  it("owning outranks a membership and an invitation", function* () {
    const { board, stands, workspace } = yield* givenPlace()
    yield* invite(board.id, workspace.ownerId, "editor")
    yield* stands(workspace.ownerId, "owner", "owner")
    yield* join(board.id, workspace.ownerId, "viewer")
    yield* stands(workspace.ownerId, "owner", "owner")
  })

  it("a member has the standing of the role, and sees the workspace", function* () {
    const { board, stands } = yield* givenPlace()
    for (const role of ROLES) {
      const id = yield* someone
      yield* join(board.id, id, role)
      yield* stands(id, role, "shared")
    }
  })

  it("a pending invitation counts as its role until it is answered or withdrawn", function* () {
    const { board, stands } = yield* givenPlace()
    const ends = [
      (id: Board.InvitationId) => invitations.close(id, "accepted"),
      (id: Board.InvitationId) => invitations.close(id, "declined"),
      invitations.remove
    ]
    for (const role of ROLES) {
      for (const end of ends) {
        const id = yield* someone
        const invitation = yield* invite(board.id, id, role)
        yield* stands(id, role, "shared")
        yield* end(invitation)
        yield* stands(id, "none", "none")
      }
    }
  })

  it("the role of a member outranks that of a pending invitation", function* () {
    const { board, stands } = yield* givenPlace()
    for (const [member, invited] of [
      ["viewer", "admin"],
      ["admin", "viewer"],
      ["editor", "admin"]
    ] as const) {
      const id = yield* someone
      yield* invite(board.id, id, invited)
      yield* join(board.id, id, member)
      yield* stands(id, member, "shared")
    }
  })

  it("a new role counts at once, and a removed member has no standing", function* () {
    const { board, stands } = yield* givenPlace()
    const id = yield* someone
    yield* join(board.id, id, "viewer")
    yield* join(board.id, id, "admin")
    yield* stands(id, "admin", "shared")
    yield* boards.removeMember(board.id, id)
    yield* stands(id, "none", "none")
  })

  it("strangers, unknown users and the operator have no standing", function* () {
    const { board, stands } = yield* givenPlace()
    yield* join(board.id, yield* someone, "admin")
    yield* invite(board.id, yield* someone, "admin")
    yield* stands(yield* someone, "none", "none")
    yield* stands(fresh("nobody") as Account.UserId, "none", "none")
    yield* stands(null, "none", "none")
  })

  it("a role on one board gives none on another, but access to the workspace", function* () {
    const { stands, workspace } = yield* givenPlace()
    const next = yield* givenBoard({ workspace })
    const elsewhere = yield* givenBoard()
    const [member, guest, stranger] = [yield* someone, yield* someone, yield* someone]
    yield* join(next.board.id, member, "admin")
    yield* invite(next.board.id, guest, "admin")
    yield* join(elsewhere.board.id, stranger, "admin")
    yield* stands(member, "none", "shared")
    yield* stands(guest, "none", "shared")
    yield* stands(stranger, "none", "none")
    yield* stands(elsewhere.workspace.ownerId, "none", "none")
  })
}

/** Runs the suite on an adapter. */
export const accessRepositoryContract = contract("AccessRepository", accessRepositorySuite)
