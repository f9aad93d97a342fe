import { type Access, type Account, Board } from "@boardwright/core"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import {
  afterNoon,
  as,
  asOperator,
  FACE,
  givenTeam,
  refused,
  sent,
  stored,
  story,
  type Team,
  writingNothing
} from "../support.js"

const rolesOf = (team: Team) =>
  Effect.map(as(team.owner)(Board.getBoard(team.boardId)), ({ members }) =>
    members.map(({ role, userId }) => [userId, role])
  )
const give = (team: Team, userId: string, role: unknown, by: Account.UserId = team.admin) =>
  as(by)(Board.updateMember(team.boardId, userId, sent({ role })))
const remove = (team: Team, userId: string, by: Account.UserId = team.admin) =>
  as(by)(Board.removeMember(team.boardId, userId))

describe("updateMember", () => {
  story("changes the role and keeps the order of members", function* () {
    const team = yield* givenTeam
    assert.deepStrictEqual(yield* give(team, team.editor, "viewer"), { userId: team.editor, role: "viewer", ...FACE })
    assert.deepStrictEqual(yield* rolesOf(team), [
      [team.admin, "admin"],
      [team.editor, "viewer"],
      [team.viewer, "viewer"]
    ])
    assert.strictEqual(yield* refused(as(team.editor)(Board.addGroup(team.boardId, { name: "x" }))), "Forbidden")
  })

  story("writes nothing for {} and for the same role, also for the last admin", function* () {
    const team = yield* givenTeam
    const held: ReadonlyArray<readonly [Account.UserId, Access.Role]> = [
      [team.admin, "admin"],
      [team.viewer, "viewer"]
    ]
    for (const [userId, role] of held) {
      const expected = { userId, role, ...FACE }
      assert.deepStrictEqual(yield* writingNothing(give(team, userId, role)), expected)
      assert.deepStrictEqual(yield* writingNothing(give(team, userId, undefined)), expected)
      const sentBack = Board.updateMember(team.boardId, userId, expected)
      assert.deepStrictEqual(yield* writingNothing(as(team.owner)(sentBack)), expected)
    }
  })

  story("keeps at least one admin, whatever the actor", function* () {
    const team = yield* givenTeam
    for (const by of [team.admin, team.owner]) {
      assert.strictEqual(yield* refused(give(team, team.admin, "editor", by)), "InvalidInput role")
    }
    const byOperator = asOperator(Board.updateMember(team.boardId, team.admin, { role: "viewer" }))
    assert.strictEqual(yield* refused(byOperator), "InvalidInput role")
    yield* give(team, team.viewer, "admin")
    yield* give(team, team.admin, "editor")
    assert.strictEqual(yield* refused(give(team, team.viewer, "editor", team.viewer)), "InvalidInput role")
  })

  story("keeps one of two admins who step down concurrently", function* () {
    const team = yield* givenTeam
    yield* give(team, team.editor, "admin")
    const stepDown = (userId: Account.UserId) => Effect.either(give(team, userId, "viewer", team.owner))
    yield* Effect.all([stepDown(team.admin), stepDown(team.editor)], { concurrency: "unbounded" })
    const admins = (yield* rolesOf(team)).filter(([, role]) => role === "admin")
    assert.strictEqual(admins.length, 1)
  })

  story("checks input, then existence, then rights", function* () {
    const team = yield* givenTeam
    const change = (boardId: string, userId: string, role: unknown) =>
      refused(as(team.editor)(Board.updateMember(boardId, userId, sent({ role }))))
    for (const role of ["owner", "Admin", "", null, 7]) {
      assert.strictEqual(yield* change("nothing", "nobody", role), "InvalidInput role")
    }
    assert.strictEqual(yield* change("nothing", team.viewer, "admin"), "NotFound Board")
    for (const userId of ["nobody", team.stranger, team.owner]) {
      assert.strictEqual(yield* change(team.boardId, userId, "admin"), "NotFound Member")
    }
    assert.strictEqual(yield* change(team.boardId, team.viewer, "admin"), "Forbidden")
  })
})

describe("removeMember", () => {
  story("ends the membership and its access", function* () {
    const team = yield* givenTeam
    yield* remove(team, team.editor)
    assert.deepStrictEqual(yield* rolesOf(team), [
      [team.admin, "admin"],
      [team.viewer, "viewer"]
    ])
    assert.strictEqual(yield* refused(as(team.editor)(Board.getBoard(team.boardId))), "Forbidden")
    assert.isTrue((yield* stored).accounts.has(team.editor))
    assert.strictEqual(yield* refused(remove(team, team.editor)), "NotFound Member")
  })

  story("keeps at least one admin", function* () {
    const team = yield* givenTeam
    for (const by of [team.admin, team.owner]) {
      assert.strictEqual(yield* refused(remove(team, team.admin, by)), "InvalidInput userId")
    }
    yield* give(team, team.viewer, "admin")
    yield* remove(team, team.admin)
    assert.strictEqual(yield* refused(remove(team, team.viewer, team.viewer)), "InvalidInput userId")
  })

  story("checks existence, then rights", function* () {
    const team = yield* givenTeam
    const as404 = as(team.viewer)(Board.removeMember("nothing", team.editor))
    assert.strictEqual(yield* refused(as404), "NotFound Board")
    assert.strictEqual(yield* refused(remove(team, "nobody", team.viewer)), "NotFound Member")
    assert.strictEqual(yield* refused(remove(team, team.editor, team.viewer)), "Forbidden")
  })

  story("lets every member leave", function* () {
    const team = yield* givenTeam
    for (const userId of [team.viewer, team.editor]) {
      yield* remove(team, userId, userId)
      // Without access, so the actor does not learn who is a member.
      for (const each of [userId, team.admin, "nobody"]) {
        assert.strictEqual(yield* refused(remove(team, each, userId)), "Forbidden")
      }
    }
    assert.strictEqual(yield* refused(remove(team, team.admin, team.admin)), "InvalidInput userId")
    assert.deepStrictEqual(yield* rolesOf(team), [[team.admin, "admin"]])
  })

  story("lets the workspace owner leave and keep all rights", function* () {
    const team = yield* givenTeam
    assert.strictEqual(yield* refused(remove(team, team.owner, team.owner)), "NotFound Member")
    const boards = yield* Board.BoardRepository
    yield* boards.putMember(team.boardId, { userId: team.owner, role: "viewer" }, afterNoon(5))
    yield* remove(team, team.owner, team.owner)
    yield* give(team, team.editor, "admin", team.owner)
  })

  story("is not for an invited user", function* () {
    const team = yield* givenTeam
    const offer = Board.inviteMember(team.boardId, { userId: team.stranger, role: "editor" })
    const { invitation } = yield* as(team.admin)(offer)
    assert.strictEqual(yield* refused(remove(team, team.stranger, team.stranger)), "NotFound Member")
    yield* as(team.stranger)(Board.declineInvitation(invitation.id))
    assert.strictEqual(yield* refused(remove(team, team.stranger, team.stranger)), "Forbidden")
  })

  story("keeps one of two admins who leave concurrently", function* () {
    const team = yield* givenTeam
    yield* give(team, team.editor, "admin")
    const leave = (userId: Account.UserId) => Effect.either(remove(team, userId, userId))
    yield* Effect.all([leave(team.admin), leave(team.editor)], { concurrency: "unbounded" })
    const admins = (yield* rolesOf(team)).filter(([, role]) => role === "admin")
    assert.strictEqual(admins.length, 1)
  })
})
