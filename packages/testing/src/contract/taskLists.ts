import { type Account, type Board, Task, Values } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Struct } from "effect"
import { aComment, aSubtask, aTask, aTimeEntry, fresh, givenBoard, givenTask, rankAt, wholeList } from "../fixtures.js"
import type { TaskNeeds } from "./Needs.js"
import type { Suite } from "./Suite.js"
import { lists, someone } from "./support.js"

const tasks = Effect.serviceFunctions(Task.TaskRepository)

const idsOf = ({ items }: Values.Page<Task.TaskSummary>) => items.map(({ id }) => id)

const summaryOf = ({ columnValues: _values, description: _text, rank: _rank, ...summary }: Task.PlacedTask) => summary

/** The contract of `TaskRepository.list`. */
export const listTests: Suite<TaskNeeds> = (it) => {
  it("lists the summary of each task", function* () {
    const on = yield* givenBoard()
    const assignees = [yield* someone, yield* someone]
    const task = yield* givenTask(on, { assignees, description: "not listed", columnValues: { a: 1 } })
    assert.deepStrictEqual(yield* tasks.list({ boardId: on.board.id }, wholeList), {
      items: [summaryOf(task)],
      total: 1
    })
  })

  it("includes column values and counts of what is on each task", function* () {
    const on = yield* givenBoard()
    const assignees = [yield* someone]
    const columnValues = { a: [0.1, null], b: "x" }
    const busy = yield* givenTask(on, { assignees, columnValues, status: "done" })
    const idle = yield* givenTask(on, { rank: rankAt(1) })
    const taskId = busy.id
    for (const other of [taskId, taskId, (yield* givenTask(yield* givenBoard())).id]) {
      yield* tasks.insertComment(aComment({ taskId: other, userId: fresh("user") as Account.UserId }))
    }
    for (const completed of [true, false, true]) yield* tasks.insertSubtask(aSubtask({ taskId, completed }))
    for (const duration of [0.5, 90, 0.25]) {
      yield* tasks.insertTimeEntry(aTimeEntry({ taskId, userId: fresh("user") as Account.UserId, duration }))
    }
    const counts = { comments: 2, subtasks: 3, subtasksDone: 2, minutes: 90.75 }
    const none = { comments: 0, subtasks: 0, subtasksDone: 0, minutes: 0 }
    const filter = { boardId: on.board.id }
    const list = (columnValues: boolean, counts: boolean) => (slice: Values.Slice) =>
      tasks.listWith(filter, slice, { columnValues, counts })
    const [first, second] = [summaryOf(busy), summaryOf(idle)]
    yield* lists(list(true, true), [
      { ...first, columnValues, counts },
      { ...second, columnValues: {}, counts: none }
    ])
    yield* lists(list(true, false), [
      { ...first, columnValues },
      { ...second, columnValues: {} }
    ])
    yield* lists(list(false, true), [
      { ...first, counts },
      { ...second, counts: none }
    ])
    yield* lists(list(false, false), [first, second])
    const include = { columnValues: false, counts: true }
    const done = yield* tasks.listWith({ ...filter, status: "done", assignee: assignees[0] }, wholeList, include)
    assert.deepStrictEqual(done, { items: [{ ...first, counts }], total: 1 })
  })

  it("counts any durations", function* () {
    const on = yield* givenBoard()
    const { id: taskId } = yield* givenTask(on)
    for (const duration of [Number.MAX_VALUE, Number.MAX_VALUE]) {
      yield* tasks.insertTimeEntry(aTimeEntry({ taskId, userId: fresh("user") as Account.UserId, duration }))
    }
    const include = { columnValues: false, counts: true }
    const { items } = yield* tasks.listWith({ boardId: on.board.id }, wholeList, include)
    assert.strictEqual(items[0]?.counts?.minutes, 2 * Task.MOST_COUNTED)
  })

  it("leaves out the column values of the tasks after those that have 4 MiB", function* () {
    const on = yield* givenBoard()
    const all = Array.from({ length: 12 }, (_, at) =>
      aTask({
        boardId: on.board.id,
        groupId: on.groups[0].id,
        rank: rankAt(at),
        columnValues: { a: "x".repeat(512 * 1024) }
      })
    )
    yield* tasks.insert(all)
    const include = { columnValues: true, counts: false }
    const list = (slice: Values.Slice) => tasks.listWith({ boardId: on.board.id }, slice, include)
    const { items, total } = yield* list(wholeList)
    assert.deepStrictEqual([items.map(({ id }) => id), total], [all.map(({ id }) => id), 12])
    assert.deepStrictEqual(
      items.map(({ columnValues }) => columnValues !== undefined),
      all.map((_, at) => at < 8)
    )
    const last = yield* list({ page: 2, limit: 8, offset: 8 })
    assert.isTrue(last.items.every(({ columnValues }) => columnValues !== undefined))
  })

  it("filters by group, status and assignee, in every combination", function* () {
    const on = yield* givenBoard()
    const [ada, bob] = [yield* someone, yield* someone]
    const groups = on.groups.map(({ id }) => id)
    const statuses = ["done", "do'ne\"", "100% _"]
    const teams = [[], [ada], [bob], [bob, ada]]
    // In order of rank, which is the reverse of the order of ids.
    const all = groups
      .flatMap((groupId) => statuses.flatMap((status) => teams.map((assignees) => ({ groupId, status, assignees }))))
      .map((fields, at, { length }) => aTask({ ...fields, boardId: on.board.id, rank: rankAt(length - at) }))
      .toReversed()
    yield* tasks.insert(all.toReversed())
    yield* givenTask(yield* givenBoard(), { status: "done", assignees: [ada] })
    const nobody = fresh("nobody")
    for (const groupId of [undefined, ...groups, fresh("group") as Board.GroupId]) {
      for (const status of [undefined, ...statuses, "Done", "%"]) {
        for (const assignee of [undefined, ada, bob, nobody, ada.slice(0, -1), "", '"']) {
          const expected = all.filter(
            (task) =>
              (groupId === undefined || task.groupId === groupId) &&
              (status === undefined || task.status === status) &&
              (assignee === undefined || task.assignees.some((userId) => userId === assignee))
          )
          const found = yield* tasks.list({ boardId: on.board.id, groupId, status, assignee }, wholeList)
          assert.deepStrictEqual(
            [found.total, idsOf(found)],
            [expected.length, expected.map(({ id }) => id)],
            JSON.stringify({ groupId, status, assignee })
          )
        }
      }
    }
  })

  it("lists in code-unit order of rank, ties by id", function* () {
    const on = yield* givenBoard()
    const id = fresh("task")
    // In another order than the ids.
    const places = [
      ["b00", "A"],
      ["aa", "d"],
      ["aZ", "c"],
      ["a0", "b"],
      ["a0", "B"],
      ["a0", "a"],
      ["a0V", "C"],
      ["a9", "0"]
    ] as const
    for (const [rank, suffix] of places) {
      const name = `${rank} ${suffix}`
      yield* givenTask(on, { id: `${id}${suffix}` as Task.TaskId, name, rank: Values.Rank.make(rank) })
    }
    const { items } = yield* tasks.list({ boardId: on.board.id }, wholeList)
    assert.deepStrictEqual(items.map(Struct.get("name")), [
      "a0 B",
      "a0 a",
      "a0 b",
      "a0V C",
      "a9 0",
      "aZ c",
      "aa d",
      "b00 A"
    ])
  })

  it("pages contain each task once, in one order, filtered or not", function* () {
    const { board, groups } = yield* givenBoard()
    const all = Array.from({ length: 25 }, (_, index) =>
      aTask({
        boardId: board.id,
        groupId: groups[0].id,
        status: index % 3 === 0 ? "done" : "pending",
        rank: rankAt(Math.floor(index / 10))
      })
    )
    yield* tasks.insert(all.toReversed())
    for (const filter of [{ boardId: board.id }, { boardId: board.id, status: "done" }]) {
      const whole = yield* tasks.list(filter, wholeList)
      for (const limit of [1, 4, 7, 100]) {
        const seen: Array<Task.TaskSummary> = []
        for (let page = 1; page <= Math.ceil(whole.total / limit) + 1; page++) {
          const part = yield* tasks.list(filter, { page, limit, offset: (page - 1) * limit })
          assert.strictEqual(part.total, whole.total)
          seen.push(...part.items)
        }
        assert.deepStrictEqual(seen, whole.items)
      }
    }
  })
}
