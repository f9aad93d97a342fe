import { Board } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { anInvitation, fresh, givenAccount, givenBoard, instant, wholeList } from "../fixtures.js"
import { offeredInvitations } from "./offeredInvitations.js"
import type { GivenBoardNeeds } from "./Needs.js"
import { contract, type Suite } from "./Suite.js"
import { atOnce, AWKWARD_NAMES, isNone, lists, pick, valueOf, someone } from "./support.js"

const invitations = Effect.serviceFunctions(Board.InvitationRepository)

const givenInvitation = Effect.fnUntraced(function* (overrides: Partial<Board.Invitation> = {}) {
  const boardId = overrides.boardId ?? (yield* givenBoard()).board.id
  const userId = overrides.userId ?? (yield* someone)
  return { ...(yield* invitations.invite(anInvitation({ ...overrides, boardId, userId }))), boardId, userId }
})

/** The contract of `InvitationRepository`. */
export const invitationRepositorySuite: Suite<GivenBoardNeeds | Board.InvitationRepository> = (it) => {
  offeredInvitations(it)

  it("stores and returns an invitation", function* () {
    const offered = anInvitation({
      boardId: (yield* givenBoard()).board.id,
      userId: yield* someone,
      role: "editor"
    })
    assert.deepStrictEqual(yield* invitations.invite(offered), offered)
    assert.deepStrictEqual(valueOf(yield* invitations.find(offered.id)), offered)
    isNone(yield* invitations.find(fresh("nothing") as Board.InvitationId))
  })

  it("inviting a user again keeps a pending invitation and changes its role", function* () {
    const first = yield* givenInvitation({ role: "viewer", createdAt: instant(1) })
    const { boardId, userId } = first
    const again = anInvitation({ boardId, userId, role: "admin", createdAt: instant(2) })
    const expected = { ...first, role: "admin" } as const
    assert.deepStrictEqual(yield* invitations.invite(again), expected)
    assert.deepStrictEqual(valueOf(yield* invitations.find(first.id)), expected)
    isNone(yield* invitations.find(again.id))
    assert.deepStrictEqual(yield* invitations.listForPlace({ kind: "board", id: boardId }, wholeList), {
      items: [expected],
      total: 1
    })
  })

  it("concurrent invitations of one user to one board are stored once", function* () {
    const boardId = (yield* givenBoard()).board.id
    const userId = yield* someone
    const stored = yield* atOnce(20, () => invitations.invite(anInvitation({ boardId, userId })))
    assert.strictEqual(new Set(stored.map(({ id }) => id)).size, 1)
    assert.strictEqual((yield* invitations.listForPlace({ kind: "board", id: boardId }, wholeList)).total, 1)
  })

  it("inviting a user again after the end of an invitation stores a new one", function* () {
    for (const status of ["accepted", "declined"] as const) {
      const first = yield* givenInvitation()
      yield* invitations.close(first.id, status)
      const again = anInvitation({ boardId: first.boardId, userId: first.userId, createdAt: instant(2) })
      assert.deepStrictEqual(yield* invitations.invite(again), again)
      assert.deepStrictEqual(valueOf(yield* invitations.find(first.id)), { ...first, status })
      yield* invitations.close(again.id, status)
      assert.deepStrictEqual(valueOf(yield* invitations.find(again.id)), { ...again, status })
    }
  })

  it("ends a pending invitation once, and returns it with its latest role", function* () {
    const first = yield* givenInvitation({ role: "editor" })
    const { boardId, userId } = first
    yield* invitations.invite(anInvitation({ boardId, userId, role: "viewer" }))
    const closed: Board.Invitation = { ...first, role: "viewer", status: "accepted" }
    assert.deepStrictEqual(valueOf(yield* invitations.close(first.id, "accepted")), closed)
    isNone(yield* invitations.close(first.id, "declined"))
    isNone(yield* invitations.close(fresh("nothing") as Board.InvitationId, "declined"))
    assert.deepStrictEqual(valueOf(yield* invitations.find(first.id)), closed)
  })

  it("one of 50 concurrent answers succeeds", function* () {
    const { id } = yield* givenInvitation()
    const answers = yield* atOnce(50, (index) => invitations.close(id, index % 2 === 0 ? "accepted" : "declined"))
    const won = answers.flatMap((answer) => Option.toArray(answer))
    assert.deepStrictEqual(won, [valueOf(yield* invitations.find(id))])
    const expected = answers.findIndex(Option.isSome) % 2 === 0 ? "accepted" : "declined"
    assert.strictEqual(won[0]?.status, expected)
  })

  it("removes a pending invitation, once", function* () {
    const gone = yield* givenInvitation()
    const kept = yield* givenInvitation({ boardId: gone.boardId })
    assert.isTrue(yield* invitations.remove(gone.id))
    assert.isFalse(yield* invitations.remove(gone.id))
    isNone(yield* invitations.find(gone.id))
    assert.deepStrictEqual(valueOf(yield* invitations.find(kept.id)), kept)
  })

  it("does not remove an answered invitation", function* () {
    for (const status of ["accepted", "declined"] as const) {
      const answered = yield* givenInvitation()
      yield* invitations.close(answered.id, status)
      assert.isFalse(yield* invitations.remove(answered.id))
      assert.deepStrictEqual(valueOf(yield* invitations.find(answered.id)), { ...answered, status })
    }
  })

  it("one of a concurrent answer and withdrawal succeeds", function* () {
    for (let round = 0; round < 10; round++) {
      const { id } = yield* givenInvitation()
      const close = Effect.map(invitations.close(id, "accepted"), Option.isSome)
      const [closed, removed] = yield* Effect.all([close, invitations.remove(id)], { concurrency: "unbounded" })
      assert.notStrictEqual(closed, removed)
      assert.strictEqual(Option.isSome(yield* invitations.find(id)), closed)
    }
  })

  it("lists a user's pending invitations with the board's name, in order of creation, ties by id", function* () {
    const userId = yield* someone
    const id = fresh("invitation")
    const made = [
      { suffix: "b", minute: 1, name: AWKWARD_NAMES[0] },
      { suffix: "0 late", minute: 5, name: AWKWARD_NAMES[1] },
      { suffix: "a", minute: 1, name: AWKWARD_NAMES[2] }
    ]
    const stored = yield* Effect.forEach(made, ({ minute, name = "", suffix }) =>
      Effect.gen(function* () {
        const { board } = yield* givenBoard({ name })
        const invitationId = `${id}${suffix}` as Board.InvitationId
        const fields = { id: invitationId, boardId: board.id, userId, createdAt: instant(minute) }
        return { ...(yield* givenInvitation(fields)), boardName: name, workspaceName: null }
      })
    )
    yield* invitations.close((yield* givenInvitation({ userId })).id, "declined")
    yield* givenInvitation({ boardId: stored[0]?.boardId ?? assert.fail("no board") })
    const expected = pick(stored, [2, 0, 1])
    yield* lists((slice) => invitations.listForUser(userId, slice), expected)
    const nobody = yield* someone
    yield* lists((slice) => invitations.listForUser(nobody, slice), [])
  })

  it("removes the invitations of a user, answered ones too, and returns them", function* () {
    const [{ id: userId }, other] = [yield* givenAccount(), yield* givenInvitation()]
    const [pending, declined] = [yield* givenInvitation({ userId }), yield* givenInvitation({ userId })]
    yield* invitations.close(declined.id, "declined")
    const removed = yield* invitations.removeOf(userId)
    assert.sameDeepMembers([...removed], [pending, { ...declined, status: "declined" }])
    assert.deepStrictEqual(yield* invitations.removeOf(userId), [])
    isNone(yield* invitations.find(pending.id))
    assert.strictEqual(valueOf(yield* invitations.find(other.id)).id, other.id)
  })

  it("lists a board's pending invitations in order of creation, ties by id", function* () {
    const boardId = (yield* givenBoard()).board.id
    const id = fresh("invitation")
    const made = [
      ["b", 1],
      ["0 late", 5],
      ["a", 1]
    ] as const
    const stored = yield* Effect.forEach(made, ([suffix, minute]) =>
      givenInvitation({ id: `${id}${suffix}` as Board.InvitationId, boardId, createdAt: instant(minute) })
    )
    yield* invitations.close((yield* givenInvitation({ boardId })).id, "accepted")
    yield* givenInvitation({ userId: stored[0]?.userId ?? assert.fail("no user") })
    const expected = pick(stored, [2, 0, 1])
    yield* lists((slice) => invitations.listForPlace({ kind: "board", id: boardId }, slice), expected)
  })
}

/** Runs the suite on an adapter. */
export const invitationRepositoryContract = contract("InvitationRepository", invitationRepositorySuite)
