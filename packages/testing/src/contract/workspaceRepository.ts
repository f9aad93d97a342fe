import { type Account, Board, Ports, type Task, Workspace } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { anInvitation, fresh, givenBoard, givenTask, givenWorkspace, instant, wholeList } from "../fixtures.js"
import { cascades } from "./cascades.js"
import type { GivenBoardNeeds } from "./Needs.js"
import { contract, type Suite } from "./Suite.js"
import { atOnce, AWKWARD_NAMES, isNone, lists, valueOf, someone, join } from "./support.js"

const workspaces = Effect.serviceFunctions(Workspace.WorkspaceRepository)

/** The contract of `WorkspaceRepository`. */
export const workspaceRepositorySuite: Suite<
  GivenBoardNeeds | Account.EmailTokenRepository | Board.InvitationRepository | Task.TaskRepository | Ports.Transactor
> = (it) => {
  it("returns a workspace as it was stored", function* () {
    for (const name of AWKWARD_NAMES) {
      const workspace = yield* givenWorkspace({ name, icon: "👩‍👩‍👧‍👦", color: "#aBcDeF", updatedAt: instant(3) })
      assert.deepStrictEqual(valueOf(yield* workspaces.find(workspace.id)), workspace)
      assert.deepStrictEqual(valueOf(yield* workspaces.lock(workspace.id)), workspace)
    }
  })

  it("finds none for an unknown id", function* () {
    const id = fresh("nothing") as Workspace.WorkspaceId
    isNone(yield* workspaces.find(id))
    isNone(yield* Ports.transactional(workspaces.lock(id)))
    assert.isFalse(yield* workspaces.remove(id))
  })

  it("lists the user's own workspaces first, then the shared ones, each once", function* () {
    const invitations = yield* Board.InvitationRepository
    const me = yield* someone
    const stranger = yield* someone
    const sharedLate = yield* givenWorkspace({ createdAt: instant(-5) })
    const sharedEarly = yield* givenWorkspace({ createdAt: instant(-9) })
    const ownLate = yield* givenWorkspace({ ownerId: me, createdAt: instant(8) })
    const ownEarly = yield* givenWorkspace({ ownerId: me, createdAt: instant(2) })
    const declined = yield* givenWorkspace()
    yield* givenWorkspace()
    for (const workspace of [sharedLate, sharedLate, ownEarly]) {
      const { board } = yield* givenBoard({ workspace })
      yield* join(board.id, me)
      yield* join(board.id, stranger)
      yield* invitations.invite(anInvitation({ boardId: board.id, userId: me }))
    }
    const { board: offered } = yield* givenBoard({ workspace: sharedEarly })
    yield* invitations.invite(anInvitation({ boardId: offered.id, userId: me }))
    const { board: refused } = yield* givenBoard({ workspace: declined })
    const invitation = yield* invitations.invite(anInvitation({ boardId: refused.id, userId: me }))
    yield* invitations.close(invitation.id, "declined")
    const own = [ownEarly, ownLate].map((each) => ({ ...each, role: "owner" as const }))
    const shared = [sharedEarly, sharedLate].map((each) => ({ ...each, role: null }))
    yield* lists((slice) => workspaces.list(me, slice), [...own, ...shared])
    const places = [ownLate, sharedEarly, declined].map(({ id }) => ({ workspaceId: id, boardId: offered.id }))
    yield* lists((slice) => workspaces.list(me, slice, places), [...own.slice(1), ...shared.slice(0, 1)])
    yield* lists((slice) => workspaces.list(me, slice, []), [])
  })

  it("lists workspaces of one instant in order of id", function* () {
    const me = yield* someone
    const id = fresh("workspace")
    const named = (suffix: string) => ({ id: `${id}${suffix}` as Workspace.WorkspaceId })
    for (const suffix of ["a", "B", "c"]) yield* givenWorkspace({ ...named(suffix), ownerId: me })
    for (const suffix of ["z", "Y", "_"]) {
      const { board } = yield* givenBoard({ workspace: yield* givenWorkspace(named(suffix)) })
      yield* join(board.id, me)
    }
    const { items } = yield* workspaces.list(me, wholeList)
    assert.deepStrictEqual(
      items.map((item) => item.id.slice(id.length)),
      ["B", "a", "c", "Y", "_", "z"]
    )
  })

  it("a user without workspaces has an empty list", function* () {
    const me = yield* someone
    assert.deepStrictEqual(yield* workspaces.list(me, wholeList), { items: [], total: 0 })
    assert.strictEqual(yield* workspaces.countOwned(me), 0)
  })

  it("lists all workspaces in order of creation, by pages", function* () {
    const late = yield* givenWorkspace({ createdAt: instant(30_000_002) })
    const early = yield* givenWorkspace({ createdAt: instant(30_000_001) })
    const { items, total } = yield* workspaces.listAll(wholeList)
    assert.strictEqual(items.length, total)
    const [first, second] = [items.findIndex(({ id }) => id === early.id), items.findIndex(({ id }) => id === late.id)]
    assert.deepStrictEqual([items[first], items[second]], [early, late])
    assert.isBelow(first, second)
    const page = yield* workspaces.listAll({ page: 1, limit: 1, offset: first })
    assert.deepStrictEqual(page.items, [early])
    assert.isAtLeast(page.total, total)
  })

  it("lists the workspaces of exactly one name in order of creation, ties by id", function* () {
    const name = `${fresh("Name")} '%_"`
    const named = (suffix: string, minutes: number) =>
      givenWorkspace({ name, id: `${name}${suffix}` as Workspace.WorkspaceId, createdAt: instant(minutes) })
    const [late, b, a] = [yield* named("0", 9), yield* named("b", 1), yield* named("B", 1)]
    for (const other of [`${name} `, ` ${name}`, name.toUpperCase(), name.toLowerCase(), name.replace("%", "x")]) {
      yield* givenWorkspace({ name: other })
    }
    yield* lists((slice) => workspaces.listNamed(name, slice), [a, b, late])
    yield* lists((slice) => workspaces.listNamed(fresh("none"), slice), [])
  })

  it("counts the workspaces a user owns, not the shared ones", function* () {
    const me = yield* someone
    yield* givenWorkspace({ ownerId: me })
    yield* givenWorkspace({ ownerId: me })
    const { board } = yield* givenBoard()
    yield* join(board.id, me, "admin")
    assert.strictEqual(yield* workspaces.countOwned(me), 2)
  })

  it("writes every field but the id and the owner", function* () {
    const before = yield* givenWorkspace()
    const other = yield* givenWorkspace()
    const after = { ...before, name: "新しい", icon: "🇨🇭", color: "#000000", updatedAt: instant(7) }
    yield* workspaces.replace({ ...after, ownerId: other.ownerId })
    assert.deepStrictEqual(valueOf(yield* workspaces.find(before.id)), after)
    assert.deepStrictEqual(valueOf(yield* workspaces.find(other.id)), other)
  })

  it("a locked workspace is changed by one transaction at a time", function* () {
    const { id } = yield* givenWorkspace({ name: "0" })
    const increment = Effect.gen(function* () {
      const workspace = valueOf(yield* workspaces.lock(id))
      yield* workspaces.replace({ ...workspace, name: String(Number(workspace.name) + 1) })
    })
    yield* atOnce(20, () => Ports.transactional(increment))
    assert.strictEqual(valueOf(yield* workspaces.find(id)).name, "20")
  })

  it("removing a workspace removes everything in it, and nothing else", function* () {
    const workspace = yield* givenWorkspace()
    const boards = [yield* givenBoard({ workspace }), yield* givenBoard({ workspace })]
    const other = yield* givenBoard()
    const tasks = yield* Effect.forEach(boards, (board) => givenTask(board))
    const kept = yield* givenTask(other)
    yield* cascades({ gone: boards, goneTasks: tasks, kept: other, keptTasks: [kept] }, workspaces.remove(workspace.id))
    isNone(yield* workspaces.find(workspace.id))
    assert.deepStrictEqual(valueOf(yield* workspaces.find(other.workspace.id)), other.workspace)
  })
}

/** Runs the suite on an adapter. */
export const workspaceRepositoryContract = contract("WorkspaceRepository", workspaceRepositorySuite)
