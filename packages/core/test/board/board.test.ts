import { type Account, Board, Task } from "@boardwright/core"
import { givenAccount, givenBoard, givenTask, givenWorkspace } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Struct, TestClock } from "effect"
import {
  afterNoon,
  as,
  asOperator,
  FACE,
  givenTeam,
  MINUTE,
  refused,
  sent,
  stored,
  story,
  writingNothing
} from "../support.js"

describe("createBoard", () => {
  story("creates a board with one group, no columns and its creator as admin", function* () {
    const workspace = yield* givenWorkspace()
    const input = { name: " Roadmap ", workspaceId: workspace.id, description: " as sent " }
    const board = yield* as(workspace.ownerId)(Board.createBoard(input))
    assert.deepStrictEqual(board, {
      id: board.id,
      workspaceId: workspace.id,
      name: "Roadmap",
      description: " as sent ",
      background: { type: "solid", value: "#FFFFFF" },
      viewDensity: "default",
      createdAt: afterNoon(0),
      updatedAt: afterNoon(0),
      groups: [{ id: board.groups[0]?.id ?? assert.fail("no group"), name: "New group", color: "#579BFC" }],
      columns: [],
      members: [{ userId: workspace.ownerId, role: "admin", ...FACE }]
    })
    assert.deepStrictEqual(yield* as(workspace.ownerId)(Board.getBoard(board.id)), board)
  })

  story("makes the workspace owner the admin if the operator creates it", function* () {
    const { id, ownerId } = yield* givenWorkspace()
    const { description, members } = yield* asOperator(
      Board.createBoard(sent({ name: "Roadmap", workspaceId: id, description: null }))
    )
    assert.deepStrictEqual(members, [{ userId: ownerId, role: "admin", ...FACE }])
    assert.strictEqual(description, "")
  })

  story("checks input, then existence, then rights", function* () {
    const { stranger, workspace } = yield* givenTeam
    const make = (input: unknown) => refused(as(stranger)(Board.createBoard(sent(input))))
    assert.strictEqual(yield* make({ description: 7 }), "InvalidInput name, workspaceId, description")
    assert.strictEqual(yield* make({ name: "", workspaceId: "nothing" }), "InvalidInput name")
    assert.strictEqual(yield* make({ name: "New", workspaceId: "nothing" }), "NotFound Workspace")
    assert.strictEqual(yield* make({ name: "New", workspaceId: workspace.id }), "Forbidden")
  })
})

describe("getBoard", () => {
  story("returns groups and columns in order and members in order of joining", function* () {
    const team = yield* givenTeam
    const board = yield* as(team.viewer)(Board.getBoard(team.boardId))
    assert.deepStrictEqual(
      [board.groups, board.columns].map((each) => each.map(({ name }) => name)),
      [
        ["This week", "Next week"],
        ["Notes", "State"]
      ]
    )
    assert.deepStrictEqual(board.members.map(Struct.get("role")), ["admin", "editor", "viewer"])
  })

  story("fails with NotFound for ids of any form", function* () {
    const { stranger } = yield* givenTeam
    for (const odd of ["", "nothing", "constructor"]) {
      assert.strictEqual(yield* refused(as(stranger)(Board.getBoard(odd))), "NotFound Board")
    }
  })
})

describe("listBoards", () => {
  const names = (userId: Account.UserId, workspaceId: string) =>
    Effect.map(as(userId)(Board.listBoards({ workspaceId })), ({ items }) => items.map(({ name }) => name))

  story(
    "returns all boards of the workspace to the owner and the operator, and to others those that they may see",
    function* () {
      const team = yield* givenTeam
      const workspaceId = team.workspace.id
      yield* givenBoard({ workspace: team.workspace, name: "Secret", createdAt: afterNoon(MINUTE) })
      yield* givenBoard({ name: "Elsewhere" })
      assert.deepStrictEqual(yield* names(team.owner, workspaceId), ["Roadmap", "Secret"])
      assert.deepStrictEqual(yield* names(team.viewer, workspaceId), ["Roadmap"])
      const { items, ...page } = yield* asOperator(Board.listBoards({ workspaceId, page: 2, limit: 1 }))
      assert.deepStrictEqual(
        items.map(({ columns, groups, name }) => [name, groups.length, columns.length]),
        [["Secret", 2, 2]]
      )
      assert.deepStrictEqual(page, { total: 2, page: 2, limit: 1 })
    }
  )

  story("returns an empty list to the owner of an empty workspace, and fails for others", function* () {
    const { id, ownerId } = yield* givenWorkspace()
    const other = yield* givenAccount()
    assert.isEmpty(yield* names(ownerId, id))
    assert.strictEqual(yield* refused(names(other.id, id)), "Forbidden")
    assert.strictEqual(yield* refused(names(other.id, "nothing")), "NotFound Workspace")
  })

  story("lists every problem of the query", function* () {
    const { id } = yield* givenAccount()
    const query = as(id)(Board.listBoards(sent({ page: 0, limit: "7" })))
    assert.strictEqual(yield* refused(query), "InvalidInput workspaceId, page, limit")
  })
})

describe("updateBoard", () => {
  const gradient = { type: "gradient", value: "linear-gradient(135deg, #667eea 0%, #764ba2 100%)" }
  const update = (team: { readonly boardId: string; readonly admin: Account.UserId }, patch: unknown) =>
    as(team.admin)(Board.updateBoard(team.boardId, sent(patch)))

  story("changes the given fields and updatedAt", function* () {
    const team = yield* givenTeam
    const before = yield* as(team.admin)(Board.getBoard(team.boardId))
    yield* TestClock.adjust(MINUTE)
    const patch = { name: "Plan", background: gradient, viewDensity: "compact" }
    const after = yield* update(team, patch)
    assert.deepStrictEqual(after, { ...before, ...patch, updatedAt: afterNoon(MINUTE) })
    assert.deepStrictEqual(yield* as(team.viewer)(Board.getBoard(team.boardId)), after)
  })

  story("null clears the fields that may be empty", function* () {
    const team = yield* givenTeam
    yield* update(team, { description: "Something", background: gradient, viewDensity: "compact" })
    const board = yield* update(team, { description: null, background: null, viewDensity: null })
    assert.deepInclude(board, {
      description: "",
      background: { type: "solid", value: "#FFFFFF" },
      viewDensity: "default"
    })
  })

  story("writes nothing for {}, for equal values and for the entity itself", function* () {
    const team = yield* givenTeam
    const before = yield* as(team.admin)(Board.getBoard(team.boardId))
    yield* TestClock.adjust(MINUTE)
    const background = { value: before.background.value, type: before.background.type }
    for (const patch of [{}, before, { background }, { description: null }, { workspaceId: "another", members: [] }]) {
      assert.deepStrictEqual(yield* writingNothing(update(team, patch)), before)
    }
  })

  story("checks input, then existence, then rights", function* () {
    const { boardId, editor } = yield* givenTeam
    const change = (id: string, patch: unknown) => refused(as(editor)(Board.updateBoard(id, sent(patch))))
    const wrong = { name: null, description: 7, background: { type: "", value: "url(x)" }, viewDensity: " " }
    assert.strictEqual(
      yield* change("nothing", wrong),
      "InvalidInput name, description, background.type, background.value, viewDensity"
    )
    assert.strictEqual(yield* change(boardId, { background: "red" }), "InvalidInput background")
    assert.strictEqual(yield* change("nothing", {}), "NotFound Board")
    assert.strictEqual(yield* change(boardId, {}), "Forbidden")
  })
})

describe("deleteBoard", () => {
  story("removes the board with its tasks and their lists, and no others", function* () {
    const team = yield* givenTeam
    const other = yield* givenBoard()
    const task = yield* givenTask(team)
    const kept = yield* givenTask(other)
    yield* as(team.editor)(Task.addComment(task.id, { content: "Gone soon" }))
    yield* as(team.editor)(Task.addSubtask(task.id, { name: "Gone soon" }))
    yield* as(team.admin)(Board.inviteMember(team.boardId, { userId: team.stranger, role: "viewer" }))
    yield* as(team.admin)(Board.deleteBoard(team.boardId))
    const { boards, comments, invitations, members, subtasks, tasks } = yield* stored
    assert.deepStrictEqual([...boards.keys()], [other.board.id])
    assert.deepStrictEqual([...tasks.keys()], [kept.id])
    assert.deepStrictEqual([comments.size, subtasks.size, members.size, invitations.size], [0, 0, 0, 0])
    assert.strictEqual(yield* refused(as(team.admin)(Board.deleteBoard(team.boardId))), "NotFound Board")
  })
})
