import { Board, Import, Task, Values } from "@boardwright/core"
import { givenAccount, givenTask } from "@boardwright/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { as, refused, story } from "../support.js"
import { givenTeamTask, type TeamTask } from "./support.js"

/** JSON of `bytes` bytes that is not text. */
const listOf = (bytes: number): Task.Json => ["x".repeat(bytes - 4)]
/** Values of `bytes` bytes in `keys`. */
const valuesOf = (bytes: number, keys: ReadonlyArray<string>): Task.ColumnValues => {
  const each = Math.floor(bytes / keys.length)
  const rest = bytes - each * (keys.length - 1)
  return Object.fromEntries(keys.map((key, at) => [key, "x".repeat((at === 0 ? rest : each) - 2)]))
}
const KIB = 1024
const NINE = Array.from({ length: 9 }, (_, at) => `key ${at}`)

const patch = (team: TeamTask, taskId: Task.TaskId, columnValues: Task.ColumnValues | null) =>
  as(team.editor)(Task.updateTask(taskId, { columnValues }))

it("jsonBytes counts the bytes in UTF-8", () => {
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (value, text) => {
      assert.strictEqual(Values.jsonBytes(value), bytes(value))
      assert.strictEqual(Values.jsonBytes([text]), bytes([text]))
    })
  )
})

describe("the limits of column values", () => {
  story("a value that is not text has at most 16 KiB as JSON", function* () {
    const team = yield* givenTeamTask
    const [first, second] = team.columns
    const create = (columnValues: Task.ColumnValues) =>
      as(team.editor)(Task.createTask({ boardId: team.boardId, name: "New", columnValues }))
    for (const change of [create, (values: Task.ColumnValues) => patch(team, team.taskId, values)]) {
      const fine = { [first.id]: listOf(16 * KIB), [second.id]: "é".repeat(65_535) }
      assert.deepStrictEqual((yield* change(fine)).columnValues, fine)
      const wrong = { [first.id]: { a: listOf(16 * KIB - 5) }, [second.id]: ["é".repeat(8 * KIB - 1)] }
      const paths = `columnValues.${first.id}, columnValues.${second.id}`
      assert.strictEqual(yield* refused(change(wrong)), `InvalidInput ${paths}`)
    }
  })

  story("the values of a task have at most 512 KiB as JSON together", function* () {
    const team = yield* givenTeamTask
    const [first, second] = team.columns
    const stored = valuesOf(512 * KIB - 100, NINE)
    const { id } = yield* givenTask(team, { columnValues: stored })
    const full = yield* patch(team, id, { [first.id]: "x".repeat(98) })
    assert.strictEqual(Values.jsonBytes(Object.values(full.columnValues)), 512 * KIB + 11)
    assert.strictEqual(yield* refused(patch(team, id, { [second.id]: 1 })), "InvalidInput columnValues")
    assert.strictEqual(yield* refused(patch(team, id, { [first.id]: "é".repeat(50) })), "InvalidInput columnValues")
    yield* patch(team, id, { [first.id]: null, [second.id]: "x" })
  })

  story("renaming and replacing options may exceed that limit, after which values may only shrink", function* () {
    const team = yield* givenTeamTask
    const options = [{ label: "S" }, { label: "L" }]
    const { id, options: made } = yield* as(team.editor)(
      Board.addColumn(team.boardId, { name: "Size", type: "dropdown", options })
    )
    const [small, large] = [made[0]?.id ?? "", made[1]?.id ?? ""]
    const change = (input: Board.UpdateColumn) => as(team.editor)(Board.updateColumn(team.boardId, id, input))
    const task = yield* givenTask(team, { columnValues: { ...valuesOf(512 * KIB - 3, NINE), [id]: "S" } })
    const long = "x".repeat(255)
    yield* change({
      options: [
        { id: small, label: "M" },
        { id: large, label: long }
      ]
    })
    yield* change({ options: [{ id: large, label: long }], replaceWith: { [small]: large } })
    const { columnValues } = yield* as(team.viewer)(Task.getTask(task.id))
    assert.strictEqual(columnValues[id], long)
    assert.strictEqual(yield* refused(patch(team, task.id, { [team.columns[0].id]: 1 })), "InvalidInput columnValues")
    assert.isUndefined((yield* patch(team, task.id, { [id]: null })).columnValues[id])
  })

  story("text in a column of labels stays text if its list would have over 16 KiB", function* () {
    const team = yield* givenTeamTask
    const { id } = yield* as(team.editor)(Board.addColumn(team.boardId, { name: "Labels", type: "labels" }))
    const create = (columnValues: Task.ColumnValues) =>
      as(team.editor)(Task.createTask({ boardId: team.boardId, name: "New", columnValues }))
    const labels = Array.from({ length: 2340 }, (_, at) => String(at).padStart(4, "0"))
    for (const change of [create, (values: Task.ColumnValues) => patch(team, team.taskId, values)]) {
      assert.deepStrictEqual((yield* change({ [id]: labels.join() })).columnValues[id], labels)
      const longer = [...labels, "0"].join()
      assert.strictEqual((yield* change({ [id]: longer })).columnValues[id], longer)
    }
  })

  story("lists of labels count as they are stored", function* () {
    const team = yield* givenTeamTask
    const add = () => as(team.editor)(Board.addColumn(team.boardId, { name: "Labels", type: "labels" }))
    const columns = yield* Effect.replicateEffect(add(), 60)
    const text = Array.from({ length: 1600 }, (_, at) => String(at).padStart(4, "0")).join()
    const columnValues = Object.fromEntries(columns.map(({ id }) => [id, text]))
    assert.isBelow(Values.jsonBytes(columnValues), 512 * KIB)
    const create = as(team.editor)(Task.createTask({ boardId: team.boardId, name: "New", columnValues }))
    assert.strictEqual(yield* refused(create), "InvalidInput columnValues")
    assert.strictEqual(yield* refused(patch(team, team.taskId, columnValues)), "InvalidInput columnValues")
    const columnMappings = Array.from({ length: 61 }, (_, index) => ({ index, type: index === 0 ? "text" : "labels" }))
    const row = Object.fromEntries(columnMappings.map(({ index }) => [index, index === 0 ? "New" : text]))
    const { workspaceId } = yield* as(team.viewer)(Board.getBoard(team.boardId))
    const imported = as(team.owner)(Import.importBoard({ name: "Large", workspaceId, columnMappings, rows: [row] }))
    assert.strictEqual(yield* refused(imported), "InvalidInput rows.0")
  })

  story("the assignees have at most 16 KiB in a column that is bound to them", function* () {
    const team = yield* givenTeamTask
    const users = yield* Effect.replicateEffect(
      Effect.map(givenAccount(), ({ id }) => id),
      2000
    )
    yield* as(team.editor)(Task.updateTask(team.taskId, { assignees: users }))
    yield* as(team.editor)(Task.updateTask(team.taskId, { assignees: [] }))
    yield* as(team.editor)(Board.addColumn(team.boardId, { name: "Who", type: "person", field: "assignees" }))
    const assign = as(team.editor)(Task.updateTask(team.taskId, { assignees: users }))
    assert.strictEqual(yield* refused(assign), "InvalidInput assignees")
  })

  story("a task that was over a limit before can be read and changed, and may shrink but not grow", function* () {
    const team = yield* givenTeamTask
    const [first, second] = team.columns
    const columnValues = { ...valuesOf(600 * KIB, NINE), [first.id]: listOf(20 * KIB) }
    const { id } = yield* givenTask(team, { columnValues })
    assert.deepStrictEqual((yield* as(team.viewer)(Task.getTask(id))).columnValues, columnValues)
    assert.strictEqual((yield* as(team.editor)(Task.updateTask(id, { status: "done" }))).status, "done")
    const same = yield* patch(team, id, { [first.id]: columnValues[first.id] ?? null })
    assert.deepStrictEqual(same.columnValues, columnValues)
    assert.strictEqual(yield* refused(patch(team, id, { [second.id]: 1 })), "InvalidInput columnValues")
    assert.strictEqual(
      yield* refused(patch(team, id, { [first.id]: listOf(20 * KIB + 1) })),
      `InvalidInput columnValues.${first.id}, columnValues`
    )
    yield* patch(team, id, { [first.id]: listOf(20 * KIB - 2), [second.id]: 1 })
    assert.deepStrictEqual((yield* patch(team, id, null)).columnValues, {})
  })
})
