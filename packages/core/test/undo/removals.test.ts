import { Board, Task, Trash, Undo } from "@boardwright/core"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { afterNoon, as, refused, stored, story } from "../support.js"
import { givenTeamTask } from "../task/support.js"
import { type Call, changedBy, conflictOf, undoLast } from "./support.js"

describe("undoChange of what was added", () => {
  story(
    "removes subtasks, time entries, groups and columns; its undo brings each back as it was, in its place",
    function* () {
      const { boardId, editor, taskId, viewer } = yield* givenTeamTask
      const read = Effect.map(
        Effect.all([as(viewer)(Task.getTask(taskId)), as(viewer)(Board.getBoard(boardId))]),
        ([task, board]) => ({ task, groups: board.groups, columns: board.columns })
      )
      const additions: ReadonlyArray<Call> = [
        Task.addSubtask(taskId, { name: "Part" }),
        Task.addTimeEntry(taskId, { duration: 0.1, description: "Drawing" }),
        Board.addGroup(boardId, { name: "Later", color: "#112233" }),
        Board.addColumn(boardId, { name: "Size", type: "number", required: true })
      ]
      for (const addition of additions) {
        const before = yield* read
        const added = yield* changedBy(as(editor)(addition))
        const others = [
          yield* changedBy(as(editor)(Task.addSubtask(taskId, { name: "Other" }))),
          yield* changedBy(as(editor)(Board.addGroup(boardId, { name: "Other" }))),
          yield* changedBy(as(editor)(Board.addColumn(boardId, { name: "Other", type: "text" })))
        ]
        const after = yield* read
        assert.strictEqual(yield* refused(as(viewer)(Undo.undoChange(added.id))), "Forbidden")
        const [removal] = yield* as(editor)(Undo.undoChange(added.id))
        assert.strictEqual(removal?.type, added.type.replace("created", "deleted"))
        assert.notDeepEqual(yield* read, after)
        assert.deepStrictEqual(yield* conflictOf(as(editor)(Undo.undoChange(added.id))), [["id", "was removed since"]])
        const [redone] = yield* as(editor)(Undo.undoChange(removal?.id ?? ""))
        assert.deepStrictEqual([redone?.type, redone?.fields], [added.type, added.fields])
        assert.deepStrictEqual(yield* read, after)
        assert.deepStrictEqual(yield* conflictOf(as(editor)(Undo.undoChange(removal?.id ?? ""))), [
          ["id", "was restored since"]
        ])
        for (const { id } of [...others, added]) yield* as(editor)(Undo.undoChange(id))
        assert.deepStrictEqual(yield* read, before)
      }
    }
  )

  story(
    "removes no subtask and no group whose fields have changed, no group with tasks, and not the last one",
    function* () {
      const { boardId, editor, groups, taskId } = yield* givenTeamTask
      const subtask = yield* as(editor)(Task.addSubtask(taskId, { name: "Part" }))
      yield* as(editor)(Task.updateSubtask(taskId, subtask.id, { name: "Whole" }))
      assert.deepStrictEqual(yield* conflictOf(undoLast(editor, 1)), [["name", "has changed since"]])
      const group = yield* as(editor)(Board.addGroup(boardId, { name: "Later" }))
      yield* as(editor)(Task.moveTask(taskId, { groupId: group.id }))
      assert.deepStrictEqual(yield* conflictOf(undoLast(editor, 1)), [
        ["tasks", "are in the group, or in the trash from it"]
      ])
      const boards = yield* Board.BoardRepository
      for (const { id } of groups) assert.isTrue((yield* boards.removeGroup(boardId, id))._tag === "Some")
      assert.deepStrictEqual(yield* conflictOf(undoLast(editor, 1)), [["id", "is the last group of its board"]])
    }
  )

  story("removes no column with values, on tasks or in the trash, and none that has changed", function* () {
    const { admin, boardId, editor, taskId } = yield* givenTeamTask
    const added = yield* changedBy(as(editor)(Board.addColumn(boardId, { name: "Size", type: "number" })))
    const undo = as(editor)(Undo.undoChange(added.id))
    const used = [["columnValues", "are in the column, on tasks or in the trash"]]
    yield* as(editor)(Task.updateTask(taskId, { columnValues: { [added.subjectId]: 0 } }))
    assert.deepStrictEqual(yield* conflictOf(undo), used)
    yield* as(admin)(Task.deleteTask(taskId))
    assert.deepStrictEqual(yield* conflictOf(undo), used)
    yield* undoLast(admin)
    yield* as(editor)(Task.updateTask(taskId, { columnValues: null }))
    yield* as(editor)(Board.updateColumn(boardId, added.subjectId, { name: "Length" }))
    assert.deepStrictEqual(yield* conflictOf(undo), [["name", "has changed since"]])
    const renamed = yield* undoLast(editor)
    assert.strictEqual(renamed.length, 1)
    const [removal] = yield* undo
    assert.strictEqual(removal?.type, "column.deleted")
    const values = { columnValues: { [added.subjectId]: 1 } }
    assert.strictEqual(
      yield* refused(as(editor)(Task.updateTask(taskId, values))),
      `InvalidInput columnValues.${added.subjectId}`
    )
  })

  story("removes a comment for its author, with its text in the record, and for good", function* () {
    const { admin, editor, taskId, viewer } = yield* givenTeamTask
    const added = yield* changedBy(as(viewer)(Task.addComment(taskId, { content: "a secret", mentions: [admin] })))
    assert.strictEqual(yield* refused(as(editor)(Undo.undoChange(added.id))), "Forbidden")
    const [removal] = yield* as(viewer)(Undo.undoChange(added.id))
    assert.deepStrictEqual(
      [removal?.type, removal?.subjectId, removal?.fields],
      ["comment.deleted", added.subjectId, {}]
    )
    const { comments, feed } = yield* stored
    assert.deepStrictEqual([comments.size, feed.changes.find(({ id }) => id === added.id)?.fields], [0, {}])
    assert.notInclude(JSON.stringify(feed), "a secret")
    assert.strictEqual(yield* refused(as(viewer)(Undo.undoChange(removal?.id ?? ""))), "InvalidInput id")
    assert.deepStrictEqual(yield* conflictOf(as(viewer)(Undo.undoChange(added.id))), [["id", "was removed since"]])
  })

  story("moves a task to the trash and back, with all that is on it", function* () {
    const { boardId, columns, editor, viewer } = yield* givenTeamTask
    const columnValues = { [columns[0].id]: [1] }
    const added = yield* changedBy(as(editor)(Task.createTask({ boardId, name: "New", columnValues })))
    const taskId = added.taskId ?? ""
    yield* as(editor)(Task.addSubtask(taskId, { name: "Part" }))
    yield* as(viewer)(Task.addComment(taskId, { content: "Look" }))
    const task = yield* as(viewer)(Task.getTask(taskId))
    const undo = (id: string | undefined) => as(editor)(Undo.undoChange(id ?? ""))
    assert.strictEqual(yield* refused(as(viewer)(Undo.undoChange(added.id))), "Forbidden")
    const [deleted] = yield* undo(added.id)
    assert.strictEqual(yield* refused(as(viewer)(Task.getTask(taskId))), "NotFound Task")
    assert.deepStrictEqual(yield* conflictOf(undo(added.id)), [["id", "was removed since"]])
    const [restored] = yield* undo(deleted?.id)
    assert.deepStrictEqual(yield* as(viewer)(Task.getTask(taskId)), task)
    assert.deepStrictEqual(yield* conflictOf(undo(deleted?.id)), [["id", "was restored since"]])
    const [again] = yield* undo(restored?.id)
    assert.deepStrictEqual(
      [deleted, restored, again].map((change) => change?.type),
      ["task.deleted", "task.restored", "task.deleted"]
    )
    yield* undo(again?.id)
    yield* as(editor)(Task.updateTask(taskId, { name: "Old" }))
    assert.deepStrictEqual(yield* conflictOf(undo(added.id)), [["name", "has changed since"]])
  })

  story(
    "restores no task that was removed for good, and removes no group that a task in the trash is from",
    function* () {
      const { admin, boardId, editor, taskId } = yield* givenTeamTask
      const group = yield* changedBy(as(editor)(Board.addGroup(boardId, { name: "Later" })))
      yield* as(editor)(Task.moveTask(taskId, { groupId: group.subjectId }))
      yield* as(admin)(Task.deleteTask(taskId, { permanent: true }))
      assert.deepStrictEqual(yield* conflictOf(undoLast(admin)), [["id", "is no longer in the trash"]])
      assert.deepStrictEqual(yield* conflictOf(as(editor)(Undo.undoChange(group.id))), [
        ["tasks", "are in the group, or in the trash from it"]
      ])
      yield* Trash.purgeTrash
      assert.strictEqual((yield* as(editor)(Undo.undoChange(group.id))).length, 1)
    }
  )

  story("brings nothing back beyond a limit", function* () {
    const { editor, taskId } = yield* givenTeamTask
    const tasks = yield* Task.TaskRepository
    yield* as(editor)(Task.addSubtask(taskId, { name: "Part" }))
    yield* undoLast(editor)
    const subtask = { taskId, name: "Part", completed: false, createdAt: afterNoon(0) }
    for (let at = 0; at < Task.MAX_SUBTASKS; at++) {
      yield* tasks.insertSubtask({ ...subtask, id: Task.SubtaskId.make(`subtask ${at}`) })
    }
    assert.strictEqual(yield* refused(undoLast(editor)), "InvalidInput subtasks")
  })
})
