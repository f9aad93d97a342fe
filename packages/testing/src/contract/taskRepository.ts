import { type Board, Ports, Task } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Struct } from "effect"
import { aTask, fresh, givenBoard, givenTask, instant, rankAt, wholeList } from "../fixtures.js"
import type { TaskNeeds } from "./Needs.js"
import { contract, type Suite } from "./Suite.js"
import { atOnce, AWKWARD_NAMES, AWKWARD_TEXTS, dies, findTask, isNone, lockTask, valueOf, someone } from "./support.js"
import { childTests } from "./taskChildren.js"
import { placeTests } from "./taskPlaces.js"
import { assignedTests } from "./assignedTasks.js"
import { listTests } from "./taskLists.js"
import { queryTests } from "./taskQueries.js"

const tasks = Effect.serviceFunctions(Task.TaskRepository)

const totals = { comments: 0, subtasks: 0, timeEntries: 0 }
const bare = { comments: [], subtasks: [], timeEntries: [], totals, files: [] }

const detailsOf = ({ rank: _, ...task }: Task.PlacedTask): Task.TaskDetails => ({ ...task, ...bare })

const UNUSUAL_VALUES: Task.ColumnValues = {
  empty: "",
  quoted: `"'\\ \u2028 é`,
  yes: true,
  no: false,
  zero: 0,
  small: 0.1,
  huge: 1e21,
  precise: 9_007_199_254_740_991,
  tiny: 5e-324,
  negative: -12.5,
  list: [1, "two", [null, {}], []],
  nested: { a: { "": [{ b: null }] }, length: 2 },
  "": "an empty key",
  'a\'key "with" 🔑 $.[0]': "odd",
  number: "1",
  textual: "true"
}

/** The contract of `TaskRepository`. */
export const taskRepositorySuite: Suite<TaskNeeds> = (it) => {
  it("returns a task as it was stored", function* () {
    const on = yield* givenBoard()
    const assignees = [yield* someone, yield* someone].toReversed()
    const full = yield* givenTask(on, {
      status: "Stuck 🧱",
      priority: "'urgent'",
      assignees,
      dueDate: instant(60 * 24 * 365),
      columnValues: UNUSUAL_VALUES,
      updatedAt: instant(3),
      rank: rankAt(17)
    })
    const plain = yield* givenTask(on)
    for (const task of [full, plain]) {
      assert.deepStrictEqual(valueOf(yield* findTask(task.id)), detailsOf(task))
      assert.deepStrictEqual(valueOf(yield* lockTask(task.id)), task)
    }
  })

  it("stores long and unusual texts", function* () {
    const on = yield* givenBoard()
    for (const [index, description] of AWKWARD_TEXTS.entries()) {
      const name = AWKWARD_NAMES[index] ?? "a name"
      const task = yield* givenTask(on, { name, description, columnValues: { cell: description } })
      assert.deepStrictEqual(valueOf(yield* lockTask(task.id)), task)
    }
  })

  it("stores the first and the last instant", function* () {
    const on = yield* givenBoard()
    for (const dueDate of ["1970-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"]) {
      const task = yield* givenTask(on, { dueDate: dueDate as NonNullable<Task.Task["dueDate"]> })
      assert.strictEqual(valueOf(yield* findTask(task.id)).dueDate, dueDate)
    }
  })

  it("finds none for an unknown id", function* () {
    const id = fresh("nothing") as Task.TaskId
    isNone(yield* findTask(id))
    isNone(yield* Ports.transactional(lockTask(id)))
  })

  it("stores none and ten thousand tasks in one call", function* () {
    const { board, groups } = yield* givenBoard()
    yield* tasks.insert([])
    const many = Array.from({ length: 10_000 }, (_, place) =>
      aTask({ boardId: board.id, groupId: groups[place % 2]?.id ?? groups[0].id, rank: rankAt(place) })
    )
    yield* tasks.insert(many)
    const last = yield* tasks.list({ boardId: board.id }, { page: 10, limit: 1000, offset: 9000 })
    assert.strictEqual(last.total, 10_000)
    assert.deepStrictEqual(
      last.items.map(Struct.get("id")),
      many.slice(9000).map(({ id }) => id)
    )
  })

  it("rejects a group of another board, and stores none of the tasks", function* () {
    const { board, groups } = yield* givenBoard()
    const other = yield* givenBoard()
    const boardId = board.id
    const foreign = aTask({ boardId, groupId: other.groups[0].id })
    const unknown = aTask({ boardId, groupId: fresh("group") as Board.GroupId })
    const good = Array.from({ length: 3000 }, (_, place) =>
      aTask({ boardId, groupId: groups[0].id, rank: rankAt(place) })
    )
    yield* dies(tasks.insert([foreign]))
    yield* dies(tasks.insert([unknown]))
    yield* dies(tasks.insert([...good, foreign]))
    assert.deepStrictEqual(yield* tasks.list({ boardId }, wholeList), { items: [], total: 0 })
    assert.deepStrictEqual(yield* tasks.list({ boardId: other.board.id }, wholeList), { items: [], total: 0 })
  })

  it("rejects moving a task to a group of another board", function* () {
    const task = yield* givenTask(yield* givenBoard())
    const other = yield* givenBoard()
    yield* dies(tasks.replace({ ...task, groupId: other.groups[0].id }))
    assert.deepStrictEqual(valueOf(yield* lockTask(task.id)), task)
  })

  it("writes every field but the id and the board", function* () {
    const on = yield* givenBoard()
    const other = yield* givenBoard()
    const before = yield* givenTask(on, { dueDate: instant(), columnValues: { a: 1, b: 2 } })
    const untouched = yield* givenTask(on)
    const after: Task.PlacedTask = {
      ...before,
      groupId: on.groups[1].id,
      name: "新しい",
      description: "🎉",
      status: "done",
      priority: "low",
      assignees: [yield* someone],
      dueDate: null,
      columnValues: { b: [3] },
      updatedAt: instant(8),
      rank: rankAt(99)
    }
    yield* tasks.replace({ ...after, boardId: other.board.id })
    assert.deepStrictEqual(valueOf(yield* lockTask(before.id)), after)
    assert.deepStrictEqual(valueOf(yield* lockTask(untouched.id)), untouched)
    yield* tasks.replace(before)
    assert.deepStrictEqual(valueOf(yield* findTask(before.id)), detailsOf(before))
  })

  it("writes changed assignees when given the task before the change", function* () {
    const ids = [yield* someone, yield* someone, yield* someone]
    const first = yield* givenTask(yield* givenBoard(), { assignees: ids })
    let before = first
    for (const assignees of [ids, [...ids], ids.toReversed(), ids.slice(1), [], ids.slice(0, 1), ids]) {
      const after: Task.PlacedTask = { ...before, assignees, name: `${before.name}.` }
      yield* tasks.replace(after, before)
      assert.deepStrictEqual(valueOf(yield* lockTask(first.id)), after)
      before = after
    }
  })

  it("a locked task is changed by one transaction at a time", function* () {
    const { id } = yield* givenTask(yield* givenBoard())
    const set = (index: number) =>
      Effect.gen(function* () {
        const task = valueOf(yield* lockTask(id))
        yield* tasks.replace({ ...task, columnValues: { ...task.columnValues, [`key ${index}`]: index } })
      })
    yield* atOnce(20, (index) => Ports.transactional(set(index)))
    assert.strictEqual(Object.keys(valueOf(yield* findTask(id)).columnValues).length, 20)
  })

  listTests(it)
  queryTests(it)
  assignedTests(it)
  childTests(it)
  placeTests(it)
}

/** Runs the suite on an adapter. */
export const taskRepositoryContract = contract("TaskRepository", taskRepositorySuite)
