import { Task } from "@boardwright/core"
import { givenTask } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { TestClock } from "effect"
import { afterNoon, as, FACE, MINUTE, refused, sent, story } from "../support.js"
import { givenTeamTask, type TeamTask } from "./support.js"

const taskOf = (team: TeamTask) => as(team.viewer)(Task.getTask(team.taskId))

describe("addComment", () => {
  const comment = (team: TeamTask, input: unknown) => as(team.viewer)(Task.addComment(team.taskId, sent(input)))

  story("adds the actor's comment as the last one, as sent", function* () {
    const team = yield* givenTeamTask
    const mentions = [team.admin, team.stranger, team.admin]
    const first = yield* comment(team, { content: " as sent\n", mentions, userId: team.admin, id: "mine" })
    yield* TestClock.adjust(MINUTE)
    const second = yield* comment(team, { content: "Next", mentions: null })
    assert.deepStrictEqual(first, {
      id: first.id,
      taskId: team.taskId,
      userId: team.viewer,
      content: " as sent\n",
      mentions: [team.admin, team.stranger],
      createdAt: afterNoon(0),
      editedAt: null,
      ...FACE
    })
    assert.deepInclude(second, { mentions: [], createdAt: afterNoon(MINUTE) })
    assert.deepStrictEqual((yield* taskOf(team)).comments, [first, second])
  })

  story("does not change the task", function* () {
    const team = yield* givenTeamTask
    const before = yield* taskOf(team)
    yield* TestClock.adjust(MINUTE)
    yield* comment(team, { content: "Next" })
    const { totals } = before
    assert.deepStrictEqual({ ...(yield* taskOf(team)), comments: [], totals }, before)
  })

  story("checks input, then existence, then rights, then mentioned users", function* () {
    const team = yield* givenTeamTask
    const add = (id: string, input: unknown) => refused(as(team.stranger)(Task.addComment(id, sent(input))))
    assert.strictEqual(yield* add("nothing", { content: " ", mentions: "all" }), "InvalidInput content, mentions")
    assert.strictEqual(yield* add("nothing", { content: "x" }), "NotFound Task")
    assert.strictEqual(yield* add(team.taskId, { content: "x", mentions: ["nobody"] }), "Forbidden")
    const mentions = ["nobody", team.viewer, ""]
    assert.strictEqual(yield* refused(comment(team, { content: "x", mentions })), "InvalidInput mentions.0, mentions.2")
  })
})

describe("subtasks", () => {
  const add = (team: TeamTask, input: unknown) => as(team.editor)(Task.addSubtask(team.taskId, sent(input)))
  const update = (team: TeamTask, id: string, patch: unknown) =>
    as(team.editor)(Task.updateSubtask(team.taskId, id, sent(patch)))

  story("are added as not completed, in order", function* () {
    const team = yield* givenTeamTask
    const first = yield* add(team, { name: " Ask ", completed: true })
    const second = yield* add(team, { name: "Pay" })
    assert.deepStrictEqual(first, {
      id: first.id,
      taskId: team.taskId,
      name: "Ask",
      completed: false,
      createdAt: afterNoon(0)
    })
    assert.deepStrictEqual((yield* taskOf(team)).subtasks, [first, second])
  })

  story("change the given fields; {} and the subtask itself change nothing", function* () {
    const team = yield* givenTeamTask
    const subtask = yield* add(team, { name: "Ask" })
    for (const patch of [{}, subtask, { taskId: "another", createdAt: "1999" }]) {
      assert.deepStrictEqual(yield* update(team, subtask.id, patch), subtask)
    }
    assert.deepStrictEqual(yield* update(team, subtask.id, { completed: true }), { ...subtask, completed: true })
    const renamed = { ...subtask, completed: true, name: "Ask again" }
    assert.deepStrictEqual(yield* update(team, subtask.id, { name: " Ask again " }), renamed)
    assert.deepStrictEqual((yield* taskOf(team)).subtasks, [renamed])
    assert.isFalse((yield* update(team, subtask.id, { completed: false })).completed)
  })

  story("are found only under their task; check input, then existence, then rights", function* () {
    const team = yield* givenTeamTask
    const { id } = yield* add(team, { name: "Ask" })
    const other = yield* givenTask(team)
    const change = (taskId: string, subtaskId: string, patch: unknown) =>
      refused(as(team.viewer)(Task.updateSubtask(taskId, subtaskId, sent(patch))))
    assert.strictEqual(
      yield* change("nothing", "nothing", { completed: "yes", name: null }),
      "InvalidInput name, completed"
    )
    assert.strictEqual(yield* change("nothing", id, {}), "NotFound Task")
    assert.strictEqual(yield* change(other.id, id, {}), "NotFound Subtask")
    assert.strictEqual(yield* change(team.taskId, "nothing", {}), "NotFound Subtask")
    assert.strictEqual(yield* change(team.taskId, id, {}), "Forbidden")
    const make = (taskId: string, name: unknown) => refused(as(team.viewer)(Task.addSubtask(taskId, sent({ name }))))
    assert.strictEqual(yield* make("nothing", ""), "InvalidInput name")
    assert.strictEqual(yield* make("nothing", "x"), "NotFound Task")
    assert.strictEqual(yield* make(team.taskId, "x"), "Forbidden")
  })
})

describe("addTimeEntry", () => {
  const record = (team: TeamTask, input: unknown) => as(team.editor)(Task.addTimeEntry(team.taskId, sent(input)))

  story("records the actor's time as the last entry, as sent", function* () {
    const team = yield* givenTeamTask
    const first = yield* record(team, { duration: 0.1, description: " as sent ", userId: team.admin })
    yield* TestClock.adjust(MINUTE)
    const second = yield* record(team, { duration: 1e300, description: null })
    assert.deepStrictEqual(first, {
      id: first.id,
      taskId: team.taskId,
      userId: team.editor,
      duration: 0.1,
      description: " as sent ",
      createdAt: afterNoon(0)
    })
    assert.deepInclude(second, { duration: 1e300, description: "" })
    assert.deepStrictEqual((yield* taskOf(team)).timeEntries, [first, second])
  })

  story("accepts any finite number from 0, and stores a negative zero as 0", function* () {
    const team = yield* givenTeamTask
    for (const duration of [0, -0]) {
      assert.isTrue(Object.is((yield* record(team, { duration })).duration, 0))
    }
    for (const duration of [-1, Number.NaN, Number.POSITIVE_INFINITY, "1", null, undefined]) {
      assert.strictEqual(yield* refused(record(team, { duration })), "InvalidInput duration")
    }
  })

  story("checks input, then existence, then rights", function* () {
    const { taskId, viewer } = yield* givenTeamTask
    const add = (id: string, input: unknown) => refused(as(viewer)(Task.addTimeEntry(id, sent(input))))
    assert.strictEqual(yield* add("nothing", { description: 7 }), "InvalidInput duration, description")
    assert.strictEqual(yield* add("nothing", { duration: 1 }), "NotFound Task")
    assert.strictEqual(yield* add(taskId, { duration: 1 }), "Forbidden")
  })
})
