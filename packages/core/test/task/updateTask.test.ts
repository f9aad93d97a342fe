import { type Account, Task } from "@boardwright/core"
import { givenBoard, givenTask } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { afterNoon, as, MINUTE, refused, sent, story, writingNothing } from "../support.js"
import { givenTeamTask, namesOf, NO_CHILDREN, type TeamTask } from "./support.js"

const update = (team: TeamTask, patch: unknown, by: Account.UserId = team.editor) =>
  as(by)(Task.updateTask(team.taskId, sent(patch)))
const taskOf = (team: TeamTask) => as(team.viewer)(Task.getTask(team.taskId))
const order = (team: TeamTask) =>
  Effect.map(as(team.viewer)(Task.listTasks({ boardId: team.boardId })), ({ items }) => namesOf(items))

describe("updateTask", () => {
  story("changes the given fields and updatedAt, and keeps the others", function* () {
    const team = yield* givenTeamTask
    const { rank: _, ...before } = team.task
    yield* TestClock.adjust(MINUTE)
    const patch = { name: " New ", status: "done", assignees: [team.viewer, team.viewer], dueDate: "2026-11-21" }
    const after = yield* update(team, patch)
    assert.deepStrictEqual(after, {
      ...before,
      name: "New",
      status: "done",
      assignees: [team.viewer],
      dueDate: "2026-11-21T00:00:00.000Z" as NonNullable<typeof after.dueDate>,
      updatedAt: afterNoon(MINUTE)
    })
    assert.deepStrictEqual(yield* taskOf(team), { ...after, ...NO_CHILDREN })
  })

  story("writes nothing for {}, for equal values and for the entity itself", function* () {
    const team = yield* givenTeamTask
    const [first, second] = team.columns
    yield* update(team, {
      description: "Something",
      assignees: [team.viewer, team.admin],
      dueDate: "2026-11-21",
      columnValues: { [first.id]: { a: [1] }, [second.id]: "Done" }
    })
    yield* as(team.viewer)(Task.addComment(team.taskId, { content: "Read before, too" }))
    const before = yield* taskOf(team)
    const { comments: _c, files: _f, subtasks: _s, timeEntries: _t, totals: _n, ...own } = before
    yield* TestClock.adjust(MINUTE)
    const patches = [
      {},
      before,
      JSON.parse(JSON.stringify(before)),
      { name: ` ${before.name} ` },
      { assignees: [team.viewer, team.admin, team.viewer] },
      { dueDate: "2026-11-21T02:00:00+02:00" },
      { columnValues: {} },
      { columnValues: { [second.id]: "Done" } },
      { boardId: team.boardId, groupId: before.groupId },
      { id: "another", createdAt: "1999-01-01", updatedAt: "1999-01-01", userId: "another" }
    ]
    for (const patch of patches) assert.deepStrictEqual(yield* writingNothing(update(team, patch)), own)
  })

  story("null clears the fields that may be empty and is rejected for others", function* () {
    const team = yield* givenTeamTask
    yield* update(team, {
      description: "Something",
      assignees: [team.viewer],
      dueDate: "2026-11-21",
      columnValues: { [team.columns[0].id]: 1 }
    })
    const cleared = yield* update(team, { description: null, assignees: null, dueDate: null, columnValues: null })
    assert.deepInclude(cleared, { description: "", assignees: [], dueDate: null, columnValues: {} })
    const nulls = { name: null, status: null, priority: null, groupId: null, boardId: null }
    assert.strictEqual(yield* refused(update(team, nulls)), "InvalidInput name, status, priority, groupId, boardId")
  })

  story("merges column values key by key; null removes a key", function* () {
    const team = yield* givenTeamTask
    const [{ id: first }, { id: second }] = team.columns
    const merge = (columnValues: object) => Effect.map(update(team, { columnValues }), (task) => task.columnValues)
    assert.deepStrictEqual(yield* merge({ [first]: "a" }), { [first]: "a" })
    assert.deepStrictEqual(yield* merge({ [second]: { b: 1 } }), { [first]: "a", [second]: { b: 1 } })
    assert.deepStrictEqual(yield* merge({ [second]: { c: 2 } }), { [first]: "a", [second]: { c: 2 } })
    assert.deepStrictEqual(yield* merge({ [first]: null }), { [second]: { c: 2 } })
    assert.deepStrictEqual(yield* merge({ [first]: null }), { [second]: { c: 2 } })
  })

  story("keeps both of two concurrent changes of different keys", function* () {
    const team = yield* givenTeamTask
    const [first, second] = team.columns
    const change = (id: string) => update(team, { columnValues: { [id]: "set" } })
    yield* Effect.all([change(first.id), change(second.id)], { concurrency: "unbounded" })
    assert.deepStrictEqual((yield* taskOf(team)).columnValues, { [first.id]: "set", [second.id]: "set" })
  })

  story("moves to the end for another groupId, and stays for its own", function* () {
    const team = yield* givenTeamTask
    yield* givenTask(team, { name: "Second", rank: sent("d0001") })
    const [first, next] = team.groups
    yield* writingNothing(update(team, { groupId: first.id }))
    assert.deepStrictEqual(yield* order(team), ["Order the brass", "Second"])
    assert.strictEqual((yield* update(team, { groupId: next.id, status: "done" })).groupId, next.id)
    assert.deepStrictEqual(yield* order(team), ["Second", "Order the brass"])
  })

  story("rejects another board's id, together with all other problems", function* () {
    const team = yield* givenTeamTask
    const other = yield* givenBoard()
    for (const boardId of [other.board.id, "nothing", ""]) {
      assert.strictEqual(yield* refused(update(team, { boardId, name: "New" })), "InvalidInput boardId")
    }
    const wrong = { boardId: "nothing", assignees: ["nobody"], columnValues: { [other.columns[0].id]: 1, no: null } }
    assert.strictEqual(
      yield* refused(update(team, wrong)),
      `InvalidInput assignees.0, boardId, columnValues.${other.columns[0].id}, columnValues.no`
    )
  })

  story("checks input, then existence, then rights", function* () {
    const team = yield* givenTeamTask
    const other = yield* givenBoard()
    const change = (id: string, patch: unknown) => refused(as(team.viewer)(Task.updateTask(id, sent(patch))))
    assert.strictEqual(yield* change("nothing", { name: "", dueDate: 7 }), "InvalidInput name, dueDate")
    assert.strictEqual(yield* change("nothing", {}), "NotFound Task")
    assert.strictEqual(yield* change("nothing", { assignees: ["nobody"] }), "NotFound Task")
    for (const groupId of ["nothing", other.groups[0].id]) {
      assert.strictEqual(yield* change(team.taskId, { groupId }), "NotFound Group")
    }
    assert.strictEqual(yield* change(team.taskId, {}), "Forbidden")
    assert.strictEqual(yield* change(team.taskId, { boardId: "nothing", assignees: ["nobody"] }), "Forbidden")
  })
})
