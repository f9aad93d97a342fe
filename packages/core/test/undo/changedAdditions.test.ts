import { Board, Duplicate, Task, Undo } from "@boardwright/core"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { as, refused, stored, story } from "../support.js"
import { givenTeamTask } from "../task/support.js"
import { type Call, changedBy, conflictOf, undoLast } from "./support.js"

const CHANGED = "has changed since"

describe("undoChange of what was added and changed since", () => {
  story("keeps a comment that its author rewrote, and leaves those of others to them", function* () {
    const { admin, taskId, viewer } = yield* givenTeamTask
    const added = yield* changedBy(as(viewer)(Task.addComment(taskId, { content: "First" })))
    const undo = Undo.undoChange(added.id)
    assert.strictEqual(yield* refused(as(admin)(undo)), "Forbidden")
    const rewritten = { content: "Second", mentions: [admin] }
    yield* as(viewer)(Task.updateComment(taskId, added.subjectId, rewritten))
    const before = yield* stored
    assert.deepStrictEqual(yield* conflictOf(as(viewer)(undo)), [
      ["content", CHANGED],
      ["mentions", CHANGED]
    ])
    assert.strictEqual(yield* stored, before)
    assert.strictEqual(yield* refused(as(admin)(undo)), "Forbidden")
    yield* undoLast(viewer)
    assert.strictEqual((yield* as(viewer)(undo)).length, 1)
  })

  story("names fields that were empty then, also of a part that was brought back", function* () {
    const { admin, boardId, editor, taskId } = yield* givenTeamTask
    const cases: ReadonlyArray<readonly [Call, (id: string) => Call, ReadonlyArray<string>]> = [
      [
        Task.addSubtask(taskId, { name: "Part" }),
        (id) => Task.updateSubtask(taskId, id, { completed: true }),
        ["completed"]
      ],
      [
        Task.addTimeEntry(taskId, { duration: 5 }),
        (id) => Task.updateTimeEntry(taskId, id, { description: "Drawing" }),
        ["description"]
      ],
      [
        Board.addColumn(boardId, { name: "Size", type: "text" }),
        (id) => Board.updateColumn(boardId, id, { description: "In metres", width: 200 }),
        ["description", "width"]
      ]
    ]
    for (const [addition, change, fields] of cases) {
      const added = yield* changedBy(as(editor)(addition))
      const removal = Effect.map(as(editor)(Undo.undoChange(added.id)), ([removed]) => removed?.id ?? "")
      const again = yield* Effect.flatMap(removal, (id) => as(editor)(Undo.undoChange(id)))
      for (const id of [added.id, again[0]?.id ?? ""]) {
        yield* as(admin)(change(added.subjectId))
        assert.deepStrictEqual(
          yield* conflictOf(as(editor)(Undo.undoChange(id))),
          fields.map((field) => [field, CHANGED])
        )
        yield* undoLast(admin)
      }
      yield* removal
    }
  })

  story("moves a task to the trash with what is on it, but not if its fields have changed", function* () {
    const { admin, boardId, columns, editor, viewer } = yield* givenTeamTask
    const added = yield* changedBy(as(editor)(Task.createTask({ boardId, name: "New" })))
    const undo = as(editor)(Undo.undoChange(added.id))
    const columnValues = { [columns[0].id]: "a" }
    yield* as(viewer)(Task.addComment(added.subjectId, { content: "Look" }))
    yield* as(admin)(
      Task.updateTask(added.subjectId, { description: "Why", assignees: [editor], dueDate: "2027-03-01", columnValues })
    )
    const fields = ["description", "assignees", "dueDate", `columnValues.${columns[0].id}`]
    const conflict = yield* conflictOf(undo)
    assert.sameDeepMembers(conflict as never, fields.map((field) => [field, CHANGED]) as never)
    yield* undoLast(admin)
    const [removed] = yield* undo
    assert.strictEqual(removed?.type, "task.deleted")
  })

  story("takes back a copy of a task, but not once it was changed", function* () {
    const { admin, editor, taskId } = yield* givenTeamTask
    yield* as(editor)(Task.addSubtask(taskId, { name: "Part" }))
    const added = yield* changedBy(as(editor)(Duplicate.duplicateTask(taskId)))
    const undo = as(editor)(Undo.undoChange(added.id))
    yield* as(admin)(Task.updateTask(added.subjectId, { description: "Why" }))
    assert.deepStrictEqual(yield* conflictOf(undo), [["description", CHANGED]])
    yield* undoLast(admin)
    assert.strictEqual((yield* undo)[0]?.type, "task.deleted")
  })
})
