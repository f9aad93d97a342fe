import { Board, Ports, Values } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Struct } from "effect"
import { aMember, anInvitation, fresh, givenBoard, givenWorkspace, instant, wholeList } from "../fixtures.js"
import { cellTests } from "./boardCells.js"
import { columnTests } from "./boardColumns.js"
import { contentsTests } from "./boardContents.js"
import { groupTests } from "./boardGroups.js"
import { memberTests } from "./boardMembers.js"
import { boardNameTests } from "./boardNames.js"
import { peopleTests } from "./boardPeople.js"
import type { BoardNeeds } from "./Needs.js"
import { contract, type Suite } from "./Suite.js"
import { atOnce, AWKWARD_NAMES, AWKWARD_TEXTS, isNone, lists, valueOf, someone, join } from "./support.js"

const boards = Effect.serviceFunctions(Board.BoardRepository)

/** The contract of `BoardRepository`. */
export const boardRepositorySuite: Suite<BoardNeeds> = (it) => {
  it("returns a board as it was stored, with its groups, columns and members", function* () {
    const { board, columns, groups } = yield* givenBoard({
      background: { type: "gradient", value: "linear-gradient(45deg, #FF0000, #00FF00 50%)" },
      viewDensity: "compact",
      updatedAt: instant(3)
    })
    const member = aMember(yield* someone, "admin")
    yield* boards.putMember(board.id, member, instant())
    assert.deepStrictEqual(valueOf(yield* boards.find(board.id)), {
      ...board,
      groups: groups.map(({ rank: _, ...group }) => group),
      columns: columns.map(({ rank: _, ...column }) => column),
      members: [member]
    })
    assert.deepStrictEqual(valueOf(yield* boards.lock(board.id)), board)
  })

  it("stores long and unusual texts", function* () {
    for (const [index, description] of AWKWARD_TEXTS.entries()) {
      const { board } = yield* givenBoard({ name: AWKWARD_NAMES[index] ?? "a name", description })
      assert.deepStrictEqual(valueOf(yield* boards.lock(board.id)), board)
    }
  })

  it("returns an empty board", function* () {
    const workspaceId = (yield* givenWorkspace()).id
    const { board: like } = yield* givenBoard()
    const board = { ...like, id: fresh("board") as Board.BoardId, workspaceId }
    yield* boards.insert(board)
    const empty = { ...board, groups: [], columns: [], members: [] }
    assert.deepStrictEqual(valueOf(yield* boards.find(board.id)), empty)
    assert.deepStrictEqual(yield* boards.list(workspaceId, null, wholeList), { items: [empty], total: 1 })
  })

  it("finds none for an unknown id", function* () {
    const id = fresh("nothing") as Board.BoardId
    isNone(yield* boards.find(id))
    isNone(yield* Ports.transactional(boards.lock(id)))
  })

  it("lists a workspace's boards in order of creation, ties by id, page by page", function* () {
    const workspace = yield* givenWorkspace()
    const id = fresh("board")
    const made = [
      { id: `${id}b`, createdAt: instant(1) },
      { id: `${id}a`, createdAt: instant(9) },
      { id: `${id}d`, createdAt: instant(1) },
      { id: `${id}C`, createdAt: instant(1) }
    ]
    for (const board of made) yield* givenBoard({ ...board, id: board.id as Board.BoardId, workspace })
    yield* givenBoard()
    const { items } = yield* boards.list(workspace.id, null, wholeList)
    assert.deepStrictEqual(
      items.map((board) => board.id.slice(id.length)),
      ["C", "b", "d", "a"]
    )
    for (const item of items) assert.deepStrictEqual(item, valueOf(yield* boards.find(item.id)))
    yield* lists((slice) => boards.list(workspace.id, null, slice), items)
  })

  it("lists for a user the boards that the user is a member of or invited to", function* () {
    const invitations = yield* Board.InvitationRepository
    const workspace = yield* givenWorkspace()
    const me = yield* someone
    const other = yield* someone
    const [joined, offered, both, declined, accepted, foreign] = yield* Effect.forEach([1, 2, 3, 4, 5, 6], (minute) =>
      Effect.map(givenBoard({ workspace, createdAt: instant(minute) }), ({ board }) => board.id)
    )
    const invite = (boardId: Board.BoardId | undefined, userId = me) =>
      invitations.invite(anInvitation({ boardId: boardId ?? assert.fail("no board"), userId }))
    for (const boardId of [joined, both]) {
      yield* join(boardId ?? assert.fail("no board"), me)
    }
    yield* invite(offered)
    yield* invite(both)
    yield* invitations.close((yield* invite(declined)).id, "declined")
    yield* invitations.close((yield* invite(accepted)).id, "accepted")
    yield* invite(foreign, other)
    const { items } = yield* boards.list(workspace.id, me, wholeList)
    assert.deepStrictEqual(items.map(Struct.get("id")), [joined, offered, both])
    yield* lists((slice) => boards.list(workspace.id, me, slice), items)
    assert.strictEqual((yield* boards.list(workspace.id, null, wholeList)).total, 6)
    const owner = yield* boards.list(workspace.id, workspace.ownerId, wholeList)
    assert.deepStrictEqual(owner, { items: [], total: 0 })
    const [first, second] = [items[0] ?? assert.fail("none"), items[1] ?? assert.fail("none")]
    const here = { workspaceId: workspace.id, boardId: second.id }
    yield* lists(
      (slice) => boards.list(workspace.id, me, slice, [here, { ...here, boardId: foreign ?? here.boardId }]),
      [second]
    )
    const whole = [{ workspaceId: workspace.id, boardId: null }]
    yield* lists((slice) => boards.list(workspace.id, me, slice, whole), items)
    yield* lists((slice) => boards.list(workspace.id, workspace.ownerId, slice, [here]), [second])
    yield* lists((slice) => boards.listNamed(first.name, me, slice, [here]), second.name === first.name ? [second] : [])
    yield* lists((slice) => boards.listNamed(second.name, me, slice, [here]), [second])
  })

  it("writes every field but the id and the workspace", function* () {
    const given = yield* givenBoard()
    const other = yield* givenBoard()
    const after: Board.Board = {
      ...given.board,
      name: "新しい",
      description: "🎉",
      background: { type: "x", value: "#123456" },
      viewDensity: "wide",
      updatedAt: instant(7)
    }
    yield* boards.replace({ ...after, workspaceId: other.workspace.id })
    assert.deepStrictEqual(valueOf(yield* boards.lock(after.id)), after)
    assert.deepStrictEqual(valueOf(yield* boards.lock(other.board.id)), other.board)
    assert.strictEqual(valueOf(yield* boards.find(after.id)).groups.length, 2)
  })

  it("transactions that lock a board run one after another", function* () {
    const { board } = yield* givenBoard()
    const append = Effect.gen(function* () {
      yield* boards.lock(board.id)
      const rank = Values.rankAfter((yield* boards.groupsEnd(board.id)).rank)
      yield* boards.insertGroup(board.id, { id: fresh("group") as Board.GroupId, name: rank, color: "#000000", rank })
    })
    yield* atOnce(20, () => Ports.transactional(append))
    const { groups } = valueOf(yield* boards.find(board.id))
    assert.strictEqual(new Set(groups.map(({ name }) => name)).size, 22)
  })

  boardNameTests(it)
  groupTests(it)
  contentsTests(it)
  columnTests(it)
  cellTests(it)
  memberTests(it)
  peopleTests(it)
}

/** Runs the suite on an adapter. */
export const boardRepositoryContract = contract("BoardRepository", boardRepositorySuite)
