import { type Account, Task } from "@boardwright/core"
import { givenBoard, givenTask, rankAt } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Struct, TestClock } from "effect"
import { afterNoon, as, asOperator, givenTeam, MINUTE, refused, sent, story, stored, type Team } from "../support.js"
import { givenTeamTask, namesOf } from "./support.js"

const list = (team: Team, query: object = {}, by: Account.UserId = team.viewer) =>
  as(by)(Task.listTasks(sent({ boardId: team.boardId, ...query })))
const names = (team: Team, query: object = {}) => Effect.map(list(team, query), ({ items }) => namesOf(items))

/** Tasks 0, 1, 2 ... of the board, created in another order. */
const givenTasks = Effect.fnUntraced(function* (team: Team, overrides: ReadonlyArray<Partial<Task.PlacedTask>>) {
  const places = overrides.map((fields, at) => ({ ...fields, name: `Task ${at}`, rank: rankAt(at) }))
  return yield* Effect.forEach(places.toReversed(), (fields) => givenTask(team, fields))
})

describe("getTask", () => {
  story("fails with NotFound for ids of any form", function* () {
    const { stranger, boardId } = yield* givenTeam
    for (const id of ["", "nothing", boardId]) {
      assert.strictEqual(yield* refused(as(stranger)(Task.getTask(id))), "NotFound Task")
    }
  })
})

describe("listTasks", () => {
  story("includes what it is asked for, and refuses what it does not know", function* () {
    const team = yield* givenTeam
    yield* givenTasks(team, [{ columnValues: { a: 1 } }])
    const plain = (yield* list(team)).items[0]!
    const counts = { comments: 0, subtasks: 0, subtasksDone: 0, minutes: 0 }
    const including = (include: unknown) => list(team, sent({ include }))
    assert.deepStrictEqual((yield* including(["counts", "columnValues"])).items, [
      { ...plain, columnValues: { a: 1 }, counts }
    ])
    assert.deepStrictEqual((yield* including([])).items, [plain])
    assert.strictEqual(yield* refused(including(["counts", "comments"])), "InvalidInput include.1")
    assert.strictEqual(yield* refused(including("counts")), "InvalidInput include")
  })

  story("returns summaries in order of rank, on pages as in one list", function* () {
    const team = yield* givenTeam
    yield* givenTasks(team, [{}, {}, {}, {}, {}])
    const whole = yield* list(team)
    assert.deepStrictEqual(namesOf(whole.items), ["Task 0", "Task 1", "Task 2", "Task 3", "Task 4"])
    assert.deepStrictEqual([whole.total, whole.page, whole.limit], [5, 1, 1000])
    assert.sameMembers(Object.keys(whole.items[0] ?? {}), [
      ...["id", "boardId", "groupId", "name", "status", "priority", "assignees", "dueDate"],
      ...["createdAt", "updatedAt"]
    ])
    const pages = yield* Effect.forEach([1, 2, 3, 4], (page) => list(team, { page, limit: 2 }))
    assert.deepStrictEqual(
      pages.flatMap(({ items }) => items),
      whole.items
    )
    assert.deepStrictEqual(pages.map(Struct.get("total")), [5, 5, 5, 5])
  })

  story("returns tasks that match every filter exactly", function* () {
    const team = yield* givenTeam
    const [first, second] = team.groups
    yield* givenTasks(team, [
      { groupId: first.id, status: "done", assignees: [team.viewer, team.editor] },
      { groupId: second.id, status: "done", assignees: [team.editor] },
      { groupId: second.id, status: "Done", assignees: [] },
      { groupId: second.id, status: "working", assignees: [team.editor, team.admin] }
    ])
    const cases: ReadonlyArray<readonly [object, ReadonlyArray<number>]> = [
      [{}, [0, 1, 2, 3]],
      [{ groupId: null, status: null, assignee: null }, [0, 1, 2, 3]],
      [{ groupId: second.id }, [1, 2, 3]],
      [{ status: "done" }, [0, 1]],
      [{ assignee: team.editor }, [0, 1, 3]],
      [{ groupId: second.id, status: "done", assignee: team.editor }, [1]],
      [{ groupId: first.id, status: "working" }, []],
      [{ groupId: "nothing" }, []],
      [{ assignee: "nobody" }, []],
      [{ status: "%" }, []]
    ]
    for (const [query, expected] of cases) {
      assert.deepStrictEqual(
        yield* names(team, query),
        expected.map((at) => `Task ${at}`),
        JSON.stringify(query)
      )
    }
  })

  story("returns nothing of other boards", function* () {
    const team = yield* givenTeam
    const other = yield* givenBoard()
    yield* givenTask(other)
    assert.isEmpty(yield* names(team))
    assert.isEmpty(yield* names(team, { groupId: other.groups[0].id }))
  })

  story("checks the query, then existence, then rights", function* () {
    const team = yield* givenTeam
    const ask = (query: object) => refused(list(team, query, team.stranger))
    assert.strictEqual(
      yield* ask({ boardId: null, groupId: 7, status: [], assignee: {}, page: 0, limit: 1001 }),
      "InvalidInput boardId, groupId, status, assignee, page, limit"
    )
    assert.strictEqual(yield* ask({ boardId: "nothing", page: -1 }), "InvalidInput page")
    assert.strictEqual(yield* ask({ boardId: "nothing" }), "NotFound Board")
    assert.strictEqual(yield* ask({}), "Forbidden")
  })
})

describe("moveTask", () => {
  const move = (userId: Account.UserId, id: string, groupId: unknown) =>
    as(userId)(Task.moveTask(id, sent({ groupId })))

  story("moves the task to the end of the group, also of its own, and sets updatedAt", function* () {
    const team = yield* givenTeam
    const [, , moved] = yield* givenTasks(team, [{}, {}, {}])
    const id = moved?.id ?? assert.fail("no task")
    yield* TestClock.adjust(MINUTE)
    for (const group of team.groups) {
      const task = yield* move(team.editor, id, group.id)
      assert.strictEqual(task.groupId, group.id)
      assert.strictEqual(task.updatedAt, afterNoon(MINUTE))
      assert.notProperty(task, "rank")
      assert.deepStrictEqual(yield* names(team), ["Task 1", "Task 2", "Task 0"])
    }
    yield* move(team.editor, (yield* list(team)).items[0]!.id, team.groups[1].id)
    assert.deepStrictEqual(yield* names(team, { groupId: team.groups[1].id }), ["Task 0", "Task 1"])
  })

  story("checks input, then existence, then rights", function* () {
    const { groups, taskId, viewer } = yield* givenTeamTask
    const other = yield* givenBoard()
    for (const groupId of [undefined, null, 7]) {
      assert.strictEqual(yield* refused(move(viewer, "nothing", groupId)), "InvalidInput groupId")
    }
    assert.strictEqual(yield* refused(move(viewer, "nothing", groups[0].id)), "NotFound Task")
    for (const groupId of ["", "nothing", other.groups[0].id]) {
      assert.strictEqual(yield* refused(move(viewer, taskId, groupId)), "NotFound Group")
    }
    assert.strictEqual(yield* refused(move(viewer, taskId, groups[1].id)), "Forbidden")
  })
})

describe("deleteTask", () => {
  story("removes the task with its lists, and no others", function* () {
    const team = yield* givenTeamTask
    const kept = yield* givenTask(team)
    yield* as(team.editor)(Task.addComment(team.taskId, { content: "Gone soon" }))
    yield* as(team.editor)(Task.addSubtask(team.taskId, { name: "Gone soon" }))
    yield* as(team.editor)(Task.addTimeEntry(team.taskId, { duration: 1 }))
    yield* as(team.editor)(Task.deleteTask(team.taskId))
    const { comments, subtasks, tasks, timeEntries } = yield* stored
    assert.deepStrictEqual([...tasks.keys()], [kept.id])
    assert.deepStrictEqual([comments.size, subtasks.size, timeEntries.size], [0, 0, 0])
    assert.strictEqual(yield* refused(asOperator(Task.deleteTask(team.taskId))), "NotFound Task")
  })
})
