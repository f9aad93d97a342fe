import { type Account, Board, Workspace } from "@boardwright/core"
import { givenAccount, givenBoard, givenTask, givenWorkspace } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { TestClock } from "effect"
import {
  afterNoon,
  as,
  asOperator,
  givenTeam,
  MINUTE,
  refused,
  sent,
  story,
  stored,
  writingNothing
} from "../support.js"

const list = (userId: Account.UserId, input: Parameters<typeof Workspace.listWorkspaces>[0] = {}) =>
  as(userId)(Workspace.listWorkspaces(input))

describe("createWorkspace", () => {
  story("creates a workspace that the actor owns, with the fields as sent", function* () {
    const { id: userId } = yield* givenAccount()
    const workspace = yield* as(userId)(Workspace.createWorkspace({ name: " Home ", icon: "🏡", color: "#a1B2c3" }))
    assert.deepStrictEqual(workspace, {
      id: workspace.id,
      name: "Home",
      icon: "🏡",
      color: "#a1B2c3",
      ownerId: userId,
      role: "owner",
      createdAt: afterNoon(0),
      updatedAt: afterNoon(0)
    })
    assert.deepStrictEqual(yield* as(userId)(Workspace.getWorkspace(workspace.id)), workspace)
  })

  story("uses defaults for absent fields and null, and ignores fields that may not be set", function* () {
    const { id: userId } = yield* givenAccount()
    const input = { name: "Home", icon: null, color: null, id: "mine", ownerId: "another", createdAt: "1999" }
    const { color, createdAt, icon, id, ownerId } = yield* as(userId)(Workspace.createWorkspace(sent(input)))
    assert.deepStrictEqual([icon, color, ownerId, createdAt], ["📋", "#6366F1", userId, afterNoon(0)])
    assert.notStrictEqual(id, "mine")
  })

  story("lists every problem of the input", function* () {
    const { id } = yield* givenAccount()
    const wrong = { name: "", icon: "ab", color: "red" }
    assert.strictEqual(yield* refused(as(id)(Workspace.createWorkspace(wrong))), "InvalidInput name, icon, color")
    assert.strictEqual(yield* refused(as(id)(Workspace.createWorkspace(sent([])))), "InvalidInput ")
    assert.strictEqual(yield* refused(asOperator(Workspace.createWorkspace(wrong))), "InvalidInput name, icon, color")
  })

  story("requires a user", function* () {
    assert.strictEqual(yield* refused(asOperator(Workspace.createWorkspace({ name: "Home" }))), "Forbidden")
  })
})

describe("getWorkspace", () => {
  story("returns the workspace", function* () {
    const workspace = yield* givenWorkspace()
    assert.deepStrictEqual(yield* asOperator(Workspace.getWorkspace(workspace.id)), { ...workspace, role: null })
  })

  story("fails with NotFound for ids of any form", function* () {
    const { id } = yield* givenAccount()
    for (const odd of ["", "nothing", "__proto__", "x".repeat(10_000)]) {
      assert.strictEqual(yield* refused(as(id)(Workspace.getWorkspace(odd))), "NotFound Workspace")
      assert.strictEqual(yield* refused(asOperator(Workspace.getWorkspace(odd))), "NotFound Workspace")
    }
  })
})

describe("listWorkspaces", () => {
  story("returns the user's own workspaces, then those with a board shared with the user, each once", function* () {
    const team = yield* givenTeam
    const boards = yield* Board.BoardRepository
    const second = yield* givenBoard({ workspace: team.workspace })
    yield* boards.putMember(second.board.id, { userId: team.viewer, role: "viewer" }, afterNoon(0))
    const own = yield* as(team.viewer)(Workspace.createWorkspace({ name: "Own, made last" }))
    yield* givenBoard()
    const { items, ...page } = yield* list(team.viewer)
    assert.deepStrictEqual(items, [own, { ...team.workspace, role: null }])
    assert.deepStrictEqual(page, { total: 2, page: 1, limit: 1000 })
    assert.isEmpty((yield* list(team.stranger)).items)
  })

  story("returns pages", function* () {
    const { id } = yield* givenAccount()
    yield* as(id)(Workspace.createWorkspace({ name: "First" }))
    yield* TestClock.adjust(1)
    const second = yield* as(id)(Workspace.createWorkspace({ name: "Second" }))
    assert.deepStrictEqual(yield* list(id, { page: 2, limit: 1 }), { items: [second], total: 2, page: 2, limit: 1 })
  })

  story("rejects invalid pages, and the operator", function* () {
    const { id } = yield* givenAccount()
    assert.strictEqual(yield* refused(list(id, { page: 0, limit: 1001 })), "InvalidInput page, limit")
    assert.strictEqual(yield* refused(list(id, { page: 1.5 })), "InvalidInput page")
    assert.strictEqual(yield* refused(asOperator(Workspace.listWorkspaces({}))), "Forbidden")
  })
})

describe("updateWorkspace", () => {
  const update = (workspace: Workspace.Workspace, patch: unknown) =>
    as(workspace.ownerId)(Workspace.updateWorkspace(workspace.id, sent(patch)))

  story("changes the given fields and updatedAt", function* () {
    const before = yield* givenWorkspace()
    yield* TestClock.adjust(MINUTE)
    const after = yield* update(before, { color: "#000000" })
    assert.deepStrictEqual(after, { ...before, role: "owner", color: "#000000", updatedAt: afterNoon(MINUTE) })
    assert.deepStrictEqual(yield* as(before.ownerId)(Workspace.getWorkspace(before.id)), after)
  })

  story("writes nothing for {}, for equal values and for the entity itself", function* () {
    const before = yield* givenWorkspace()
    yield* TestClock.adjust(MINUTE)
    for (const patch of [{}, { name: before.name }, { name: ` ${before.name} ` }, before, { ownerId: "another" }]) {
      assert.deepStrictEqual(yield* writingNothing(update(before, patch)), { ...before, role: "owner" })
    }
  })

  story("lists every problem of the input, including null", function* () {
    const workspace = yield* givenWorkspace()
    const nulls = { name: null, icon: null, color: null }
    assert.strictEqual(yield* refused(update(workspace, nulls)), "InvalidInput name, icon, color")
    assert.strictEqual(yield* refused(update(workspace, { name: " ", icon: "x" })), "InvalidInput name, icon")
  })

  story("checks input, then existence, then rights", function* () {
    const { workspace, stranger } = yield* givenTeam
    const rename = (id: string, name: string) => as(stranger)(Workspace.updateWorkspace(id, { name }))
    assert.strictEqual(yield* refused(rename("nothing", "")), "InvalidInput name")
    assert.strictEqual(yield* refused(rename("nothing", "New")), "NotFound Workspace")
    assert.strictEqual(yield* refused(rename(workspace.id, "New")), "Forbidden")
  })
})

describe("deleteWorkspace", () => {
  story("removes the workspace with its boards and tasks, and no others", function* () {
    const [on, other] = [yield* givenBoard(), yield* givenBoard()]
    yield* givenTask(on)
    const kept = yield* givenTask(other)
    yield* as(on.workspace.ownerId)(Workspace.deleteWorkspace(on.workspace.id))
    const { boards, columns, groups, tasks, workspaces } = yield* stored
    assert.deepStrictEqual([...workspaces.keys()], [other.workspace.id])
    assert.deepStrictEqual([...boards.keys()], [other.board.id])
    assert.deepStrictEqual([...tasks.keys()], [kept.id])
    assert.deepStrictEqual([groups.size, columns.size], [2, 2])
    assert.strictEqual(
      yield* refused(as(on.workspace.ownerId)(Workspace.deleteWorkspace(on.workspace.id))),
      "NotFound Workspace"
    )
  })
})
