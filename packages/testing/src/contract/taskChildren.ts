import { Ports, Task } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Struct } from "effect"
import { aComment, aSubtask, aTimeEntry, fresh, givenBoard, givenTask, instant, rankAt } from "../fixtures.js"
import type { Suite } from "./Suite.js"
import { atOnce, AWKWARD_TEXTS, findTask, isNone, valueOf, someone } from "./support.js"
import type { TaskNeeds } from "./Needs.js"

const tasks = Effect.serviceFunctions(Task.TaskRepository)

/** The contract of comments, subtasks and time entries in `TaskRepository`. */
export const childTests: Suite<TaskNeeds> = (it) => {
  it("returns a task with its lists in order of creation", function* () {
    const on = yield* givenBoard()
    const taskId = (yield* givenTask(on)).id
    const userId = yield* someone
    const mentions = [yield* someone, userId]
    const late = { taskId, userId, createdAt: instant(9) }
    const early = { taskId, userId, createdAt: instant(1) }
    // Stored in reverse order of creation.
    const comments = [aComment(late), aComment({ ...early, mentions })]
    const subtasks = [
      aSubtask({ taskId, createdAt: instant(9) }),
      aSubtask({ taskId, createdAt: instant(1), completed: true })
    ]
    const timeEntries = [aTimeEntry(late), aTimeEntry({ ...early, description: "🎉" })]
    yield* Effect.forEach(comments, tasks.insertComment)
    yield* Effect.forEach(subtasks, tasks.insertSubtask)
    yield* Effect.forEach(timeEntries, tasks.insertTimeEntry)
    const stranger = (yield* givenTask(on)).id
    yield* tasks.insertComment(aComment({ taskId: stranger, userId }))
    yield* tasks.insertSubtask(aSubtask({ taskId: stranger }))
    yield* tasks.insertTimeEntry(aTimeEntry({ taskId: stranger, userId }))
    const found = valueOf(yield* findTask(taskId))
    assert.deepStrictEqual(found.comments, comments.toReversed())
    assert.deepStrictEqual(found.subtasks, subtasks.toReversed())
    assert.deepStrictEqual(found.timeEntries, timeEntries.toReversed())
    assert.deepStrictEqual(found.files, [])
  })

  it("lists the authors of a task's comments, each once", function* () {
    const on = yield* givenBoard()
    const [taskId, other] = [(yield* givenTask(on)).id, (yield* givenTask(on)).id]
    const [ada, bob, cyd] = [yield* someone, yield* someone, yield* someone]
    assert.deepStrictEqual(yield* tasks.authors(taskId), [])
    for (const userId of [ada, bob, ada]) yield* tasks.insertComment(aComment({ taskId, userId }))
    yield* tasks.insertComment(aComment({ taskId: other, userId: cyd }))
    assert.deepStrictEqual((yield* tasks.authors(taskId)).toSorted(), [ada, bob].toSorted())
    assert.deepStrictEqual(yield* tasks.authors(other), [cyd])
  })

  it("stores long and unusual texts", function* () {
    const on = yield* givenBoard()
    const userId = yield* someone
    for (const text of AWKWARD_TEXTS) {
      const taskId = (yield* givenTask(on)).id
      const comment = aComment({ taskId, userId, content: text })
      const entry = aTimeEntry({ taskId, userId, description: text })
      yield* tasks.insertComment(comment)
      yield* tasks.insertTimeEntry(entry)
      const found = valueOf(yield* findTask(taskId))
      assert.deepStrictEqual(found.comments, [comment])
      assert.deepStrictEqual(found.timeEntries, [entry])
    }
  })

  it("stores durations exactly", function* () {
    const taskId = (yield* givenTask(yield* givenBoard())).id
    const userId = yield* someone
    const durations = [0, 0.1, 1 / 3, 90, 1e21, 1e300, Number.MAX_VALUE, Number.MIN_VALUE, 9_007_199_254_740_991]
    for (const [minute, duration] of durations.entries()) {
      yield* tasks.insertTimeEntry(aTimeEntry({ taskId, userId, duration, createdAt: instant(minute) }))
    }
    const found = valueOf(yield* findTask(taskId)).timeEntries
    assert.deepStrictEqual(found.map(Struct.get("duration")), durations)
  })

  it("finds a subtask only under its own task", function* () {
    const on = yield* givenBoard()
    const taskId = (yield* givenTask(on)).id
    const other = (yield* givenTask(on)).id
    const subtask = aSubtask({ taskId })
    yield* tasks.insertSubtask(subtask)
    assert.deepStrictEqual(valueOf(yield* tasks.lockSubtask(taskId, subtask.id)), subtask)
    isNone(yield* tasks.lockSubtask(other, subtask.id))
    isNone(yield* tasks.lockSubtask(taskId, fresh("nothing") as Task.SubtaskId))
  })

  it("writes a comment's content, mentions and time of change, under its own task only", function* () {
    const on = yield* givenBoard()
    const [taskId, other] = [(yield* givenTask(on)).id, (yield* givenTask(on)).id]
    const userId = yield* someone
    const [comment, untouched] = [aComment({ taskId, userId }), aComment({ taskId, userId })]
    yield* Effect.forEach([comment, untouched], tasks.insertComment)
    isNone(yield* tasks.lockComment(other, comment.id))
    isNone(yield* tasks.lockComment(taskId, fresh("nothing")))
    const edited = { ...comment, content: "'other' 🎉", mentions: [userId], editedAt: instant(5) }
    yield* tasks.replaceComment({ ...edited, taskId: other, content: "elsewhere" })
    assert.deepStrictEqual(valueOf(yield* tasks.lockComment(taskId, comment.id)), comment)
    yield* tasks.replaceComment({ ...edited, userId: fresh("user") as typeof userId, createdAt: instant(9) })
    assert.deepStrictEqual(valueOf(yield* tasks.lockComment(taskId, comment.id)), edited)
    assert.deepStrictEqual(valueOf(yield* tasks.lockComment(taskId, untouched.id)), untouched)
    assert.sameDeepMembers([...valueOf(yield* findTask(taskId)).comments], [edited, untouched])
  })

  it("writes a time entry's duration and description, under its own task only", function* () {
    const on = yield* givenBoard()
    const [taskId, other] = [(yield* givenTask(on)).id, (yield* givenTask(on)).id]
    const userId = yield* someone
    const [entry, untouched] = [aTimeEntry({ taskId, userId }), aTimeEntry({ taskId, userId })]
    yield* Effect.forEach([entry, untouched], tasks.insertTimeEntry)
    isNone(yield* tasks.lockTimeEntry(other, entry.id))
    const changed = { ...entry, duration: 1 / 3, description: "'other' 🎉" }
    yield* tasks.replaceTimeEntry({ ...changed, taskId: other, duration: 5 })
    assert.deepStrictEqual(valueOf(yield* tasks.lockTimeEntry(taskId, entry.id)), entry)
    yield* tasks.replaceTimeEntry({ ...changed, userId: fresh("user") as typeof userId, createdAt: instant(9) })
    assert.deepStrictEqual(valueOf(yield* tasks.lockTimeEntry(taskId, entry.id)), changed)
    assert.sameDeepMembers([...valueOf(yield* findTask(taskId)).timeEntries], [changed, untouched])
  })

  it("removes an entry under its own task only, and returns it", function* () {
    const on = yield* givenBoard()
    const [taskId, other] = [(yield* givenTask(on)).id, (yield* givenTask(on)).id]
    const userId = yield* someone
    const [comment, kept] = [aComment({ taskId, userId, mentions: [userId] }), aComment({ taskId, userId })]
    const subtask = aSubtask({ taskId, completed: true })
    const entry = aTimeEntry({ taskId, userId, duration: 0.1 })
    yield* Effect.forEach([comment, kept], tasks.insertComment)
    yield* tasks.insertSubtask(subtask)
    yield* tasks.insertTimeEntry(entry)
    isNone(yield* tasks.removeComment(other, comment.id))
    isNone(yield* tasks.removeSubtask(other, subtask.id))
    isNone(yield* tasks.removeTimeEntry(other, entry.id))
    assert.deepStrictEqual(valueOf(yield* tasks.removeComment(taskId, comment.id)), comment)
    assert.deepStrictEqual(valueOf(yield* tasks.removeSubtask(taskId, subtask.id)), subtask)
    assert.deepStrictEqual(valueOf(yield* tasks.removeTimeEntry(taskId, entry.id)), entry)
    isNone(yield* tasks.removeComment(taskId, comment.id))
    const { comments, subtasks, timeEntries } = valueOf(yield* findTask(taskId))
    assert.deepStrictEqual([comments, subtasks, timeEntries], [[kept], [], []])
  })

  it("writes a subtask's name and completed, and nothing else", function* () {
    const taskId = (yield* givenTask(yield* givenBoard())).id
    const [changed, untouched] = [aSubtask({ taskId }), aSubtask({ taskId })]
    yield* Effect.forEach([changed, untouched], tasks.insertSubtask)
    for (const completed of [true, false]) {
      const name = `'renamed' ${completed} 🎉`
      yield* tasks.replaceSubtask({ ...changed, name, completed, createdAt: instant(9) })
      const expected = { ...changed, name, completed }
      assert.deepStrictEqual(valueOf(yield* tasks.lockSubtask(taskId, changed.id)), expected)
    }
    assert.deepStrictEqual(valueOf(yield* tasks.lockSubtask(taskId, untouched.id)), untouched)
  })

  it("lists subtasks in order of rank, and those without one after them in order of creation", function* () {
    const on = yield* givenBoard()
    const [taskId, other] = [(yield* givenTask(on)).id, (yield* givenTask(on)).id]
    const subtasks = [4, 3, 2, 1].map((minute) => aSubtask({ taskId, createdAt: instant(minute) }))
    yield* Effect.forEach(subtasks, tasks.insertSubtask)
    const [d = "", c = "", b = "", a = ""] = subtasks.map(({ id }): string => id)
    const ranked = [
      { id: d, rank: rankAt(1) },
      { id: b, rank: rankAt(0) }
    ]
    yield* tasks.rerankSubtasks(other, ranked)
    yield* tasks.rerankSubtasks(taskId, [])
    const ranks = (...ids: ReadonlyArray<string>) =>
      ids.map((id) => ({ id, rank: ranked.find((each) => each.id === id)?.rank ?? null }))
    assert.deepStrictEqual(yield* tasks.subtaskRanks(other), [])
    assert.sameDeepMembers(
      [...(yield* tasks.subtaskRanks(taskId))],
      subtasks.map(({ id }) => ({ id, rank: null }))
    )
    yield* tasks.rerankSubtasks(taskId, ranked)
    assert.deepStrictEqual(yield* tasks.subtaskRanks(taskId), ranks(b, d, a, c))
    const page = yield* tasks.listSubtasks(taskId, { page: 1, limit: 3, offset: 0 })
    const shown = valueOf(yield* findTask(taskId)).subtasks
    assert.deepStrictEqual(page.items.map(Struct.get("id")), [b, d, a])
    assert.deepStrictEqual(shown.map(Struct.get("id")), [b, d, a, c])
    const removed = valueOf(yield* tasks.removeSubtask(taskId, b as Task.SubtaskId))
    assert.deepStrictEqual(removed, subtasks[2])
    yield* tasks.insertSubtask(removed)
    assert.deepStrictEqual(
      (yield* tasks.subtaskRanks(taskId)).map(({ id }) => id),
      [d, a, b, c]
    )
  })

  it("a locked subtask is changed by one transaction at a time", function* () {
    const taskId = (yield* givenTask(yield* givenBoard())).id
    const { id } = yield* Effect.tap(Effect.succeed(aSubtask({ taskId, name: "0" })), tasks.insertSubtask)
    const increment = Effect.gen(function* () {
      const subtask = valueOf(yield* tasks.lockSubtask(taskId, id))
      yield* tasks.replaceSubtask({ ...subtask, name: String(Number(subtask.name) + 1) })
    })
    yield* atOnce(20, () => Ports.transactional(increment))
    assert.strictEqual(valueOf(yield* tasks.lockSubtask(taskId, id)).name, "20")
  })
}
