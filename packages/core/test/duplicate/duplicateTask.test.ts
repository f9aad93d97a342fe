import { Duplicate, Task, Trash, Values } from "@boardwright/core"
import { givenBoard, givenTask, rankAt } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { afterNoon, as, givenTeam, refused, stored, story, type Team } from "../support.js"
import { namesOf } from "../task/support.js"
import { changedBy, conflictOf, undoLast } from "../undo/support.js"

const namesIn = (team: Team, groupId?: string) =>
  Effect.map(as(team.viewer)(Task.listTasks({ boardId: team.boardId, groupId })), ({ items }) => namesOf(items))

const duplicate = (team: Team, id: string, input?: Duplicate.DuplicateTask) =>
  as(team.editor)(Duplicate.duplicateTask(id, input))

describe("duplicateTask", () => {
  story("copies fields, values, assignees and subtasks, not comments and time entries", function* () {
    const team = yield* givenTeam
    const { createdAt, id, rank, updatedAt, ...fields } = yield* givenTask(team, {
      description: "Deep",
      status: "done",
      priority: "high",
      assignees: [team.viewer, team.admin],
      dueDate: afterNoon(5),
      columnValues: { [team.columns[0].id]: { deep: [1] }, [team.columns[1].id]: "x" }
    })
    yield* as(team.editor)(Task.addComment(id, { content: "Look" }))
    yield* as(team.editor)(Task.addTimeEntry(id, { duration: 1 }))
    const names = ["One", "Two", "Three"]
    for (const name of names) yield* as(team.editor)(Task.addSubtask(id, { name }))
    const second = (yield* as(team.editor)(Task.listSubtasks(id))).items[1]?.id ?? ""
    yield* as(team.editor)(Task.updateSubtask(id, second, { completed: true }))
    const original = yield* as(team.editor)(Task.getTask(id))

    const copy = yield* duplicate(team, id)
    assert.notStrictEqual(copy.id, id)
    assert.deepStrictEqual(copy, { ...fields, id: copy.id, createdAt: afterNoon(0), updatedAt: afterNoon(0) })
    const { comments, subtasks, timeEntries } = yield* as(team.viewer)(Task.getTask(copy.id))
    assert.deepStrictEqual([comments, timeEntries], [[], []])
    assert.sameDeepMembers(
      subtasks.map(({ completed, name, taskId }) => [name, completed, taskId]),
      original.subtasks.map(({ completed, name }) => [name, completed, copy.id])
    )
    assert.deepStrictEqual(yield* as(team.editor)(Task.getTask(id)), original)
    assert.strictEqual((yield* duplicate(team, id, { name: " Again " })).name, "Again")
  })

  story("places the copy directly after the task in its group, also between tasks of one rank", function* () {
    const team = yield* givenTeam
    const tasks = yield* Effect.forEach([0, 1, 1, 2], (at, index) =>
      givenTask(team, { name: String(index), rank: rankAt(at), groupId: team.groups[index % 2 === 0 ? 0 : 1].id })
    )
    const ids = tasks.map(({ id }) => id)
    for (const [at, id] of ids.entries()) yield* duplicate(team, id, { name: `${at} again` })
    assert.deepStrictEqual(yield* namesIn(team, team.groups[0].id), ["0", "0 again", "2", "2 again"])
    assert.deepStrictEqual(yield* namesIn(team, team.groups[1].id), ["1", "1 again", "3", "3 again"])
    for (let round = 0; round < 3; round++) yield* duplicate(team, ids[1] ?? "", { name: String(round) })
    assert.deepStrictEqual(yield* namesIn(team, team.groups[1].id), ["1", "2", "1", "0", "1 again", "3", "3 again"])
  })

  story("fails for a wrong name, a task that is not there or in the trash, and without the right", function* () {
    const team = yield* givenTeam
    const { id } = yield* givenTask(team)
    const of = (userId: typeof team.editor, taskId: string, input = {}) =>
      refused(as(userId)(Duplicate.duplicateTask(taskId, input)))
    assert.strictEqual(yield* of(team.editor, id, { name: " " }), "InvalidInput name")
    assert.strictEqual(yield* of(team.viewer, id), "Forbidden")
    assert.strictEqual(yield* of(team.stranger, id), "Forbidden")
    assert.strictEqual(yield* of(team.stranger, "nothing"), "NotFound Task")
    assert.strictEqual(yield* of(team.editor, (yield* givenTask(yield* givenBoard())).id), "Forbidden")
    yield* as(team.editor)(Task.deleteTask(id))
    assert.strictEqual(yield* of(team.editor, id), "NotFound Task")
  })

  story("records that a copy has no subtasks", function* () {
    const team = yield* givenTeam
    const { id } = yield* givenTask(team, { name: "Dig" })
    const { fields } = yield* changedBy(duplicate(team, id))
    assert.deepStrictEqual(fields["subtasks"], { from: null, to: 0 })
  })

  story("is undone by moving the copy to the trash, unless its fields changed", function* () {
    const team = yield* givenTeam
    const { id } = yield* givenTask(team, { name: "Dig" })
    yield* as(team.editor)(Task.addSubtask(id, { name: "Part" }))
    const change = yield* changedBy(duplicate(team, id))
    assert.deepStrictEqual([change.type, change.fields["subtasks"]], ["task.created", { from: null, to: 1 }])
    yield* as(team.editor)(Task.addSubtask(change.subjectId, { name: "Another" }))
    yield* undoLast(team.editor, 1)
    assert.deepStrictEqual(yield* namesIn(team), ["Dig"])
    const { items } = yield* as(team.editor)(Trash.listTrash({ boardId: team.boardId }))
    assert.deepStrictEqual(
      items.map(({ subjectId }) => String(subjectId)),
      [change.subjectId]
    )
    const copy = yield* duplicate(team, id)
    yield* as(team.editor)(Task.updateTask(copy.id, { status: "done" }))
    assert.deepStrictEqual(yield* conflictOf(undoLast(team.editor, 1)), [["status", "has changed since"]])
  })

  story("stays within the order when there is no room for another rank", function* () {
    const team = yield* givenTeam
    const long = Values.Rank.make(`a0${"z".repeat(Values.LONGEST_RANK)}V`)
    const { id } = yield* givenTask(team, { name: "0", rank: Values.Rank.make("a0") })
    yield* givenTask(team, { name: "1", rank: Values.Rank.make(`a0${"0".repeat(58)}1`) })
    yield* givenTask(team, { name: "2", rank: long })
    yield* duplicate(team, id, { name: "copy" })
    assert.deepStrictEqual(yield* namesIn(team), ["0", "copy", "1", "2"])
    for (const { rank } of (yield* stored).tasks.values()) assert.isAtMost(rank.length, Values.LONGEST_RANK + 10)
  })
})
