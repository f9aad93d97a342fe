import { Board, Task, Undo } from "@boardwright/core"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { as, refused, stored, story } from "../support.js"
import { givenBoards } from "../task/support.js"
import { conflictOf, undoLast } from "./support.js"

/** A task between two others with a value that the other board has no column for, and then moved there. */
const givenMoved = Effect.gen(function* () {
  const { other, task, team } = yield* givenBoards
  const { editor } = team
  const last = yield* as(editor)(Task.createTask({ boardId: team.boardId, name: "Last" }))
  yield* as(editor)(Board.updateColumn(team.boardId, team.columns[1].id, { name: "Only here" }))
  const empty = yield* as(editor)(Board.addColumn(team.boardId, { name: "Empty", type: "labels" }))
  const columnValues = { [team.columns[0].id]: "x", [team.columns[1].id]: { deep: [2] }, [empty.id]: [] }
  yield* as(editor)(Task.updateTask(task.id, { columnValues }))
  yield* as(editor)(Task.addComment(task.id, { content: "Look" }))
  const listed = Effect.map(as(editor)(Task.listTasks({ boardId: team.boardId })), ({ items }) =>
    items.map(({ id }) => id)
  )
  const now = as(editor)(Task.getTask(task.id))
  const before = { task: yield* now, listed: yield* listed }
  yield* as(editor)(Task.moveTaskToBoard(task.id, { boardId: other.boardId }))
  return { before, editor, last, listed, now, other, task, team }
})

const batchOfLast = Effect.map(stored, ({ feed }) => feed.changes.at(-1)?.batchId ?? assert.fail("no batch"))

describe("undo of a move to another board", () => {
  story("by either record or their batch brings the task back to its place with all of its values", function* () {
    const { before, editor, listed, now, other, task } = yield* givenMoved
    const moved = yield* now
    for (const undo of [
      undoLast(editor),
      undoLast(editor, 1),
      Effect.flatMap(batchOfLast, (id) => as(editor)(Undo.undoChange(id)))
    ]) {
      const made = yield* undo
      assert.deepStrictEqual(
        made.map(({ type }) => type),
        ["task.transferred", "task.transferred"]
      )
      assert.deepStrictEqual({ task: yield* now, listed: yield* listed }, before)
      const redone = yield* undoLast(editor)
      assert.strictEqual(redone.at(-1)?.boardId, other.boardId)
      assert.deepStrictEqual(yield* now, moved)
    }
    assert.deepStrictEqual(
      yield* listed,
      before.listed.filter((id) => id !== task.id)
    )
  })

  story("keeps what was changed there beside, and names what the move set and is different now", function* () {
    const { editor, now, other, task } = yield* givenMoved
    yield* as(editor)(Task.updateTask(task.id, { name: "Better", description: "" }))
    const [first, second] = other.columns
    yield* as(editor)(
      Task.updateTask(task.id, { status: "done", columnValues: { [first.id]: "y", [second.id]: "new" } })
    )
    yield* as(editor)(Task.moveTask(task.id, { groupId: other.groups[1].id }))
    const came = (yield* stored).feed.changes.findLast(({ type }) => type === "task.transferred")?.id ?? ""
    const undo = as(editor)(Undo.undoChange(came))
    const changed = "has changed since"
    const fields = ["status", "groupId", `columnValues.${first.id}`, `columnValues.${second.id}`]
    assert.sameDeepMembers([...(yield* conflictOf(undo))] as never, fields.map((field) => [field, changed]) as never)
    yield* undoLast(editor)
    yield* undoLast(editor, 2)
    yield* undo
    const { description, name } = yield* now
    assert.deepStrictEqual([name, description], ["Better", ""])
  })

  story("needs the columns of the values, and the board", function* () {
    const { editor, now, other, team } = yield* givenMoved
    const came = (yield* stored).feed.changes.at(-1)?.id ?? ""
    const undo = as(editor)(Undo.undoChange(came))
    yield* as(editor)(Board.deleteColumn(team.boardId, team.columns[1].id))
    assert.deepStrictEqual(yield* conflictOf(undo), [
      [`columnValues.${team.columns[1].id}`, "had a column that is gone"]
    ])
    yield* as(team.owner)(Board.deleteBoard(team.boardId))
    assert.deepStrictEqual(yield* conflictOf(undo), [["boardId", "was of a board that is gone"]])
    assert.strictEqual((yield* now).boardId, other.boardId)
  })

  story("goes to the end if the next task left the group, and to the first group if its own is gone", function* () {
    const { editor, last, listed, now, other, task, team } = yield* givenMoved
    const [first, second] = team.groups
    yield* as(editor)(Task.moveTask(last.id, { groupId: second.id }))
    yield* undoLast(editor, 1)
    assert.deepStrictEqual([(yield* now).groupId, yield* listed], [first.id, [last.id, task.id]])
    yield* as(editor)(Task.moveTaskToBoard(task.id, { boardId: other.boardId }))
    yield* as(editor)(Board.deleteGroup(team.boardId, first.id))
    yield* undoLast(editor, 1)
    assert.deepStrictEqual([(yield* now).groupId, yield* listed], [second.id, [last.id, task.id]])
  })

  story("needs the right to edit both boards", function* () {
    const { other, team } = yield* givenMoved
    assert.strictEqual(yield* refused(undoLast(other.editor)), "Forbidden")
    assert.strictEqual(yield* refused(undoLast(team.admin)), "Forbidden")
  })

  story("leaves its creation to those who may edit the other board, and tells others nothing of it", function* () {
    const { editor, last, other, team } = yield* givenMoved
    yield* as(editor)(Task.moveTaskToBoard(last.id, { boardId: other.boardId }))
    yield* as(editor)(Task.updateTask(last.id, { columnValues: { [other.columns[0].id]: "hidden" } }))
    const { changes } = (yield* stored).feed
    const created = changes.find(({ taskId, type }) => type === "task.created" && taskId === last.id)
    const undo = Undo.undoChange(created?.id ?? assert.fail("no record"))
    assert.strictEqual(yield* refused(as(team.admin)(undo)), "Forbidden")
    assert.isArray(yield* conflictOf(as(editor)(undo)))
  })
})
