import { Board, Change, Task, Trash } from "@boardwright/core"
import { givenBoard, givenTask, rankAt } from "@boardwright/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { afterNoon, as, refused, stored, story, type Team } from "../support.js"
import { undoLast } from "../undo/support.js"
import { givenBoards } from "./support.js"

const move = ({ editor }: Team, id: string, to: Task.MoveTaskToBoard) => as(editor)(Task.moveTaskToBoard(id, to))

const column = (id: string, name: string, type: string): Board.Column => ({
  ...{ id: Board.ColumnId.make(id), name, type },
  ...{ required: false, description: "", width: null, visible: true, field: null, options: [], strict: false }
})

describe("matchColumns", () => {
  it("matches by name and type without regard to case, each column once, and names what is left", () => {
    const from = [
      column("a", " Size", "text"),
      column("b", "size", "Text"),
      column("c", "SIZE ", "text"),
      column("d", "Due", "date"),
      column("e", "Empty", "text"),
      column("f", "toString", "text")
    ]
    const to = [column("1", "Size", "number"), column("2", "Size ", "TEXT"), column("3", "size", "text")]
    const values = { a: 0, b: "two", c: "three", d: [false], gone: 1 }
    const { columnValues, lost } = Task.matchColumns(values, from, to)
    assert.deepStrictEqual(columnValues, { 2: 0, 3: "two" })
    const message = "the board has no column of this name and type"
    assert.deepStrictEqual(lost, [
      { columnId: "c", column: "SIZE ", message },
      { columnId: "d", column: "Due", message }
    ] as never)
  })

  it("names no value of a column that is bound to a field, which goes along", () => {
    const status = { ...column("a", "Phase", "status"), field: "status" as const }
    const { lost } = Task.matchColumns({ a: "Done" }, [status], [])
    assert.deepStrictEqual(lost, [])
  })
})

describe("moveTaskToBoard", () => {
  story("keeps id, fields, comments, subtasks and time entries, and places it last in the group", function* () {
    const { other, task, team } = yield* givenBoards
    const last = yield* givenTask(other, { groupId: other.groups[1].id, rank: rankAt(9) })
    const values = { [team.columns[0].id]: "x", [team.columns[1].id]: ["y"] }
    yield* as(team.editor)(Task.updateTask(task.id, { columnValues: values, assignees: [team.viewer] }))
    yield* as(team.viewer)(Task.addComment(task.id, { content: "Look" }))
    yield* as(team.editor)(Task.addSubtask(task.id, { name: "Part" }))
    yield* as(team.editor)(Task.addTimeEntry(task.id, { duration: 2 }))
    const before = yield* as(team.editor)(Task.getTask(task.id))
    const { lost, task: moved } = yield* move(team, task.id, { boardId: other.boardId, groupId: other.groups[1].id })
    assert.deepStrictEqual(lost, [])
    const columnValues = { [other.columns[0].id]: "x", [other.columns[1].id]: ["y"] }
    const elsewhere = { boardId: other.boardId, groupId: other.groups[1].id, columnValues, updatedAt: afterNoon(0) }
    const after = yield* as(other.viewer)(Task.getTask(task.id))
    const columnWarnings = [{ columnId: other.columns[1].id, message: "must be a label" }]
    assert.deepStrictEqual(after, { ...before, ...elsewhere, columnWarnings })
    const { comments, files, subtasks, timeEntries, totals, ...shown } = after
    assert.deepStrictEqual(moved, shown)
    const { items } = yield* as(other.viewer)(Task.listTasks({ boardId: other.boardId, groupId: other.groups[1].id }))
    assert.deepStrictEqual(
      items.map(({ id }) => id),
      [last.id, task.id]
    )
    assert.strictEqual((yield* as(team.viewer)(Task.listTasks({ boardId: team.boardId }))).total, 0)
    assert.strictEqual((yield* as(team.editor)(Trash.listTrash({ boardId: team.boardId }))).total, 0)
    assert.strictEqual(yield* refused(as(team.viewer)(Task.getTask(task.id))), "Forbidden")
    const back = yield* move(team, task.id, { boardId: team.boardId })
    assert.deepStrictEqual([back.task.groupId, back.task.columnValues], [team.groups[0].id, values])
  })

  story("names the values that have no column there; the record on the old board has them", function* () {
    const { other, task, team } = yield* givenBoards
    yield* as(team.editor)(Board.updateColumn(team.boardId, team.columns[1].id, { name: "Only here" }))
    const [{ id: kept }, { id: dropped }] = team.columns
    yield* as(team.editor)(Task.updateTask(task.id, { columnValues: { [kept]: 1, [dropped]: { deep: [2] } } }))
    const { lost, task: moved } = yield* move(team, task.id, { boardId: other.boardId })
    const message = "the board has no column of this name and type"
    assert.deepStrictEqual(lost, [{ columnId: dropped, column: "Only here", message }])
    assert.deepStrictEqual(moved.columnValues, { [other.columns[0].id]: 1 })
    const [old, there] = (yield* stored).feed.changes.slice(-2)
    assert.deepStrictEqual(old?.fields[`columnValues.${dropped}`], { from: { deep: [2] }, to: null })
    assert.deepStrictEqual(there?.fields[`columnValues.${other.columns[0].id}`], { from: null, to: 1 })
  })

  story("keeps what means nothing in a bound column, and an undo brings it back", function* () {
    const { other, task, team } = yield* givenBoards
    const { editor } = team
    const addBound = (boardId: string) =>
      Effect.all([
        as(editor)(Board.addColumn(boardId, { name: "Who", type: "person", field: "assignees" })),
        as(editor)(Board.addColumn(boardId, { name: "When", type: "date", field: "dueDate" }))
      ])
    const [who, when] = yield* addBound(team.boardId)
    const [whoThere, whenThere] = yield* addBound(other.boardId)
    for (const people of ["Alice (extern)", [team.viewer, "nobody"]]) {
      const values = { [who.id]: people, [when.id]: "soon" }
      yield* as(editor)(Task.updateTask(task.id, { columnValues: values }))
      const { lost, task: moved } = yield* move(team, task.id, { boardId: other.boardId })
      assert.deepStrictEqual([lost, moved.columnValues], [[], { [whoThere.id]: people, [whenThere.id]: "soon" }])
      yield* undoLast(editor, 1)
      assert.deepStrictEqual((yield* as(editor)(Task.getTask(task.id))).columnValues, values)
    }
  })

  story("names the values in whose place a bound column there has the field", function* () {
    const { other, task, team } = yield* givenBoards
    const { admin, editor } = team
    const add = (boardId: string, name: string, type: string, field?: Board.BoundField) =>
      Effect.map(as(editor)(Board.addColumn(boardId, { name, type, field })), ({ id }) => id)
    const own = { status: yield* add(team.boardId, "Status", "status"), who: yield* add(team.boardId, "Who", "person") }
    const status = yield* add(other.boardId, "Status", "status", "status")
    const who = yield* add(other.boardId, "Who", "person", "assignees")
    const values = { [own.status]: "Blocked", [own.who]: [admin] }
    yield* as(editor)(Task.updateTask(task.id, { status: "done", columnValues: values }))
    const { lost, task: moved } = yield* move(team, task.id, { boardId: other.boardId })
    const message = (field: string) => `the column there is bound to the field ${field}, which has another value`
    assert.deepStrictEqual(lost, [
      { columnId: own.status, column: "Status", message: message("status") },
      { columnId: own.who, column: "Who", message: message("assignees") }
    ])
    assert.deepStrictEqual([moved.status, moved.assignees, moved.columnValues], ["done", [], { [status]: "done" }])
    yield* undoLast(editor, 1)
    assert.deepStrictEqual((yield* as(editor)(Task.getTask(task.id))).columnValues, values)
    const agreeing = { [own.status]: "Complete", [own.who]: [admin] }
    yield* as(editor)(Task.updateTask(task.id, { assignees: [admin], columnValues: agreeing }))
    const again = yield* move(team, task.id, { boardId: other.boardId })
    assert.deepStrictEqual([again.lost, again.task.columnValues], [[], { [status]: "Complete", [who]: [admin] }])
  })

  story("names no value that means what the bound column there has", function* () {
    const { other, task, team } = yield* givenBoards
    const { admin, editor } = team
    const add = (boardId: string, label: string) =>
      Effect.all([
        as(editor)(
          Board.addColumn(boardId, {
            ...{ name: "Status", type: "status", field: "status" },
            options: [{ label, value: "done" }]
          })
        ),
        as(editor)(Board.addColumn(boardId, { name: "Who", type: "person", field: "assignees" }))
      ])
    const [status, who] = yield* add(team.boardId, "Ende")
    const [there, whoThere] = yield* add(other.boardId, "Fin")
    const people = ["Sofia", admin]
    yield* as(editor)(Task.updateTask(task.id, { columnValues: { [status.id]: "Ende", [who.id]: people } }))
    const { lost, task: moved } = yield* move(team, task.id, { boardId: other.boardId })
    assert.deepStrictEqual([lost, moved.status, moved.assignees], [[], "done", [admin]])
    assert.deepStrictEqual(moved.columnValues, { [there.id]: "Fin", [whoThere.id]: people })
  })

  story("names no label for which a strict column there has another one of the same value", function* () {
    const { other, task, team } = yield* givenBoards
    const { editor } = team
    const add = (boardId: string, more: object) =>
      as(editor)(Board.addColumn(boardId, { name: "Status", type: "status", field: "status", ...more }))
    const status = yield* add(team.boardId, {})
    const there = yield* add(other.boardId, { strict: true, options: [{ label: "Fin", value: "done" }] })
    yield* as(editor)(Task.updateTask(task.id, { columnValues: { [status.id]: "Complete" } }))
    const { lost, task: moved } = yield* move(team, task.id, { boardId: other.boardId })
    assert.deepStrictEqual([lost, moved.status, moved.columnValues], [[], "done", { [there.id]: "Fin" }])
  })

  story("names what means nothing in a strict column there that is bound to a field", function* () {
    const { other, task, team } = yield* givenBoards
    const add = (boardId: string, strict: boolean) =>
      as(team.editor)(Board.addColumn(boardId, { name: "When", type: "date", field: "dueDate", strict }))
    const when = yield* add(team.boardId, false)
    yield* add(other.boardId, true)
    yield* as(team.editor)(Task.updateTask(task.id, { columnValues: { [when.id]: "soon" } }))
    const { lost, task: moved } = yield* move(team, task.id, { boardId: other.boardId })
    assert.deepStrictEqual([lost.map(({ column }) => column), moved.columnValues], [["When"], {}])
  })

  story("leaves out and names what strict columns there do not take, and an undo brings it back", function* () {
    const { other, task, team } = yield* givenBoards
    const { editor } = team
    const add = (boardId: string, more: object) =>
      Effect.forEach(["Status", "Size"], (name) =>
        as(editor)(
          Board.addColumn(boardId, {
            ...{ name, type: "status", options: [{ label: "Done" }] },
            ...(name === "Status" && { field: "status" as const }),
            ...more
          })
        )
      )
    const [status, size] = yield* add(team.boardId, {})
    const [bound] = yield* add(other.boardId, { strict: true })
    const values = { [status?.id ?? ""]: "Blockiert", [size?.id ?? ""]: "XL" }
    yield* as(editor)(Task.updateTask(task.id, { columnValues: values }))
    const { lost, task: moved } = yield* move(team, task.id, { boardId: other.boardId })
    const message = "there it must be an option of the column, since the column is strict"
    assert.deepStrictEqual(lost, [
      { columnId: status?.id, column: "Status", message },
      { columnId: size?.id, column: "Size", message }
    ] as never)
    assert.deepStrictEqual([moved.status, moved.columnValues], ["pending", {}])
    yield* undoLast(editor, 1)
    const back = yield* as(editor)(Task.getTask(task.id))
    assert.deepStrictEqual([back.status, back.columnValues], ["Blockiert", values])
    yield* as(editor)(Board.deleteColumn(team.boardId, status?.id ?? ""))
    yield* as(editor)(Task.updateTask(task.id, { status: "Blockiert", columnValues: null }))
    const again = yield* move(team, task.id, { boardId: other.boardId })
    assert.deepStrictEqual([again.lost, again.task.status], [
      [{ columnId: bound?.id, column: "Status", message }],
      "pending"
    ] as never)
  })

  story("is read on both boards by the readers of each", function* () {
    const { other, task, team } = yield* givenBoards
    yield* as(team.editor)(Task.updateTask(task.id, { status: "done" }))
    yield* move(team, task.id, { boardId: other.boardId })
    const seenBy = (userId: typeof team.editor, boardId: string) =>
      Effect.map(as(userId)(Change.listChanges({ boardId })), ({ changes }) =>
        changes.map(({ fields, type }) => [type, fields["groupId"] ?? null])
      )
    const gone = ["task.transferred", { from: task.groupId, to: null }]
    const came = ["task.transferred", { from: null, to: other.groups[0].id }]
    assert.deepStrictEqual(yield* seenBy(team.viewer, team.boardId), [["task.updated", null], gone] as never)
    assert.deepStrictEqual(yield* seenBy(other.viewer, other.boardId), [came] as never)
    const activityFor = (userId: typeof team.editor) =>
      Effect.map(as(userId)(Change.listTaskActivity(task.id)), ({ items }) => items.map(({ boardId }) => boardId))
    assert.deepStrictEqual(yield* activityFor(other.viewer), [other.boardId])
    assert.deepStrictEqual(yield* activityFor(team.editor), [other.boardId, team.boardId, team.boardId])
    // What happened on the old board can be undone by those who may edit the new one.
    yield* undoLast(team.editor, 2)
    assert.strictEqual((yield* as(other.viewer)(Task.getTask(task.id))).status, "pending")
  })

  story("needs the right to edit both boards, and names what is wrong or missing", function* () {
    const { other, task, team } = yield* givenBoards
    const to = { boardId: other.boardId, groupId: other.groups[1].id }
    const of = (userId: typeof team.editor, input: object, id: string = task.id) =>
      refused(as(userId)(Task.moveTaskToBoard(id, input as Task.MoveTaskToBoard)))
    for (const userId of [team.stranger, team.viewer, team.admin, team.owner, other.editor, other.owner]) {
      assert.strictEqual(yield* of(userId, to), "Forbidden")
    }
    assert.strictEqual(yield* of(team.editor, {}), "InvalidInput boardId")
    assert.strictEqual(yield* of(team.editor, { boardId: team.boardId }), "InvalidInput boardId")
    assert.strictEqual(yield* of(team.editor, { boardId: "nothing" }), "NotFound Board")
    assert.strictEqual(yield* of(team.editor, to, "nothing"), "NotFound Task")
    // Whether a group is there, only readers of the board learn.
    for (const groupId of ["nothing", team.groups[0].id]) {
      assert.strictEqual(yield* of(team.editor, { ...to, groupId }), "NotFound Group")
      assert.strictEqual(yield* of(team.admin, { ...to, groupId }), "NotFound Group")
      assert.strictEqual(yield* of(team.owner, { ...to, groupId }), "Forbidden")
    }
    const strange = yield* givenBoard()
    assert.strictEqual(yield* of(team.editor, { boardId: strange.board.id, groupId: "nothing" }), "Forbidden")
    yield* as(other.owner)(Board.deleteBoard(other.boardId))
    assert.strictEqual(yield* of(team.editor, to), "NotFound Board")
  })
})
