import { type Access, Account, Board, Task, Workspace } from "@boardwright/core"
import { givenAccount, givenTask } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { afterNoon, as, FACE, givenTeam, MINUTE, refused, sent, stored, story, type Team } from "../support.js"

const invite = (team: Team, input: unknown) => as(team.admin)(Board.inviteMember(team.boardId, sent(input)))

describe("inviteMember", () => {
  story("stores and returns one invitation with the role", function* () {
    const team = yield* givenTeam
    const { created, invitation } = yield* invite(team, { userId: team.stranger, role: "editor" })
    assert.isTrue(created)
    assert.deepStrictEqual(invitation, {
      id: invitation.id,
      boardId: team.boardId,
      workspaceId: null,
      userId: team.stranger,
      email: null,
      role: "editor",
      status: "pending",
      inviterId: team.admin,
      createdAt: afterNoon(0),
      expiresAt: null,
      ...FACE
    })
    const { avatar: _avatar, name: _name, ...kept } = invitation
    assert.deepStrictEqual([...(yield* stored).invitations.values()], [kept])
  })

  story("gives a pending invitation the new role", function* () {
    const team = yield* givenTeam
    const first = yield* invite(team, { userId: team.stranger, role: "editor" })
    yield* TestClock.adjust(MINUTE)
    const second = yield* invite(team, { userId: team.stranger, role: "viewer" })
    assert.deepStrictEqual(second, { created: false, invitation: { ...first.invitation, role: "viewer" } })
    const { avatar: _avatar, name: _name, ...kept } = second.invitation
    assert.deepStrictEqual([...(yield* stored).invitations.values()], [kept])
  })

  story("finds the user by address in any case", function* () {
    const team = yield* givenTeam
    const { id } = yield* givenAccount({ email: "Eve@example.com" })
    const { invitation } = yield* invite(team, { email: " eve@EXAMPLE.com ", userId: null, role: "viewer" })
    assert.deepInclude(invitation, { userId: null, email: "eve@EXAMPLE.com" })
    assert.strictEqual((yield* as(id)(Board.acceptInvitation(invitation.id))).userId, id)
    for (const email of ["no address", ""]) {
      assert.strictEqual(yield* refused(invite(team, { email, role: "viewer" })), "InvalidInput email")
    }
  })

  story("invites nobody whose account is deleted while it is stored, but the address", function* () {
    const team = yield* givenTeam
    const [directory, repository] = [yield* Account.UserDirectory, yield* Account.AccountRepository]
    const deleting =
      (userId: Account.UserId) =>
      <A, E, R>(call: Effect.Effect<A, E, R>) => {
        const remove = repository.remove(userId)
        const existing = (ids: ReadonlyArray<string>) => Effect.tap(directory.existing(ids), remove)
        const { findVerified } = directory
        return Effect.provideService(call, Account.UserDirectory, {
          ...directory,
          existing,
          ...(findVerified !== undefined && { findVerified: (email) => Effect.tap(findVerified(email), remove) })
        })
      }
    const offer = { role: "viewer" }
    const [ada, bob] = [yield* givenAccount(), yield* givenAccount({ email: "bob@example.com" })]
    const failure = yield* Effect.flip(invite(team, { ...offer, userId: ada.id }).pipe(deleting(ada.id)))
    assert.deepInclude(failure, { _tag: "NotFound", thing: "User", id: ada.id })
    yield* invite(team, { ...offer, email: bob.email }).pipe(deleting(bob.id))
    const { accounts, invitations } = yield* stored
    assert.isFalse(accounts.has(ada.id) || accounts.has(bob.id))
    assert.deepStrictEqual(
      [...invitations.values()].map(({ email, userId }) => ({ email, userId })),
      [{ email: bob.email, userId: null }]
    )
  })

  story("refuses members and the owner, by id and by address", function* () {
    const team = yield* givenTeam
    const { accounts } = yield* stored
    for (const userId of [team.admin, team.editor, team.viewer, team.owner]) {
      const email = accounts.get(userId)?.email
      assert.strictEqual(yield* refused(invite(team, { userId, role: "admin" })), "InvalidInput userId")
      assert.strictEqual(yield* refused(invite(team, { email, role: "admin" })), "InvalidInput userId")
    }
  })

  story("lists every problem of the input", function* () {
    const team = yield* givenTeam
    const { stranger } = team
    const cases: ReadonlyArray<readonly [unknown, string]> = [
      [{}, "userId, role"],
      [{ userId: null, email: null, role: "viewer" }, "userId"],
      [{ userId: stranger, email: "eve@example.com", role: "viewer" }, "email"],
      [{ email: "nobody", role: "owner" }, "email, role"],
      [{ userId: stranger, role: "owner" }, "role"],
      [{ userId: stranger, role: null }, "role"],
      [{ userId: 7, role: "viewer" }, "userId"],
      ["eve", ""]
    ]
    for (const [input, paths] of cases) {
      assert.strictEqual(yield* refused(invite(team, input)), `InvalidInput ${paths}`)
    }
  })

  story("checks input, then board, then rights, then user", function* () {
    const { admin, boardId, editor, stranger } = yield* givenTeam
    const ask = (by: Account.UserId, id: string, userId: string, role: Access.Role) =>
      refused(as(by)(Board.inviteMember(id, { userId, role })))
    assert.strictEqual(yield* ask(stranger, "nothing", stranger, sent("boss")), "InvalidInput role")
    assert.strictEqual(yield* ask(stranger, "nothing", stranger, "viewer"), "NotFound Board")
    for (const userId of ["nobody", "", "nul\u0000"]) {
      assert.strictEqual(yield* ask(editor, boardId, userId, "viewer"), "Forbidden")
      assert.strictEqual(yield* ask(admin, boardId, userId, "viewer"), "NotFound User")
    }
  })

  story("gives actors who may not invite the same error for every user", function* () {
    const team = yield* givenTeam
    const { accounts } = yield* stored
    const ids = [team.admin, team.owner, team.stranger, "nobody"]
    const emails = ids.map((id) => accounts.get(id as never)?.email ?? "nobody@example.com")
    const named = [...ids.map((userId) => ({ userId })), ...emails.map((email) => ({ email }))]
    for (const by of [team.stranger, team.viewer, team.editor]) {
      for (const who of named) {
        const invite = as(by)(Board.inviteMember(team.boardId, { ...who, role: "viewer" }))
        assert.strictEqual(yield* refused(invite), "Forbidden")
      }
    }
  })
})

describe("a pending invitation", () => {
  story("gives the access of its role, but is not a membership", function* () {
    const team = yield* givenTeam
    const task = yield* givenTask(team)
    const guest = as(team.stranger)
    const read = guest(Board.getBoard(team.boardId))
    const edit = guest(Task.updateTask(task.id, { name: "Changed" }))
    const manage = guest(Board.updateBoard(team.boardId, { name: "Changed" }))
    assert.strictEqual(yield* refused(read), "Forbidden")

    yield* invite(team, { userId: team.stranger, role: "viewer" })
    const { members } = yield* read
    assert.isFalse(members.some(({ userId }) => userId === team.stranger))
    assert.strictEqual((yield* guest(Workspace.listWorkspaces({}))).total, 1)
    assert.strictEqual((yield* guest(Board.listBoards({ workspaceId: team.workspace.id }))).total, 1)
    assert.strictEqual(yield* refused(edit), "Forbidden")

    yield* invite(team, { userId: team.stranger, role: "editor" })
    assert.strictEqual((yield* edit).name, "Changed")
    assert.strictEqual(yield* refused(manage), "Forbidden")

    yield* invite(team, { userId: team.stranger, role: "admin" })
    assert.strictEqual((yield* manage).name, "Changed")
  })

  story("for an admin does not let the last admin leave", function* () {
    const team = yield* givenTeam
    yield* invite(team, { userId: team.stranger, role: "admin" })
    const stepDown = as(team.stranger)(Board.removeMember(team.boardId, team.admin))
    assert.strictEqual(yield* refused(stepDown), "InvalidInput userId")
  })
})
