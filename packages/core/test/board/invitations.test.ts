import { type Account, Board, Workspace } from "@boardwright/core"
import { assert, describe } from "@effect/vitest"
import { Effect, Either, TestClock } from "effect"
import { as, asOperator, FACE, givenTeam, refused, sent, stored, story, type Team } from "../support.js"

/** A board with the stranger invited to it. */
const givenInvitation = Effect.gen(function* () {
  const team = yield* givenTeam
  const input = { userId: team.stranger, role: "editor" } as const
  const { invitation } = yield* as(team.admin)(Board.inviteMember(team.boardId, input))
  return { ...team, invitation, id: invitation.id }
})

const accept = (userId: Account.UserId, id: string) => as(userId)(Board.acceptInvitation(id))
const decline = (userId: Account.UserId, id: string) => as(userId)(Board.declineInvitation(id))
const withdraw = (team: Team, id: string) => as(team.admin)(Board.withdrawInvitation(team.boardId, id))
const canRead = (team: Team) => Effect.isSuccess(as(team.stranger)(Board.getBoard(team.boardId)))
const mine = (userId: Account.UserId) =>
  Effect.map(as(userId)(Board.listMyInvitations({})), ({ items }) => items.map(({ id }) => id))
const pendingOf = (team: Team) =>
  Effect.map(as(team.admin)(Board.listBoardInvitations(team.boardId, {})), ({ items }) => items.map(({ id }) => id))

describe("acceptInvitation", () => {
  story("adds the invited user as the last member, with the offered role", function* () {
    const team = yield* givenInvitation
    yield* TestClock.adjust("1 minutes")
    assert.deepStrictEqual(yield* accept(team.stranger, team.id), { ...team.invitation, status: "accepted" })
    const { members } = yield* as(team.stranger)(Board.getBoard(team.boardId))
    assert.deepStrictEqual(members.at(-1), { userId: team.stranger, role: "editor", ...FACE })
    assert.isEmpty(yield* mine(team.stranger))
    assert.isEmpty(yield* pendingOf(team))
  })

  story("uses the latest role", function* () {
    const team = yield* givenInvitation
    yield* as(team.admin)(Board.inviteMember(team.boardId, { userId: team.stranger, role: "viewer" }))
    assert.strictEqual((yield* accept(team.stranger, team.id)).role, "viewer")
  })

  story("is for the invited user and the operator", function* () {
    const team = yield* givenInvitation
    for (const userId of [team.admin, team.owner, team.viewer]) {
      assert.strictEqual(yield* refused(accept(userId, team.id)), "Forbidden")
      assert.strictEqual(yield* refused(decline(userId, team.id)), "Forbidden")
    }
    assert.strictEqual((yield* asOperator(Board.acceptInvitation(team.id))).status, "accepted")
    assert.isTrue(yield* canRead(team))
  })

  story("succeeds once of any number of concurrent answers", function* () {
    const team = yield* givenInvitation
    const answers = yield* Effect.all(
      [accept, decline, accept, decline].map((answer) => Effect.either(answer(team.stranger, team.id))),
      { concurrency: "unbounded" }
    )
    assert.strictEqual(answers.filter(Either.isRight).length, 1)
  })
})

describe("declineInvitation", () => {
  story("ends the offer and its access", function* () {
    const team = yield* givenInvitation
    assert.isTrue(yield* canRead(team))
    assert.deepStrictEqual(yield* decline(team.stranger, team.id), { ...team.invitation, status: "declined" })
    assert.isFalse(yield* canRead(team))
    assert.strictEqual((yield* as(team.stranger)(Workspace.listWorkspaces({}))).total, 0)
    assert.isEmpty(yield* mine(team.stranger))
  })

  story("allows another invitation with a new id", function* () {
    const team = yield* givenInvitation
    yield* decline(team.stranger, team.id)
    const input = { userId: team.stranger, role: "viewer" } as const
    const { created, invitation } = yield* as(team.admin)(Board.inviteMember(team.boardId, input))
    assert.isTrue(created)
    assert.notStrictEqual(invitation.id, team.id)
    assert.isTrue(yield* canRead(team))
  })
})

describe("withdrawInvitation", () => {
  story("removes the invitation and its access", function* () {
    const team = yield* givenInvitation
    assert.isUndefined(yield* withdraw(team, team.id))
    assert.isFalse(yield* canRead(team))
    assert.strictEqual((yield* stored).invitations.size, 0)
    assert.strictEqual(yield* refused(accept(team.stranger, team.id)), "NotFound Invitation")
  })

  story("checks existence on the board, then rights", function* () {
    const team = yield* givenInvitation
    const other = yield* givenInvitation
    const take = (boardId: string, id: string) => refused(as(team.viewer)(Board.withdrawInvitation(boardId, id)))
    assert.strictEqual(yield* take("nothing", team.id), "NotFound Board")
    assert.strictEqual(yield* take(team.boardId, "nothing"), "NotFound Invitation")
    assert.strictEqual(yield* take(team.boardId, other.id), "NotFound Invitation")
    assert.strictEqual(yield* take(team.boardId, team.id), "Forbidden")
  })
})

describe("an invitation that is not pending", () => {
  story("cannot be accepted, declined or withdrawn", function* () {
    for (const end of [accept, decline]) {
      const team = yield* givenInvitation
      yield* end(team.stranger, team.id)
      assert.strictEqual(yield* refused(accept(team.stranger, team.id)), "InvalidInput status")
      assert.strictEqual(yield* refused(decline(team.stranger, team.id)), "InvalidInput status")
      assert.strictEqual(yield* refused(withdraw(team, team.id)), "InvalidInput status")
    }
  })

  story("fails with NotFound if it does not exist", function* () {
    const { stranger } = yield* givenTeam
    for (const id of ["", "nothing"]) {
      assert.strictEqual(yield* refused(accept(stranger, id)), "NotFound Invitation")
      assert.strictEqual(yield* refused(decline(stranger, id)), "NotFound Invitation")
    }
  })
})

describe("lists of invitations", () => {
  story("return the user's pending invitations in order, with the name of the board", function* () {
    const first = yield* givenInvitation
    yield* TestClock.adjust("1 minutes")
    const other = yield* givenTeam
    const input = { userId: first.stranger, role: "viewer" } as const
    const second = yield* as(other.admin)(Board.inviteMember(other.boardId, input))
    const { items, ...page } = yield* as(first.stranger)(Board.listMyInvitations({ limit: 5 }))
    assert.deepStrictEqual(items, [
      { ...first.invitation, userId: first.stranger, boardName: "Roadmap", workspaceName: null },
      { ...second.invitation, userId: first.stranger, boardName: "Roadmap", workspaceName: null }
    ])
    assert.deepStrictEqual(page, { total: 2, page: 1, limit: 5 })
    assert.isEmpty(yield* mine(other.stranger))
  })

  story("return the pending invitations of a board", function* () {
    const team = yield* givenInvitation
    yield* givenInvitation
    assert.deepStrictEqual(yield* pendingOf(team), [team.id])
  })

  story("reject invalid pages, a missing board, and the operator for the user's list", function* () {
    const { boardId, viewer } = yield* givenTeam
    const ofBoard = (id: string, page: unknown) => refused(as(viewer)(Board.listBoardInvitations(id, sent({ page }))))
    assert.strictEqual(yield* ofBoard("nothing", 0), "InvalidInput page")
    assert.strictEqual(yield* ofBoard("nothing", 1), "NotFound Board")
    assert.strictEqual(yield* ofBoard(boardId, 1), "Forbidden")
    assert.strictEqual(yield* refused(as(viewer)(Board.listMyInvitations({ limit: 0 }))), "InvalidInput limit")
    assert.strictEqual(yield* refused(asOperator(Board.listMyInvitations({}))), "Forbidden")
  })
})
