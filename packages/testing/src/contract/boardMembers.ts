import { type Account, Board, Trash } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import {
  aBoard,
  aDeletion,
  aMember,
  anInvitation,
  fresh,
  givenAccount,
  givenBoard,
  givenWorkspace,
  instant
} from "../fixtures.js"
import type { BoardNeeds } from "./Needs.js"
import type { Suite } from "./Suite.js"
import { atOnce, someone } from "./support.js"

const boards = Effect.serviceFunctions(Board.BoardRepository)

/** The contract of members in `BoardRepository`. */
export const memberTests: Suite<BoardNeeds> = (it) => {
  it("lists members in order of joining, ties by user id", function* () {
    const { board } = yield* givenBoard()
    const id = fresh("user")
    const join = Effect.fnUntraced(function* (suffix: string, minute: number) {
      const { id: userId } = yield* givenAccount({ id: `${id}${suffix}` as Account.UserId })
      yield* boards.putMember(board.id, aMember(userId), instant(minute))
    })
    for (const [suffix, minute] of [
      ["0 late", 9],
      ["b", 2],
      ["a", 2],
      ["B", 2]
    ] as const)
      yield* join(suffix, minute)
    const suffixes = (yield* boards.members(board.id)).map(({ userId }) => userId.slice(id.length))
    assert.deepStrictEqual(suffixes, ["B", "a", "b", "0 late"])
  })

  it("putting a member again changes the role and keeps the order", function* () {
    const { board } = yield* givenBoard()
    const other = yield* givenBoard()
    const first = yield* someone
    const second = yield* someone
    yield* boards.putMember(board.id, aMember(first, "viewer"), instant(1))
    yield* boards.putMember(board.id, aMember(second, "editor"), instant(2))
    yield* boards.putMember(other.board.id, aMember(first, "viewer"), instant(1))
    yield* boards.putMember(board.id, aMember(first, "admin"), instant(3))
    assert.deepStrictEqual(yield* boards.members(board.id), [aMember(first, "admin"), aMember(second, "editor")])
    assert.deepStrictEqual(yield* boards.members(other.board.id), [aMember(first, "viewer")])
  })

  it("putting a user many times concurrently adds one member", function* () {
    const { board } = yield* givenBoard()
    const userId = yield* someone
    yield* atOnce(20, () => boards.putMember(board.id, aMember(userId, "editor"), instant()))
    assert.deepStrictEqual(yield* boards.members(board.id), [aMember(userId, "editor")])
  })

  it("lists the members of all boards of a workspace, each once", function* () {
    const { board } = yield* givenBoard()
    const sibling = aBoard({ workspaceId: board.workspaceId })
    yield* boards.insert(sibling)
    const elsewhere = yield* givenBoard()
    const [both, one, stranger] = [yield* someone, yield* someone, yield* someone]
    for (const { id } of [board, sibling]) yield* boards.putMember(id, aMember(both), instant())
    yield* boards.putMember(sibling.id, aMember(one, "viewer"), instant())
    yield* boards.putMember(elsewhere.board.id, aMember(stranger), instant())
    assert.sameMembers([...(yield* boards.membersIn(board.workspaceId))], [both, one])
    yield* (yield* Trash.TrashRepository).put(aDeletion(sibling), false)
    assert.deepStrictEqual(yield* boards.membersIn(board.workspaceId), [both])
    const withTrash = yield* boards.membersIn(board.workspaceId, { trash: true })
    assert.sameMembers([...withTrash], [both, one])
  })

  it("locks the boards that a user is a member of, invited to or owns the workspace of, in order of id", function* () {
    const userId = yield* someone
    const [joined, invited] = [yield* givenBoard(), yield* givenBoard()]
    const owned = yield* givenBoard({ workspace: yield* givenWorkspace({ ownerId: userId }) })
    yield* givenBoard()
    yield* boards.putMember(joined.board.id, aMember(userId, "editor"), instant())
    const invitations = yield* Board.InvitationRepository
    yield* invitations.invite(anInvitation({ boardId: invited.board.id, userId }))
    const expected = [
      { boardId: joined.board.id, workspaceId: joined.workspace.id, role: "editor" as const },
      { boardId: invited.board.id, workspaceId: invited.workspace.id, role: null },
      { boardId: owned.board.id, workspaceId: owned.workspace.id, role: null }
    ]
    assert.deepStrictEqual(
      yield* boards.lockOf(userId),
      expected.toSorted((a, b) => (a.boardId < b.boardId ? -1 : 1))
    )
  })

  it("removes one member from one board", function* () {
    const { board } = yield* givenBoard()
    const other = yield* givenBoard()
    const gone = aMember(yield* someone)
    const kept = aMember(yield* someone)
    for (const member of [gone, kept]) yield* boards.putMember(board.id, member, instant())
    yield* boards.putMember(other.board.id, gone, instant())
    yield* boards.removeMember(board.id, gone.userId)
    yield* boards.removeMember(board.id, gone.userId)
    assert.deepStrictEqual(yield* boards.members(board.id), [kept])
    assert.deepStrictEqual(yield* boards.members(other.board.id), [gone])
  })
}
