import { Board, Task, Trash, Undo } from "@boardwright/core"
import { givenBoard } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { as, asOperator, givenTeam, refused, sent, story, type Team } from "../support.js"
import { changedBy, conflictOf, undoLast } from "../undo/support.js"
import { namesIn } from "../task/support.js"

const boardOf = (team: Team) => as(team.viewer)(Board.getBoard(team.boardId))

const add = (team: Team, groupId: string, ...names: ReadonlyArray<string>) =>
  Effect.forEach(names, (name) => as(team.editor)(Task.createTask({ boardId: team.boardId, groupId, name })))

describe("deleteGroup", () => {
  const remove = (team: Team, id: string, input: unknown = {}) =>
    as(team.editor)(Board.deleteGroup(team.boardId, id, sent(input)))

  story("moves its tasks to the end of another group in their order, with one change for all", function* () {
    const team = yield* givenTeam
    const [first, second] = team.groups
    yield* add(team, first.id, "1", "2")
    yield* add(team, second.id, "a")
    yield* add(team, first.id, "3")
    const change = yield* changedBy(remove(team, first.id, { moveTasksTo: second.id }))
    assert.deepStrictEqual(yield* namesIn(team, second.id), ["a", "1", "2", "3"])
    assert.deepStrictEqual(
      (yield* boardOf(team)).groups.map(({ id }) => id),
      [second.id]
    )
    const { color, name, rank } = first
    assert.deepStrictEqual([change.type, change.subjectId, change.taskId], ["group.deleted", first.id, null])
    assert.deepStrictEqual(change.fields, {
      name: { from: name, to: null },
      color: { from: color, to: null },
      rank: { from: rank, to: null },
      tasks: { from: 3, to: null },
      moveTasksTo: { from: null, to: second.id }
    })
    yield* add(team, second.id, "4")
    assert.deepStrictEqual(yield* namesIn(team, second.id), ["a", "1", "2", "3", "4"])
    assert.deepStrictEqual(yield* conflictOf(undoLast(team.editor, 1)), [["tasks", "were moved to another group"]])
  })

  story("without tasks needs no other group, and is undone in its place", function* () {
    const team = yield* givenTeam
    const { groups } = yield* boardOf(team)
    yield* remove(team, team.groups[0].id)
    assert.deepStrictEqual((yield* boardOf(team)).groups, groups.slice(1))
    yield* undoLast(team.editor)
    assert.deepStrictEqual((yield* boardOf(team)).groups, groups)
  })

  story("keeps its tasks in the trash restorable, in the first other group or where the others go", function* () {
    const team = yield* givenTeam
    const [first, second] = team.groups
    const third = yield* as(team.editor)(Board.addGroup(team.boardId, { name: "Third" }))
    const restored = Effect.fnUntraced(function* () {
      const { items } = yield* as(team.editor)(Trash.listTrash({ boardId: team.boardId }))
      yield* Effect.forEach(items, ({ id }) => as(team.editor)(Trash.restoreDeletion(id)))
    })
    for (const { id } of yield* add(team, third.id, "1", "2")) yield* as(team.editor)(Task.deleteTask(id))
    const change = yield* changedBy(remove(team, third.id))
    assert.deepStrictEqual(change.fields["tasksInTrash"], { from: 2, to: null })
    assert.deepStrictEqual(change.fields["moveTasksTo"], { from: null, to: first.id })
    assert.deepStrictEqual(yield* conflictOf(undoLast(team.editor)), [["tasks", "were moved to another group"]])
    yield* restored()
    assert.deepStrictEqual(yield* namesIn(team, first.id), ["1", "2"])
    const [kept] = yield* add(team, first.id, "3")
    yield* as(team.editor)(Task.deleteTask(kept?.id ?? ""))
    yield* remove(team, first.id, { moveTasksTo: second.id })
    yield* restored()
    assert.deepStrictEqual(yield* namesIn(team, second.id), ["1", "2", "3"])
  })

  story("with tasks fails without another group, and says how many there are; the last group stays", function* () {
    const team = yield* givenTeam
    const [first, second] = team.groups
    const problem = (input: unknown, id: string = first.id) =>
      Effect.map(Effect.flip(remove(team, id, input)), (failure) =>
        failure._tag === "InvalidInput"
          ? failure.issues.map(({ message, path }) => [path.join(), message])
          : failure._tag
      )
    yield* add(team, first.id, "1")
    const needed = [["moveTasksTo", "is required: the group has 1 task"]]
    assert.deepStrictEqual(yield* problem({ moveTasksTo: null }), needed)
    yield* add(team, first.id, "2")
    assert.deepStrictEqual(yield* problem({}), [["moveTasksTo", "is required: the group has 2 tasks"]])
    assert.deepStrictEqual(yield* problem({ moveTasksTo: first.id }), [["moveTasksTo", "must be another group"]])
    yield* remove(team, second.id, { moveTasksTo: first.id })
    assert.deepStrictEqual(yield* problem({}), [["groupId", "is the last group of its board"]])
  })

  story("checks input, then existence, then rights", function* () {
    const { boardId, editor, groups, viewer } = yield* givenTeam
    const other = yield* givenBoard()
    const remove = (board: string, id: string, input: unknown = {}) =>
      refused(as(viewer)(Board.deleteGroup(board, id, sent(input))))
    assert.strictEqual(yield* remove("nothing", "nothing", { moveTasksTo: 7 }), "InvalidInput moveTasksTo")
    assert.strictEqual(yield* remove("nothing", groups[0].id), "NotFound Board")
    assert.strictEqual(yield* remove(boardId, other.groups[0].id), "NotFound Group")
    assert.strictEqual(yield* remove(boardId, groups[0].id, { moveTasksTo: other.groups[0].id }), "NotFound Group")
    assert.strictEqual(yield* remove(boardId, groups[0].id), "Forbidden")
    const to = { moveTasksTo: "nothing" }
    assert.strictEqual(yield* refused(as(editor)(Board.deleteGroup(boardId, groups[0].id, to))), "NotFound Group")
  })
})

describe("deleteColumn", () => {
  story("removes its values from all tasks, in the trash too, and counts them", function* () {
    const team = yield* givenTeam
    const { boardId, columns, editor, viewer } = team
    const [gone, kept] = [columns[0].id, columns[1].id]
    const create = (columnValues: object) =>
      as(editor)(Task.createTask({ boardId, name: "Task", status: "done", columnValues: sent(columnValues) }))
    const used = yield* create({ [gone]: "x", [kept]: [1] })
    const unused = yield* create({ [kept]: "y" })
    const trashed = yield* create({ [gone]: false })
    yield* as(editor)(Task.deleteTask(trashed.id))
    const change = yield* changedBy(as(editor)(Board.deleteColumn(boardId, gone)))
    assert.deepStrictEqual([change.type, change.subjectId], ["column.deleted", gone])
    const { name, tasks, tasksInTrash } = change.fields
    assert.deepStrictEqual(
      [name, tasks, tasksInTrash],
      [columns[0].name, 1, 1].map((from) => ({ from, to: null }))
    )
    yield* undoLast(editor, 1)
    const read = (id: string) => as(viewer)(Task.getTask(id))
    const { columnValues, status } = yield* read(used.id)
    assert.deepStrictEqual([columnValues, status], [{ [kept]: [1] }, "done"])
    assert.deepStrictEqual((yield* read(unused.id)).columnValues, { [kept]: "y" })
    assert.deepStrictEqual((yield* read(trashed.id)).columnValues, {})
    const undo = as(editor)(Undo.undoChange(change.id))
    assert.deepStrictEqual(yield* conflictOf(undo), [["columnValues", "were removed with the column"]])
  })

  story("without values is undone in its place", function* () {
    const team = yield* givenTeam
    const { columns } = yield* boardOf(team)
    yield* as(team.editor)(Board.deleteColumn(team.boardId, team.columns[0].id))
    assert.deepStrictEqual((yield* boardOf(team)).columns, columns.slice(1))
    yield* undoLast(team.editor)
    assert.deepStrictEqual((yield* boardOf(team)).columns, columns)
  })

  story(
    "that is bound is undone with the values that the fields have by then, and done and undone again",
    function* () {
      const team = yield* givenTeam
      const { boardId, editor } = team
      const create = (input: object) => as(editor)(Task.createTask({ boardId, name: "Task", ...input }))
      const tasks = [
        yield* create({ status: "done", dueDate: "2027-03-01", assignees: [editor] }),
        yield* create({}),
        yield* create({ status: "working" })
      ]
      yield* as(editor)(Task.deleteTask(tasks[2]?.id ?? ""))
      const add = (input: Board.AddColumn) => changedBy(as(editor)(Board.addColumn(boardId, input)))
      const added = [
        yield* add({ name: "Status", type: "status", field: "status", options: [{ label: "Ready", value: "done" }] }),
        yield* add({ name: "Due", type: "date", field: "dueDate" }),
        yield* add({ name: "People", type: "person", field: "assignees" })
      ]
      const read = Effect.gen(function* () {
        const { columns } = yield* boardOf(team)
        const live = yield* Effect.forEach(tasks.slice(0, 2), ({ id }) => as(editor)(Task.getTask(id)))
        return { columns, values: live.map(({ columnValues }) => columnValues) }
      })
      const start = yield* read
      assert.strictEqual(Object.keys(start.values[0] ?? {}).length, 3)
      const deleted: Array<string> = []
      for (const { subjectId } of added) {
        deleted.push((yield* changedBy(as(editor)(Board.deleteColumn(boardId, subjectId)))).id)
      }
      for (const id of deleted.toReversed()) {
        const [restored] = yield* as(editor)(Undo.undoChange(id))
        assert.deepStrictEqual(restored?.fields, added[deleted.indexOf(id)]?.fields)
        const restoredAll = yield* read
        const [again] = yield* as(editor)(Undo.undoChange(restored?.id ?? ""))
        assert.strictEqual(again?.type, "column.deleted")
        yield* as(editor)(Undo.undoChange(again?.id ?? ""))
        assert.deepStrictEqual(yield* read, restoredAll)
      }
      assert.deepStrictEqual(yield* read, start)
      const status = added[0]?.subjectId ?? ""
      yield* as(editor)(Board.deleteColumn(boardId, status))
      yield* as(editor)(Task.updateTask(tasks[1]?.id ?? "", { status: "done" }))
      yield* undoLast(editor, 1)
      const { columnValues } = yield* as(editor)(Task.getTask(tasks[1]?.id ?? ""))
      assert.strictEqual(columnValues[Board.ColumnId.make(status)], "Ready")
      yield* as(editor)(Board.deleteColumn(boardId, status))
      yield* as(editor)(Board.addColumn(boardId, { name: "Other", type: "status", field: "status" }))
      assert.strictEqual(yield* refused(undoLast(editor, 1)), "InvalidInput field")
    }
  )

  story("checks existence, then rights", function* () {
    const { boardId, columns, viewer } = yield* givenTeam
    const other = yield* givenBoard()
    const remove = (board: string, id: string) => refused(as(viewer)(Board.deleteColumn(board, id)))
    assert.strictEqual(yield* remove("nothing", columns[0].id), "NotFound Board")
    assert.strictEqual(yield* remove(boardId, other.columns[0].id), "NotFound Column")
    assert.strictEqual(yield* remove(boardId, columns[0].id), "Forbidden")
    assert.strictEqual(yield* refused(asOperator(Board.deleteColumn(boardId, "nothing"))), "NotFound Column")
  })
})
