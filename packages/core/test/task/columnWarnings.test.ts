import { Board, Duplicate, Task } from "@boardwright/core"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { as, givenTeam, sent, story, type Team, writingNothing } from "../support.js"
import { undoLast } from "../undo/support.js"

const NUMBER_RULE = "must be a number"
const addColumn = (team: Team, type: string) =>
  as(team.editor)(Board.addColumn(team.boardId, sent({ name: `A ${type}`, type })))
const create = (team: Team, columnValues: object) =>
  as(team.editor)(Task.createTask(sent({ boardId: team.boardId, name: "Task", columnValues })))
const write = (team: Team, { id }: Task.Task, columnValues: object) =>
  as(team.editor)(Task.updateTask(id, sent({ columnValues })))

describe("a value that does not fit the type of its column", () => {
  story("is kept, and named by every answer with the task, until it fits", function* () {
    const team = yield* givenTeam
    const price = yield* addColumn(team, "Number")
    const due = yield* addColumn(team, "date")
    const warnings = [{ columnId: price.id, message: NUMBER_RULE }]
    const created = yield* create(team, { [price.id]: "n/a", [due.id]: "2027-03-25" })
    assert.deepStrictEqual(created.columnValues, { [price.id]: "n/a", [due.id]: "2027-03-25" })
    assert.deepStrictEqual(created.columnWarnings, warnings)
    const group = yield* as(team.editor)(Board.addGroup(team.boardId, { name: "Later" }))
    const answers = [
      yield* as(team.viewer)(Task.getTask(created.id)),
      yield* as(team.editor)(Task.updateTask(created.id, { name: "Renamed" })),
      yield* as(team.editor)(Task.updateTask(created.id, {})),
      yield* as(team.editor)(Task.moveTask(created.id, { groupId: group.id })),
      yield* as(team.editor)(Duplicate.duplicateTask(created.id))
    ]
    for (const { columnWarnings } of answers) assert.deepStrictEqual(columnWarnings, warnings)
    assert.notProperty(yield* write(team, created, { [price.id]: "12.50" }), "columnWarnings")
    assert.notProperty(yield* as(team.viewer)(Task.getTask(created.id)), "columnWarnings")
    const both = yield* write(team, created, { [due.id]: "soon", [price.id]: true })
    assert.deepStrictEqual(
      both.columnWarnings?.map(({ columnId }) => columnId),
      [price.id, due.id]
    )
  })

  story("is no date from 1000 to 9999, or from 1970 in the column of the due date", function* () {
    const team = yield* givenTeam
    const born = yield* addColumn(team, "date")
    const due = yield* as(team.editor)(Board.addColumn(team.boardId, { name: "Due", type: "Date", field: "dueDate" }))
    const tasks = yield* Effect.forEach(["1955-03-01", "31.12.1899", "0999-12-31", "2027-03-01"], (day) =>
      create(team, { [born.id]: day, [due.id]: day })
    )
    const dueRule = "must be a date from 1970 to 9999, its day and month in a clear order"
    assert.deepStrictEqual(
      tasks.map(({ columnWarnings = [] }) => columnWarnings.map(({ message }) => message)),
      [[dueRule], [dueRule], ["must be a date from 1000 to 9999, its day and month in a clear order", dueRule], []]
    )
    assert.deepStrictEqual(
      tasks.map(({ dueDate }) => dueDate),
      [null, null, null, "2027-03-01T00:00:00.000Z"]
    )
    const found = (column: Board.Column, op: string, value?: unknown) =>
      Effect.map(
        as(team.viewer)(
          Task.listTasks(
            sent({ boardId: team.boardId, filter: { column: column.id, op, value }, sort: `column:${column.id}` })
          )
        ),
        ({ items }) => items.map(({ id }) => tasks.findIndex((task) => task.id === id))
      )
    assert.deepStrictEqual(yield* found(born, "isEmpty"), [2])
    assert.deepStrictEqual(yield* found(born, "lt", "2000-01-01"), [1, 0])
    assert.deepStrictEqual(yield* found(born, "between", ["1899-12-31", "1955-03-01"]), [1, 0])
    assert.deepStrictEqual(yield* found(due, "isEmpty"), [0, 1, 2])
    assert.deepStrictEqual(yield* found(due, "gte", "1000-01-01"), [3])
    const failure = yield* Effect.flip(found(born, "is", "0999-12-31"))
    assert.deepStrictEqual(failure._tag === "InvalidInput" ? failure.issues : failure, [
      { path: ["filter", "value"], message: "must be an ISO 8601 date or timestamp from 1000 to 9999" }
    ])
    yield* as(team.editor)(Board.updateColumn(team.boardId, born.id, { strict: true }))
    yield* write(team, tasks[0] ?? assert.fail(), { [born.id]: "1066-10-14" })
  })

  story("is not recorded as a part of the task, and comes back with an undo", function* () {
    const team = yield* givenTeam
    const price = yield* addColumn(team, "number")
    const task = yield* create(team, { [price.id]: "n/a" })
    yield* write(team, task, { [price.id]: 5 })
    yield* undoLast(team.editor)
    const { columnValues, columnWarnings } = yield* as(team.viewer)(Task.getTask(task.id))
    assert.deepStrictEqual([columnValues, columnWarnings?.length], [{ [price.id]: "n/a" }, 1])
  })

  story("is known by the type that its column has now", function* () {
    const team = yield* givenTeam
    const column = yield* addColumn(team, "text")
    const task = yield* create(team, { [column.id]: "ada@example.com" })
    const typed = (type: string) =>
      Effect.zipRight(
        as(team.editor)(Board.updateColumn(team.boardId, column.id, { type })),
        Effect.map(as(team.viewer)(Task.getTask(task.id)), ({ columnWarnings }) => columnWarnings)
      )
    assert.isUndefined(yield* typed("email"))
    assert.deepStrictEqual(yield* typed("link"), [
      { columnId: column.id, message: "must be a web address with http or https" }
    ])
    assert.isUndefined(yield* typed("a type of their own"))
  })

  story("is refused in a strict column, where what is stored stays", function* () {
    const team = yield* givenTeam
    const price = yield* addColumn(team, "number")
    const task = yield* create(team, { [price.id]: "n/a" })
    yield* as(team.editor)(Board.updateColumn(team.boardId, price.id, { strict: true }))
    const message = `${NUMBER_RULE}, since the column is strict`
    for (const work of [create(team, { [price.id]: "n/a" }), write(team, task, { [price.id]: ["5"] })]) {
      const failure = yield* writingNothing(Effect.flip(work))
      assert.deepInclude(failure, { _tag: "InvalidInput", issues: [{ path: ["columnValues", price.id], message }] })
    }
    const renamed = yield* as(team.editor)(
      Task.updateTask(task.id, { name: "Renamed", columnValues: { [price.id]: "n/a" } })
    )
    assert.deepStrictEqual(renamed.columnWarnings, [{ columnId: price.id, message: NUMBER_RULE }])
    assert.deepStrictEqual((yield* write(team, task, { [price.id]: " 5 " })).columnValues, { [price.id]: " 5 " })
    assert.deepStrictEqual((yield* write(team, task, { [price.id]: "" })).columnValues, { [price.id]: "" })
  })
})
