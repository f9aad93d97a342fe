import { Board, Bulk, Task, Undo } from "@boardwright/core"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { as, stored, story } from "../support.js"
import { givenBoards } from "../task/support.js"

const addSizes = (boardId: string) => Board.addColumn(boardId, { name: "Size", type: "dropdown" })

/** A task, a column of labels on its board and one on another, and a way to label tasks. */
const givenSizes = Effect.gen(function* () {
  const { other, task, team } = yield* givenBoards
  const { boardId, editor } = team
  const size = yield* as(editor)(addSizes(boardId))
  const otherSize = yield* as(editor)(addSizes(other.boardId))
  const add = (label: string) =>
    as(editor)(Task.createTask({ boardId, name: "Another", columnValues: { [size.id]: label } }))
  const labelsOf = (board: string, column: string) =>
    Effect.map(as(editor)(Board.getBoard(board)), ({ columns }) =>
      columns.find(({ id }) => id === column)?.options.map(({ label }) => label)
    )
  const undoBatch = Effect.flatMap(stored, ({ feed }) => {
    const batchId = feed.changes.findLast((change) => change.batchId !== null)?.batchId ?? ""
    return as(editor)(Undo.undoChange(batchId))
  })
  const edit = (patch: Task.UpdateTask) =>
    as(editor)(Bulk.bulkTasks({ boardId, operations: [{ op: "update", id: task.id, patch }] }))
  const now = Effect.map(as(editor)(Task.getTask(task.id)), ({ updatedAt: _, ...fields }) => fields)
  return { add, boardId, edit, editor, labelsOf, now, other, otherSize, size, task, undoBatch }
})

describe("undo of a batch that added labels", () => {
  story("takes them back while nobody uses them", function* () {
    const { boardId, edit, labelsOf, now, size, undoBatch } = yield* givenSizes
    const before = yield* now
    yield* edit({ name: "New", columnValues: { [size.id]: "L" } })
    assert.deepStrictEqual(yield* labelsOf(boardId, size.id), ["L"])
    yield* undoBatch
    assert.deepStrictEqual([yield* now, yield* labelsOf(boardId, size.id)], [before, []])
  })

  story("restores the task and keeps them once others use them, or added more; its undo does it again", function* () {
    const { add, boardId, edit, editor, labelsOf, now, size, undoBatch } = yield* givenSizes
    const before = yield* now
    for (const [label, others] of [
      ["L", ["L"]],
      ["XL", ["L", "XL", "M"]]
    ] as const) {
      const { batchId } = yield* edit({ name: "New", columnValues: { [size.id]: label } })
      const edited = yield* now
      // Of other labels, another batch.
      yield* add(others.at(-1) ?? "")
      yield* as(editor)(Undo.undoChange(batchId))
      assert.deepStrictEqual([yield* now, yield* labelsOf(boardId, size.id)], [before, others])
      yield* undoBatch
      assert.deepStrictEqual([yield* now, yield* labelsOf(boardId, size.id)], [edited, others])
      yield* undoBatch
    }
  })

  story("is one with a single task too, which was created or updated", function* () {
    const { add, boardId, editor, labelsOf, now, size, task, undoBatch } = yield* givenSizes
    const before = yield* now
    const batches = Effect.map(stored, ({ feed }) => feed.changes.slice(-2).map(({ batchId, type }) => [type, batchId]))
    const update = (patch: Task.UpdateTask) => as(editor)(Task.updateTask(task.id, patch))
    yield* update({ name: "New", columnValues: { [size.id]: "L" } })
    const [added = [], updated = []] = yield* batches
    assert.deepStrictEqual([added[0], updated], ["column.updated", ["task.updated", added[1]]])
    assert.isNotNull(added[1])
    yield* undoBatch
    assert.deepStrictEqual([yield* now, yield* labelsOf(boardId, size.id)], [before, []])
    yield* undoBatch
    assert.deepStrictEqual([(yield* now).name, yield* labelsOf(boardId, size.id)], ["New", ["L"]])
    yield* add("M")
    assert.deepStrictEqual(
      (yield* batches).map(([type]) => type),
      ["column.updated", "task.created"]
    )
    yield* undoBatch
    assert.deepStrictEqual(yield* labelsOf(boardId, size.id), ["L", "M"])
    assert.strictEqual((yield* as(editor)(Task.listTasks({ boardId }))).total, 1)
    yield* update({ name: "Alone" })
    assert.isNull((yield* batches)[1]?.[1])
  })

  story("moves a task back from a board where others use its label now", function* () {
    const { edit, editor, labelsOf, now, other, otherSize, size, task, undoBatch } = yield* givenSizes
    yield* edit({ columnValues: { [size.id]: "L" } })
    const before = yield* now
    yield* as(editor)(Task.moveTaskToBoard(task.id, { boardId: other.boardId }))
    assert.deepStrictEqual(yield* labelsOf(other.boardId, otherSize.id), ["L"])
    const columnValues = { [otherSize.id]: "L" }
    yield* as(editor)(Task.createTask({ boardId: other.boardId, name: "Another", columnValues }))
    yield* undoBatch
    assert.deepStrictEqual([yield* now, yield* labelsOf(other.boardId, otherSize.id)], [before, ["L"]])
  })
})
