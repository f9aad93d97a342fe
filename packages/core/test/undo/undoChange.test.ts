import { Account, Board, Change, Task, Undo, type Values } from "@boardwright/core"
import { aChange, givenAccount } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { afterNoon, as, HOUR, NOON, refused, sent, stored, story } from "../support.js"
import { givenTeamTask, type TeamTask } from "../task/support.js"
import { type Call, conflictOf, undoLast } from "./support.js"

const DAY = 24 * HOUR

const taskOf = ({ taskId, viewer }: TeamTask) =>
  Effect.map(as(viewer)(Task.getTask(taskId)), ({ updatedAt: _, ...task }) => task)

/** Makes the changes of the work one batch. */
const inBatch = Effect.locally(Change.changeOrigin, { requestId: "a request", tokenId: null, batchId: "a batch" })

describe("undoChange of fields", () => {
  story("sets every field of a task to what it was, and its undo does the change again", function* () {
    const team = yield* givenTeamTask
    const [first, second] = team.columns
    const edit = (input: Task.UpdateTask) => as(team.editor)(Task.updateTask(team.taskId, input))
    yield* edit({ columnValues: { [first.id]: { a: [1] } }, description: "Why" })
    const before = yield* taskOf(team)
    yield* edit({
      name: "New",
      description: null,
      status: "done",
      priority: "low",
      assignees: [team.viewer, team.editor],
      dueDate: "2027-01-01",
      groupId: team.groups[1].id,
      columnValues: { [first.id]: null, [second.id]: "deep" }
    })
    const after = yield* taskOf(team)
    const [undone] = yield* undoLast(team.editor)
    assert.deepStrictEqual(yield* taskOf(team), before)
    assert.deepStrictEqual([undone?.type, undone?.actorId, undone?.taskId], ["task.updated", team.editor, team.taskId])
    assert.deepStrictEqual(undone?.fields["status"], { from: "done", to: before.status })
    assert.isString(undone?.batchId)
    yield* as(team.editor)(Undo.undoChange(undone?.id ?? ""))
    assert.deepStrictEqual(yield* taskOf(team), after)
    yield* undoLast(team.editor)
    assert.deepStrictEqual(yield* taskOf(team), before)
  })

  story("places a task that an update moved to another group before what it was before", function* () {
    const team = yield* givenTeamTask
    const { boardId, editor, groups } = team
    const [two, three, there] = yield* as(editor)(
      Effect.all([
        Task.createTask({ boardId, name: "Two" }),
        Task.createTask({ boardId, name: "Three" }),
        Task.createTask({ boardId, name: "There", groupId: groups[1].id })
      ])
    )
    const listed = Effect.map(as(editor)(Task.listTasks({ boardId })), ({ items }) =>
      groups.map(({ id }) => items.filter(({ groupId }) => groupId === id).map((task) => task.id))
    )
    const before = [[team.taskId, two.id, three.id], [there.id]]
    const after = [
      [two.id, three.id],
      [there.id, team.taskId]
    ]
    yield* as(editor)(Task.updateTask(team.taskId, { groupId: groups[1].id }))
    const [undone] = yield* undoLast(editor)
    assert.deepStrictEqual(undone?.fields["beforeTaskId"], { from: null, to: two.id })
    assert.deepStrictEqual(yield* listed, before)
    yield* undoLast(editor)
    assert.deepStrictEqual(yield* listed, after)
    yield* as(editor)(Task.moveTask(two.id, { groupId: groups[1].id }))
    yield* undoLast(editor, 1)
    assert.deepStrictEqual(yield* listed, [
      [three.id, team.taskId],
      [there.id, two.id]
    ])
  })

  story("keeps what others changed meanwhile in other fields", function* () {
    const team = yield* givenTeamTask
    const [first, second] = team.columns
    yield* as(team.editor)(Task.updateTask(team.taskId, { status: "done", columnValues: { [first.id]: "a" } }))
    yield* as(team.admin)(Task.updateTask(team.taskId, { priority: "low", columnValues: { [second.id]: "b" } }))
    yield* undoLast(team.editor, 2)
    const { columnValues, priority, status } = yield* taskOf(team)
    assert.deepStrictEqual([status, priority, columnValues], [team.task.status, "low", { [second.id]: "b" }])
  })

  story("does nothing if a field has changed since, and names each that has", function* () {
    const team = yield* givenTeamTask
    const column = team.columns[0].id
    yield* as(team.editor)(
      Task.updateTask(team.taskId, { name: "New", status: "done", columnValues: { [column]: "a" } })
    )
    yield* as(team.admin)(Task.updateTask(team.taskId, { status: "stuck", columnValues: { [column]: "b" } }))
    const before = yield* stored
    assert.deepStrictEqual(yield* conflictOf(undoLast(team.editor, 1)), [
      ["status", "has changed since"],
      [`columnValues.${column}`, "has changed since"]
    ])
    assert.strictEqual(yield* stored, before)
  })

  story("names the task of a batch that has changed since", function* () {
    const team = yield* givenTeamTask
    const { boardId, editor } = team
    const other = yield* as(editor)(Task.createTask({ boardId, name: "Other" }))
    const done = (id: Task.TaskId) => Task.updateTask(id, { status: "done" })
    yield* inBatch(as(editor)(Effect.all([done(team.taskId), done(other.id)])))
    yield* as(editor)(Task.updateTask(team.taskId, { status: "stuck" }))
    const conflict = yield* Effect.flip(as(editor)(Undo.undoChange("a batch")))
    const issues = [{ path: ["status"], message: "has changed since", taskId: team.taskId }]
    assert.deepStrictEqual(conflict, new Undo.UndoConflict({ issues }))
  })

  story("moves a task back, unless it was moved on; a move within its group has nothing to undo", function* () {
    const team = yield* givenTeamTask
    const [from, to] = team.groups
    const move = (groupId: Board.GroupId) => as(team.editor)(Task.moveTask(team.taskId, { groupId }))
    yield* move(to.id)
    const [undone] = yield* undoLast(team.editor)
    assert.deepStrictEqual([undone?.type, undone?.fields], ["task.moved", { groupId: { from: to.id, to: from.id } }])
    assert.deepStrictEqual(yield* conflictOf(undoLast(team.editor, 1)), [["groupId", "has changed since"]])
    yield* move(from.id)
    assert.deepStrictEqual(yield* undoLast(team.editor), [])
  })

  story("undoes updates of subtasks, columns and the board, each with the right that the update needs", function* () {
    const team = yield* givenTeamTask
    const { admin, boardId, editor, taskId, viewer } = team
    const column = team.columns[0].id
    const subtask = yield* as(editor)(Task.addSubtask(taskId, { name: "Part" }))
    const cases: ReadonlyArray<readonly [Account.UserId, Account.UserId, Call]> = [
      [editor, viewer, Task.updateSubtask(taskId, subtask.id, { name: "Whole", completed: true })],
      [editor, viewer, Board.updateColumn(boardId, column, { name: "New", width: 9, visible: false })],
      [admin, editor, Board.updateBoard(boardId, { name: "New", description: "Why", background: sent(null) })]
    ]
    const read = Effect.map(
      Effect.all([as(viewer)(Task.getTask(taskId)), as(viewer)(Board.getBoard(boardId))]),
      ([task, { updatedAt: _, ...board }]) => ({ task, board })
    )
    for (const [by, other, change] of cases) {
      const before = yield* read
      yield* as(by)(change)
      const after = yield* read
      assert.notDeepEqual(after, before)
      assert.strictEqual(yield* refused(undoLast(other)), "Forbidden")
      yield* undoLast(by)
      assert.deepStrictEqual(yield* read, before)
      yield* undoLast(by)
      assert.deepStrictEqual(yield* read, after)
    }
  })

  story("brings no assignee back whose account is gone", function* () {
    const team = yield* givenTeamTask
    const leaving = yield* givenAccount()
    const edit = (input: Task.UpdateTask) => as(team.editor)(Task.updateTask(team.taskId, input))
    yield* edit({ assignees: [leaving.id, team.viewer] })
    yield* edit({ assignees: null, name: "New" })
    const { findByEmail } = yield* Account.UserDirectory
    const directory = { findByEmail, existing: () => Effect.succeed([team.viewer]) }
    const unknown = Effect.provideService(undoLast(team.editor), Account.UserDirectory, directory)
    assert.deepStrictEqual(yield* conflictOf(unknown), [["assignees", "had a user who is gone"]])
    yield* undoLast(team.editor)
    assert.deepStrictEqual((yield* taskOf(team)).assignees, [leaving.id, team.viewer])
  })
})

describe("undoChange", () => {
  story("finds a change only for those who may read it now, and needs the right to its inverse", function* () {
    const { admin, boardId, editor, stranger, taskId, viewer } = yield* givenTeamTask
    yield* as(editor)(Task.updateTask(taskId, { name: "New" }))
    assert.strictEqual(yield* refused(undoLast(stranger)), "ChangeNotFound")
    assert.strictEqual(yield* refused(undoLast(viewer)), "Forbidden")
    for (const id of ["", "0", "-1", "1e1", "unknown", "9".repeat(40)]) {
      assert.strictEqual(yield* refused(as(editor)(Undo.undoChange(id))), "ChangeNotFound")
    }
    yield* as(admin)(Board.removeMember(boardId, editor))
    assert.strictEqual(yield* refused(undoLast(editor, 1)), "ChangeNotFound")
    assert.strictEqual((yield* undoLast(admin, 1)).length, 1)
  })

  story("undoes a change for 30 days", function* () {
    const { editor, taskId } = yield* givenTeamTask
    yield* as(editor)(Task.updateTask(taskId, { name: "New" }))
    yield* TestClock.setTime(NOON + 30 * DAY + 1)
    assert.strictEqual(yield* refused(undoLast(editor)), "InvalidInput id")
    yield* TestClock.setTime(NOON + 30 * DAY)
    assert.strictEqual((yield* undoLast(editor)).length, 1)
  })

  story("refuses every type that has no inverse, before it asks for rights", function* () {
    const { board, viewer, workspace } = yield* givenTeamTask
    const types = Change.CHANGE_TYPES.filter((type) => !Undo.isUndoable(type))
    assert.includeMembers([...types], ["member.removed", "workspace.updated", "webhook.deleted", "board.created"])
    const place = { workspaceId: workspace.id, boardId: board.id }
    for (const type of types) {
      const change = aChange({ ...place, type, recipientId: viewer, at: afterNoon(0) })
      yield* Effect.flatMap(Change.ChangeRepository, (changes) => changes.append([change]))
      const failure: Values.InvalidInput | { readonly _tag: string } = yield* Effect.flip(undoLast(viewer))
      const message = `is a change of the type ${type}, which cannot be undone`
      assert.deepStrictEqual("issues" in failure ? failure.issues : failure, [{ path: ["id"], message }])
    }
  })

  story("undoes a batch whole, the last change first, as one batch", function* () {
    const team = yield* givenTeamTask
    const [from, to] = team.groups
    const other = yield* as(team.editor)(Task.createTask({ boardId: team.boardId, name: "Other" }))
    const before = yield* taskOf(team)
    yield* inBatch(
      as(team.editor)(
        Effect.all([
          Task.updateTask(team.taskId, { name: "One", status: "done" }),
          Task.updateTask(team.taskId, { name: "Two", groupId: to.id }),
          Task.moveTask(team.taskId, { groupId: from.id }),
          Task.updateTask(other.id, { name: "Three" })
        ])
      )
    )
    const undone = yield* as(team.editor)(Undo.undoChange("a batch"))
    assert.deepStrictEqual(
      undone.map(({ fields, type }) => [type, Object.keys(fields)]),
      [
        ["task.updated", ["name"]],
        ["task.moved", ["groupId"]],
        ["task.updated", ["name", "groupId", "beforeTaskId"]],
        ["task.updated", ["name", "status"]]
      ]
    )
    assert.deepStrictEqual([new Set(undone.map(({ batchId }) => batchId)).size, undone[0]?.requestId], [1, null])
    assert.deepStrictEqual(yield* taskOf(team), before)
    assert.strictEqual((yield* as(team.editor)(Undo.undoChange(undone[0]?.batchId ?? ""))).length, 4)
    assert.deepStrictEqual((yield* taskOf(team)).name, "Two")
  })

  story("undoes nothing of a batch with a change that cannot be undone, or that the actor may not read", function* () {
    const { admin, boardId, editor, taskId } = yield* givenTeamTask
    const guest = yield* givenAccount()
    const rename = Task.updateTask(taskId, { name: "New" })
    const invite = Board.inviteMember(boardId, { userId: guest.id, role: "viewer" })
    yield* inBatch(as(admin)(Effect.all([rename, invite])))
    assert.strictEqual(yield* refused(as(admin)(Undo.undoChange("a batch"))), "InvalidInput id")
    assert.strictEqual(yield* refused(as(editor)(Undo.undoChange("a batch"))), "ChangeNotFound")
  })

  story("undoes nothing of a batch that would hold up others, but each change of it", function* () {
    const { editor, taskId } = yield* givenTeamTask
    const update = (input: Task.UpdateTask) => inBatch(as(editor)(Task.updateTask(taskId, input)))
    for (let count = 0; count < Change.MAX_FOUND; count += 1) yield* update({ name: `Name ${count}` })
    const whole = yield* as(editor)(Undo.undoChange("a batch"))
    assert.strictEqual(whole.length, Change.MAX_FOUND)
    yield* update({ name: "Name" })
    const failure: Values.InvalidInput | { readonly _tag: string } = yield* Effect.flip(
      as(editor)(Undo.undoChange("a batch"))
    )
    const message = "is a batch of over 1000 changes, or 16 MiB of them: undo its changes one by one"
    assert.deepStrictEqual("issues" in failure ? failure.issues : failure, [{ path: ["id"], message }])
    yield* undoLast(editor)
    assert.strictEqual((yield* as(editor)(Task.getTask(taskId))).name, whole.at(-1)?.fields["name"]?.to)
  })

  story("undoes nothing of a batch whose texts take too much memory", function* () {
    const { editor, taskId } = yield* givenTeamTask
    for (let count = 0; count < 140; count += 1) {
      const description = String(count % 2).repeat(65_000)
      yield* inBatch(as(editor)(Task.updateTask(taskId, { description })))
    }
    assert.strictEqual(yield* refused(as(editor)(Undo.undoChange("a batch"))), "InvalidInput id")
  })

  story("of two undos of a change at once one is a conflict", function* () {
    const { editor, taskId } = yield* givenTeamTask
    yield* as(editor)(Task.updateTask(taskId, { name: "New" }))
    const id = (yield* stored).feed.changes.at(-1)?.id ?? ""
    const undo = Effect.either(as(editor)(Undo.undoChange(id)))
    const both = yield* Effect.all([undo, undo], { concurrency: 2 })
    assert.sameMembers(
      both.map((each) => (each._tag === "Left" ? each.left._tag : each._tag)),
      ["Right", "UndoConflict"]
    )
  })
})
