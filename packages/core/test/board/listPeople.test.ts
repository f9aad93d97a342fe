import { Account, Board, Task } from "@boardwright/core"
import { givenAccount } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { as, asOperator, FACE, givenTeam, refused, sent, story, type Team } from "../support.js"
import { givenTeamTask } from "../task/support.js"

const people = (team: Team, by: Account.UserId) =>
  Effect.map(as(by)(Board.listPeople(team.boardId)), ({ items }) => items)
const personIn = (items: ReadonlyArray<Board.PersonOnBoard>, id: Account.UserId) => items.find((each) => each.id === id)
const emailOf = (id: Account.UserId) =>
  Effect.map(
    Effect.flatMap(Account.AccountRepository, ({ users }) => users([id])),
    ([user]) => user?.email
  )

describe("listPeople", () => {
  story("lists everyone with face and role, and addresses of members for those who manage the board", function* () {
    const team = yield* givenTeam
    const roles = [
      [team.admin, "admin"],
      [team.editor, "editor"],
      [team.viewer, "viewer"],
      [team.owner, "owner"]
    ] as const
    const unnamed = (yield* people(team, team.viewer)).map(({ email, id, role, ...face }) => [id, role, email, face])
    assert.deepStrictEqual(
      unnamed,
      roles.map(([id, role]) => [id, role, null, FACE])
    )
    const emails = yield* Effect.forEach(roles, ([id, role]) => (role === "owner" ? Effect.succeed(null) : emailOf(id)))
    for (const read of [
      people(team, team.admin),
      people(team, team.owner),
      Effect.map(asOperator(Board.listPeople(team.boardId)), ({ items }) => items)
    ]) {
      const seen = (yield* read).map(({ email, name }) => [email, name])
      assert.deepStrictEqual(
        seen,
        emails.map((email) => [email ?? null, FACE.name])
      )
    }
    assert.deepStrictEqual(yield* people(team, team.editor), yield* people(team, team.viewer))
  })

  story(
    "shows who has a role in the workspace, and not with an address to those who manage the board alone",
    function* () {
      const team = yield* givenTeam
      const grace = yield* givenAccount({ name: "Grace", email: "grace@example.com" })
      const role = "editor" as const
      const offer = Board.inviteToWorkspace(team.workspace.id, { userId: grace.id, role })
      const { invitation } = yield* as(team.owner)(offer)
      yield* as(grace.id)(Board.acceptInvitation(invitation.id))
      const seen = personIn(yield* people(team, team.admin), grace.id)
      assert.deepStrictEqual(seen, { id: grace.id, name: "Grace", avatar: grace.avatar, email: null, role })
    }
  )

  story("an invited address is nobody until it is accepted", function* () {
    const team = yield* givenTeam
    const grace = yield* givenAccount({ name: "Grace", email: "grace@example.com" })
    const by = as(team.admin)
    const { invitation } = yield* by(Board.inviteMember(team.boardId, { email: grace.email, role: "viewer" }))
    const seen = Effect.map(people(team, team.admin), (items) => personIn(items, grace.id))
    assert.isUndefined(yield* seen)
    yield* by(Board.withdrawInvitation(team.boardId, invitation.id))
    assert.isUndefined(yield* seen)
    const again = yield* by(Board.inviteMember(team.boardId, { userId: grace.id, role: "viewer" }))
    const known = { id: grace.id, name: "Grace", avatar: grace.avatar, email: null, role: "invited" as const }
    assert.deepStrictEqual(yield* seen, known)
    yield* as(grace.id)(Board.acceptInvitation(again.invitation.id))
    assert.deepStrictEqual(yield* seen, { ...known, email: grace.email, role: "viewer" })
    assert.strictEqual(personIn(yield* people(team, team.viewer), grace.id)?.email, null)
  })

  story("a former member, an assignee and an author have a face and no role", function* () {
    const team = yield* givenTeamTask
    const assignee = yield* givenAccount({ name: "Grace" })
    yield* as(team.editor)(Task.updateTask(team.taskId, { assignees: [assignee.id] }))
    yield* as(team.owner)(Task.addComment(team.taskId, { content: "Here" }))
    yield* as(team.admin)(Board.removeMember(team.boardId, team.viewer))
    const items = yield* people(team, team.admin)
    const none = { email: null, role: null }
    assert.deepStrictEqual(personIn(items, team.viewer), { id: team.viewer, ...FACE, ...none })
    assert.deepStrictEqual(personIn(items, assignee.id), { id: assignee.id, ...FACE, name: "Grace", ...none })
    assert.strictEqual(personIn(items, team.owner)?.role, "owner")
    assert.strictEqual(yield* refused(people(team, team.viewer)), "Forbidden")
  })

  story("asks the directory once, and names nobody if it looks nobody up", function* () {
    const team = yield* givenTeam
    const { find = () => Effect.succeed([]), ...directory } = yield* Account.UserDirectory
    const asked: Array<number> = []
    const counting = {
      ...directory,
      find: (ids: ReadonlyArray<string>) => {
        asked.push(ids.length)
        return find(ids)
      }
    }
    yield* TestClock.adjust("1 minute")
    yield* Effect.provideService(people(team, team.admin), Account.UserDirectory, counting)
    assert.deepStrictEqual(asked, [4])
    const nameless = yield* Effect.provideService(people(team, team.admin), Account.UserDirectory, directory)
    assert.deepStrictEqual(
      nameless.map(({ avatar, email, name }) => [name, avatar, email]),
      nameless.map(() => [null, null, null])
    )
  })

  story("lists pages and refuses a wrong one", function* () {
    const team = yield* givenTeam
    const page = yield* as(team.viewer)(Board.listPeople(team.boardId, { page: 2, limit: 3 }))
    assert.deepStrictEqual([page.items.length, page.total, page.page, page.limit], [1, 4, 2, 3])
    const wrong = as(team.viewer)(Board.listPeople(team.boardId, sent({ limit: 0 })))
    assert.strictEqual(yield* refused(wrong), "InvalidInput limit")
  })
})
