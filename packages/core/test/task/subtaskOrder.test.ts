import { Archive, Task, Undo } from "@boardwright/core"
import { givenTask } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { detailsOf, plain } from "../archive/fixtures.js"
import { as, asOperator, refused, stored, story } from "../support.js"
import { givenTeamTask } from "./support.js"

const givenFour = Effect.gen(function* () {
  const team = yield* givenTeamTask
  const ids: Record<string, string> = {}
  for (const name of ["a", "b", "c", "d"])
    ids[name] = (yield* as(team.editor)(Task.addSubtask(team.taskId, { name }))).id
  const names = Effect.map(as(team.viewer)(Task.getTask(team.taskId)), ({ subtasks }) =>
    subtasks.map(({ name }) => name).join("")
  )
  const move = (name: string, before: string | null) =>
    as(team.editor)(
      Task.updateSubtask(team.taskId, ids[name] ?? "", {
        beforeSubtaskId: before === null ? null : (ids[before] ?? before)
      })
    )
  const undoLast = as(team.editor)(Effect.flatMap(stored, ({ feed }) => Undo.undoChange(feed.changes.at(-1)?.id ?? "")))
  return { ...team, ids, names, move, undoLast }
})

describe("the order of subtasks", () => {
  story("follows moves before another one and to the end; new ones are last; undo moves back", function* () {
    const { editor, ids, move, names, taskId, undoLast } = yield* givenFour
    const steps = [
      ["a", "a", null, "bcda", "abcd"],
      ["b", "d", "a", "dabc", "abcd"],
      ["c", "c", "b", "acbd", "abcd"]
    ] as const
    for (const [, name, before, expected, start] of steps) {
      yield* move(name, before)
      assert.strictEqual(yield* names, expected)
      yield* undoLast
      assert.strictEqual(yield* names, start)
    }
    yield* move("d", "b")
    const { fields } = (yield* stored).feed.changes.at(-1) ?? {}
    assert.deepStrictEqual(fields, { beforeSubtaskId: { from: null, to: ids["b"] ?? null } })
    const { length } = (yield* stored).feed.changes
    yield* move("d", "b")
    yield* move("c", null)
    assert.strictEqual((yield* stored).feed.changes.length, length)
    yield* as(editor)(Task.addSubtask(taskId, { name: "e" }))
    assert.strictEqual(yield* names, "adbce")
    const { items } = yield* as(editor)(Task.listSubtasks(taskId))
    assert.strictEqual(items.map(({ name }) => name).join(""), "adbce")
    assert.notInclude(JSON.stringify(items), "rank")
  })

  story("is restored with a deleted subtask, also after others moved and moved back", function* () {
    const { editor, ids, move, names, taskId, undoLast } = yield* givenFour
    yield* as(editor)(Task.deleteSubtask(taskId, ids["b"] ?? ""))
    const deletion = (yield* stored).feed.changes.at(-1)?.id ?? ""
    yield* move("d", "a")
    yield* undoLast
    assert.strictEqual(yield* names, "acd")
    yield* as(editor)(Undo.undoChange(deletion))
    assert.strictEqual(yield* names, "abcd")
    yield* as(editor)(Task.deleteSubtask(taskId, ids["b"] ?? ""))
    const again = (yield* stored).feed.changes.at(-1)?.id ?? ""
    yield* as(editor)(Task.deleteSubtask(taskId, ids["c"] ?? ""))
    yield* as(editor)(Undo.undoChange(again))
    assert.strictEqual(yield* names, "adb")
  })

  story("refuses the subtask itself and one of another task", function* () {
    const { editor, ids, move, names, ...team } = yield* givenFour
    const other = yield* givenTask(team)
    const foreign = yield* as(editor)(Task.addSubtask(other.id, { name: "x" }))
    assert.strictEqual(yield* refused(move("a", "a")), "InvalidInput beforeSubtaskId")
    for (const id of [foreign.id, "nothing"]) assert.strictEqual(yield* refused(move("a", id)), "MoveConflict")
    assert.strictEqual(yield* names, "abcd")
  })

  story("holds after many moves to one place, and is kept by an archive", function* () {
    const { boardId, move, names, owner, workspace } = yield* givenFour
    for (let round = 0; round < 200; round++) {
      yield* move("d", "b")
      yield* move("c", "d")
      yield* move("d", "c")
    }
    assert.strictEqual(yield* names, "adcb")
    const ranks = [...(yield* stored).subtaskRanks.values()]
    assert.isBelow(Math.max(...ranks.map(({ rank }) => rank.length)), 64)
    const { archive, tasks } = yield* asOperator(Archive.exportBoard(boardId))
    const { board } = yield* as(owner)(Archive.restoreBoard({ workspaceId: workspace.id }, plain(archive), tasks))
    const [task] = yield* as(owner)(detailsOf(board?.id ?? ""))
    assert.strictEqual(task?.subtasks.map(({ name }) => name).join(""), "adcb")
  })
})
