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
