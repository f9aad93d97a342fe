import { Archive, Board, Duplicate, Task } from "@boardwright/core"
import { aSubtask, aTask, givenAccount, givenBoard, givenTask, rankAt } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { afterNoon, as, asOperator, FACE, givenTeam, refused, stored, story, type Team } from "../support.js"

const duplicate = (team: Team, input?: Duplicate.DuplicateBoard) =>
  as(team.owner)(Duplicate.duplicateBoard(team.boardId, input))

/** The board's tasks as an export has them, without ids and times, with their groups and values by name. */
const contentOf = Effect.fnUntraced(function* (boardId: string) {
  const { columns, groups } = yield* asOperator(Board.getBoard(boardId))
  const nameIn = (parts: ReadonlyArray<{ readonly id: string; readonly name: string }>, id: string) =>
    parts.find((part) => part.id === id)?.name ?? "nothing"
  const archive = yield* Archive.ArchiveRepository
  const tasks = yield* archive.tasks(boardId as Board.BoardId, yield* archive.taskIds(boardId as Board.BoardId))
  return tasks.map(({ assignees, columnValues, description, dueDate, groupId, name, priority, status, subtasks }) => ({
    ...{ assignees, description, dueDate, name, priority, status },
    group: nameIn(groups, groupId),
    values: Object.entries(columnValues).map(([id, value]) => [nameIn(columns, id), value]),
    subtasks: subtasks.map(({ completed, name }) => [name, completed])
  }))
})

/** Tasks on the board, stored at once. */
const givenTasks = Effect.fnUntraced(function* (
  team: Team,
  count: number,
  overrides: (at: number) => Partial<Archive.WholeTask>
) {
  const tasks = Array.from({ length: count }, (_, at): Archive.WholeTask => {
    const groupId = team.groups[at % 3 === 0 ? 1 : 0].id
    const task = aTask({ boardId: team.boardId, groupId, name: `task ${at}`, rank: rankAt(Math.floor(at / 2)) })
    return { ...task, comments: [], subtasks: [], timeEntries: [], ...overrides(at) }
  })
  yield* (yield* Archive.ArchiveRepository).insertTasks(tasks)
})

describe("duplicateBoard", () => {
  story("copies the board, its groups and its columns in order, and not its members and tasks", function* () {
    const team = yield* givenTeam
    yield* givenTask(team)
    const background = { type: "solid", value: "#123456" }
    yield* as(team.owner)(Board.updateBoard(team.boardId, { background, viewDensity: "compact", description: "Why" }))
    yield* as(team.owner)(Board.updateColumn(team.boardId, team.columns[1].id, { width: 7, visible: false }))
    const [last, first] = [team.groups[0].id, team.groups[1].id]
    yield* as(team.owner)(Board.updateGroup(team.boardId, first, { beforeGroupId: last, color: "#ABCDEF" }))
    const { columns, groups, id, ...original } = yield* as(team.owner)(Board.getBoard(team.boardId))

    const copy = yield* duplicate(team)
    const withoutIds = (parts: ReadonlyArray<object>) => parts.map((part) => ({ ...part, id: null }))
    const times = { createdAt: afterNoon(0), updatedAt: afterNoon(0) }
    const members = [{ userId: team.owner, role: "admin", ...FACE }]
    const { columns: newColumns, groups: newGroups, id: newId, ...board } = copy
    assert.deepStrictEqual(board, { ...original, ...times, members } as never)
    assert.deepStrictEqual(withoutIds(newColumns), withoutIds(columns))
    assert.deepStrictEqual(withoutIds(newGroups), withoutIds(groups))
    const ids = [id, newId, ...[...columns, ...newColumns, ...groups, ...newGroups].map((part) => part.id)]
    assert.strictEqual(new Set<string>(ids).size, ids.length)
    assert.deepStrictEqual(yield* contentOf(newId), [])
    assert.deepStrictEqual((yield* stored).feed.changes.at(-1)?.fields["tasks"], undefined)
    const byOperator = yield* asOperator(Duplicate.duplicateBoard(id, { name: " Again " }))
    assert.deepStrictEqual([byOperator.name, byOperator.members], ["Again", members as never])
  })

  story("has names in place of the ids of people who are not on the copy", function* () {
    const team = yield* givenTeam
    const add = (field: Board.BoundField | null) =>
      as(team.owner)(Board.addColumn(team.boardId, { name: String(field), type: "person", ...(field && { field }) }))
    const [plain, bound] = [yield* add(null), yield* add("assignees")]
    const named = [team.viewer, team.owner, "Sofia", { deep: [team.viewer] }]
    for (const cell of [named, team.viewer]) {
      const columnValues = { [plain.id]: cell, [bound.id]: [team.viewer] }
      yield* as(team.owner)(Task.createTask({ boardId: team.boardId, name: "Task", columnValues }))
    }
    const { id } = yield* duplicate(team, { withTasks: true })
    const name = (yield* as(team.owner)(Board.listPeople(team.boardId))).items.find(
      (each) => each.id === team.viewer
    )?.name
    assert.deepStrictEqual(
      (yield* contentOf(id)).map(({ assignees, values }) => [assignees, Object.fromEntries(values)]),
      [[name, team.owner, "Sofia", { deep: [team.viewer] }], name].map((people) => [
        [team.viewer],
        { null: people, assignees: [team.viewer] }
      ])
    )
  })

  story("keeps ids whose names would be over the limit of a value", function* () {
    const team = yield* givenTeam
    const boards = yield* Board.BoardRepository
    const member = Effect.gen(function* () {
      const { id } = yield* givenAccount({ name: "é".repeat(60) })
      yield* boards.putMember(team.boardId, { userId: id, role: "editor" }, afterNoon(9))
      return id
    })
    const members = yield* Effect.all(Array.from({ length: 200 }, () => member))
    const column = yield* as(team.owner)(Board.addColumn(team.boardId, { name: "Who", type: "person" }))
    const columnValues = { [column.id]: members }
    yield* as(team.owner)(Task.createTask({ boardId: team.boardId, name: "Task", columnValues }))
    const { id } = yield* duplicate(team, { withTasks: true })
    assert.deepStrictEqual((yield* contentOf(id))[0]?.values, [["Who", members]])
  })

  story("copies tasks with subtasks, values and assignees in order, without their history", function* () {
    const team = yield* givenTeam
    yield* givenTasks(team, 600, (at) => ({
      assignees: at % 5 === 0 ? [team.viewer, team.admin] : [],
      dueDate: at % 7 === 0 ? afterNoon(at) : null,
      columnValues: at % 2 === 0 ? { [team.columns[1].id]: { deep: [at] } } : {}
    }))
    const { items } = yield* as(team.owner)(Task.listTasks({ boardId: team.boardId, limit: 3 }))
    for (const [at, { id }] of items.entries()) {
      yield* as(team.owner)(Task.addComment(id, { content: "Look" }))
      yield* as(team.owner)(Task.addTimeEntry(id, { duration: 1 }))
      const { id: subtaskId } = yield* as(team.owner)(Task.addSubtask(id, { name: `Part ${at}` }))
      if (at === 1) yield* as(team.owner)(Task.updateSubtask(id, subtaskId, { completed: true }))
    }
    yield* as(team.owner)(Task.deleteTask((yield* givenTask(team)).id))
    const before = yield* stored
    const copy = yield* duplicate(team, { withTasks: true })
    assert.deepStrictEqual(yield* contentOf(copy.id), yield* contentOf(team.boardId))
    const after = yield* stored
    assert.strictEqual(after.comments, before.comments)
    assert.strictEqual(after.timeEntries, before.timeEntries)
    assert.strictEqual(after.tasks.size, before.tasks.size + 600)
    assert.deepStrictEqual(after.feed.changes.at(-1)?.fields["tasks"], { from: null, to: 600 })
  })

  story("copies 10,000 tasks, and neither more nor more than 64 MiB of them", function* () {
    const team = yield* givenTeam
    yield* givenTasks(team, Duplicate.MAX_COPIED_TASKS, () => ({}))
    const copy = yield* duplicate(team, { withTasks: true })
    const { total } = yield* as(team.owner)(Task.listTasks({ boardId: copy.id, limit: 1 }))
    assert.strictEqual(total, Duplicate.MAX_COPIED_TASKS)
    yield* givenTask(team)
    assert.strictEqual(yield* refused(duplicate(team, { withTasks: true })), "InvalidInput withTasks")
    yield* duplicate(team, { withTasks: false })

    const large = yield* givenTeam
    const column = large.columns[0].id
    yield* givenTasks(large, 130, () => ({ columnValues: { [column]: "x".repeat(512 * 1024) } }))
    assert.strictEqual(yield* refused(duplicate(large, { withTasks: true })), "InvalidInput withTasks")
  })

  story("keeps the order of subtasks of one time, and copies what was stored since", function* () {
    const team = yield* givenTeam
    yield* givenTasks(team, 1, () => ({}))
    const [{ id } = assert.fail("no task")] = (yield* as(team.owner)(Task.listTasks({ boardId: team.boardId }))).items
    const tasks = yield* Task.TaskRepository
    for (const name of ["c", "a", "b", "d"]) yield* tasks.insertSubtask(aSubtask({ taskId: id, name }))
    const copy = yield* duplicate(team, { withTasks: true })
    assert.deepStrictEqual(yield* contentOf(copy.id), yield* contentOf(team.boardId))
  })

  story("fails without the right, for a board in the trash and for wrong input", function* () {
    const team = yield* givenTeam
    const of = (userId: typeof team.owner, boardId: string, input = {}) =>
      refused(as(userId)(Duplicate.duplicateBoard(boardId, input)))
    assert.strictEqual(yield* of(team.admin, team.boardId), "Forbidden")
    assert.strictEqual(yield* of(team.owner, (yield* givenBoard()).board.id), "Forbidden")
    assert.strictEqual(yield* of(team.owner, "nothing"), "NotFound Board")
    assert.strictEqual(yield* of(team.owner, team.boardId, { name: "", withTasks: 1 }), "InvalidInput name, withTasks")
    yield* as(team.owner)(Board.deleteBoard(team.boardId))
    assert.strictEqual(yield* of(team.owner, team.boardId), "NotFound Board")
  })
})
