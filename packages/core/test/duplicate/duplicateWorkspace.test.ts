import { Archive, Board, Duplicate, Task, Workspace } from "@boardwright/core"
import { aTask, givenAccount, givenBoard, givenTask, rankAt } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { afterNoon, as, asOperator, givenTeam, refused, stored, story, type Team } from "../support.js"

const duplicate = (team: Team, input?: Duplicate.DuplicateWorkspace) =>
  as(team.owner)(Duplicate.duplicateWorkspace(team.workspace.id, input))

const boardsIn = (workspaceId: string) =>
  Effect.map(asOperator(Board.listBoards({ workspaceId })), ({ items }) => items)

const tasksOn = (boardId: string) =>
  Effect.map(asOperator(Task.listTasks({ boardId })), ({ items }) => items.map(({ name }) => name))

/** Boards beside that of the team, in its workspace. */
const givenBoards = (team: Team, ...names: ReadonlyArray<string>) =>
  Effect.forEach(names, (name) => as(team.owner)(Board.createBoard({ name, workspaceId: team.workspace.id })))

describe("duplicateWorkspace", () => {
  story("copies the boards in order with their tasks, and not the members", function* () {
    const team = yield* givenTeam
    const workspaces = yield* Workspace.WorkspaceRepository
    yield* workspaces.putMember(team.workspace.id, { userId: team.editor, role: "editor" }, afterNoon(0))
    const [, gone] = yield* givenBoards(team, "Beds", "Gone", "Attic")
    yield* as(team.owner)(Board.deleteBoard(gone?.id ?? assert.fail("no board")))
    yield* givenTask(team, { name: "Dig" })

    const copy = yield* duplicate(team, { name: "Again", withTasks: true })
    const times = { createdAt: afterNoon(0), updatedAt: afterNoon(0) }
    assert.deepStrictEqual(copy, { ...team.workspace, ...times, id: copy.id, name: "Again", role: "owner" } as never)
    const [originals, copies] = [yield* boardsIn(team.workspace.id), yield* boardsIn(copy.id)]
    assert.deepStrictEqual(
      copies.map(({ columns, groups, name }) => [name, columns.length, groups.length]),
      originals.map(({ columns, groups, name }) => [name, columns.length, groups.length])
    )
    const [first = assert.fail("no copy")] = copies
    assert.deepStrictEqual(
      first.members.map(({ role, userId }) => [userId, role]),
      [[team.owner, "admin"]]
    )
    assert.deepStrictEqual(yield* tasksOn(first.id), ["Dig"])
    assert.deepStrictEqual(yield* workspaces.members(copy.id), [])

    const bare = yield* as(team.editor)(Duplicate.duplicateWorkspace(team.workspace.id))
    assert.deepStrictEqual([bare.name, bare.ownerId, bare.role], [team.workspace.name, team.editor, "owner"])
    const [empty = assert.fail("no copy")] = yield* boardsIn(bare.id)
    assert.deepStrictEqual(yield* tasksOn(empty.id), [])
    const byOperator = yield* asOperator(Duplicate.duplicateWorkspace(team.workspace.id))
    assert.deepStrictEqual([byOperator.ownerId, byOperator.role], [team.owner, null])
  })

  story("has names in place of the ids of people who are not on the copy", function* () {
    const team = yield* givenTeam
    const column = yield* as(team.owner)(Board.addColumn(team.boardId, { name: "Who", type: "person" }))
    const columnValues = { [column.id]: [team.viewer, team.owner] }
    yield* as(team.owner)(Task.createTask({ boardId: team.boardId, name: "Dig", columnValues }))
    const { items: people } = yield* as(team.owner)(Board.listPeople(team.boardId))
    const [copy = assert.fail("no copy")] = yield* boardsIn((yield* duplicate(team, { withTasks: true })).id)
    const [task = assert.fail("no task")] = (yield* asOperator(
      Task.listTasks({ boardId: copy.id, include: ["columnValues"] })
    )).items
    const name = people.find(({ id }) => id === team.viewer)?.name
    assert.deepStrictEqual(Object.values(task.columnValues ?? {}), [[name, team.owner] as never])
  })

  story("copies 10,000 tasks, 100 boards and 5,000 groups, columns and options, and nothing of more", function* () {
    const team = yield* givenTeam
    const [other = assert.fail("no board")] = yield* givenBoards(team, "Other")
    const archive = yield* Archive.ArchiveRepository
    const fill = (board: Board.BoardDetails, count: number) =>
      archive.insertTasks(
        Array.from({ length: count }, (_, at) => ({
          ...aTask({ boardId: board.id, groupId: board.groups[0]?.id ?? assert.fail("no group"), rank: rankAt(at) }),
          ...{ comments: [], subtasks: [], timeEntries: [] }
        }))
      )
    yield* fill(yield* asOperator(Board.getBoard(team.boardId)), 6000)
    yield* fill(other, 4000)
    yield* duplicate(team, { withTasks: true })
    yield* givenTask(team)
    const before = yield* stored
    assert.strictEqual(yield* refused(duplicate(team, { withTasks: true })), "InvalidInput withTasks")
    assert.strictEqual(yield* stored, before)

    yield* givenBoards(team, ...Array.from({ length: 98 }, (_, at) => `Board ${at}`))
    assert.strictEqual((yield* boardsIn((yield* duplicate(team)).id)).length, 100)
    yield* givenBoards(team, "Another")
    assert.strictEqual(yield* refused(duplicate(team)), "InvalidInput boards")

    const large = yield* givenTeam
    const options = Array.from({ length: 500 }, (_, at) => ({ label: `Label ${at}` }))
    const addColumn = (name: string) =>
      as(large.owner)(Board.addColumn(large.boardId, { name, type: "dropdown", options }))
    for (let at = 0; at < 9; at++) yield* addColumn(`Column ${at}`)
    yield* duplicate(large)
    yield* addColumn("Another")
    assert.strictEqual(yield* refused(duplicate(large)), "InvalidInput boards")
  })

  story("fails without the right, and for wrong input", function* () {
    const team = yield* givenTeam
    const of = (userId: typeof team.owner, workspaceId: string, input = {}) =>
      refused(as(userId)(Duplicate.duplicateWorkspace(workspaceId, input)))
    assert.strictEqual(yield* of(team.admin, team.workspace.id), "Forbidden")
    assert.strictEqual(yield* of((yield* givenAccount()).id, team.workspace.id), "Forbidden")
    assert.strictEqual(yield* of(team.owner, (yield* givenBoard()).workspace.id), "Forbidden")
    assert.strictEqual(yield* of(team.owner, "nothing"), "NotFound Workspace")
    const wrong = yield* of(team.owner, team.workspace.id, { name: "", withTasks: 1 })
    assert.strictEqual(wrong, "InvalidInput name, withTasks")
  })
})
