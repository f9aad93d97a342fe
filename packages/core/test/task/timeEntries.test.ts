import { Task, Undo } from "@boardwright/core"
import { givenTask } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { as, refused, sent, stored, story } from "../support.js"
import { givenTeamTask } from "./support.js"

/** A task with a time entry and a subtask. */
const givenEntries = Effect.gen(function* () {
  const team = yield* givenTeamTask
  const entry = yield* as(team.admin)(Task.addTimeEntry(team.taskId, { duration: 1.5, description: "Drawing" }))
  const subtask = yield* as(team.admin)(Task.addSubtask(team.taskId, { name: "Part" }))
  return { ...team, entry, subtask, read: as(team.viewer)(Task.getTask(team.taskId)) }
})

const undoLast = Effect.flatMap(stored, ({ feed }) => Undo.undoChange(feed.changes.at(-1)?.id ?? ""))

describe("updateTimeEntry", () => {
  story("changes the given fields of anybody's entry; undo sets them back", function* () {
    const { editor, entry, read, taskId } = yield* givenEntries
    const update = (patch: unknown) => as(editor)(Task.updateTimeEntry(taskId, entry.id, sent(patch)))
    for (const patch of [{}, entry, { userId: editor, createdAt: "1999" }]) {
      assert.deepStrictEqual(yield* update(patch), entry)
    }
    const changed = yield* update({ duration: -0, description: null })
    assert.deepStrictEqual(changed, { ...entry, duration: 0, description: "" })
    assert.isTrue(Object.is(changed.duration, 0))
    assert.deepStrictEqual((yield* read).timeEntries, [changed])
    yield* as(editor)(undoLast)
    assert.deepStrictEqual((yield* read).timeEntries, [entry])
    yield* update({ duration: 3 })
    const added = (yield* stored).feed.changes.find(({ type }) => type === "timeEntry.created")?.id ?? ""
    assert.strictEqual(yield* refused(as(editor)(Undo.undoChange(added))), "UndoConflict")
  })

  story("checks input, then existence, then rights", function* () {
    const { entry, taskId, viewer, ...team } = yield* givenEntries
    const other = yield* givenTask(team)
    const update = (task: string, id: string, patch: unknown = {}) =>
      refused(as(viewer)(Task.updateTimeEntry(task, id, sent(patch))))
    assert.strictEqual(
      yield* update("nothing", "nothing", { duration: null, description: 7 }),
      "InvalidInput duration, description"
    )
    assert.strictEqual(yield* update("nothing", entry.id), "NotFound Task")
    assert.strictEqual(yield* update(other.id, entry.id), "NotFound Time entry")
    assert.strictEqual(yield* update(taskId, entry.id), "Forbidden")
  })
})

describe("deleteTimeEntry and deleteSubtask", () => {
  story("remove an entry of the task, which undo brings back as it was", function* () {
    const { editor, entry, read, subtask, taskId, viewer, ...team } = yield* givenEntries
    const before = yield* read
    const other = yield* givenTask(team)
    const deletions = [
      { remove: Task.deleteTimeEntry, thing: "Time entry", id: entry.id },
      { remove: Task.deleteSubtask, thing: "Subtask", id: subtask.id }
    ]
    for (const { id, remove, thing } of deletions) {
      assert.strictEqual(yield* refused(as(viewer)(remove("nothing", id))), "NotFound Task")
      assert.strictEqual(yield* refused(as(viewer)(remove(other.id, id))), `NotFound ${thing}`)
      assert.strictEqual(yield* refused(as(viewer)(remove(taskId, id))), "Forbidden")
      yield* as(editor)(remove(taskId, id))
      assert.notDeepEqual(yield* read, before)
      assert.strictEqual(yield* refused(as(editor)(remove(taskId, id))), `NotFound ${thing}`)
      yield* as(editor)(undoLast)
      assert.deepStrictEqual(yield* read, before)
    }
  })
})
