import { Access, Board, Bulk, Rate, Task } from "@boardwright/core"
import { givenBoard, givenTask } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { as, givenTeam, refused, sent, story, stored, writingNothing } from "../support.js"
import { givenTeamTask } from "../task/support.js"

const MISSING = "nothing"

describe("bulkTasks", () => {
  story("carries out operations in order, in one batch, and names new tasks by their ref", function* () {
    const { boardId, editor, groups, taskId } = yield* givenTeamTask
    const operations = [
      { op: "create", ref: "peas", task: { name: "Peas" } },
      { op: "move", id: "peas", groupId: groups[1].id, beforeTaskId: null },
      { op: "update", id: taskId, patch: { name: "Beans" }, expect: { dueDate: null } },
      { op: "update", id: taskId, patch: { groupId: groups[1].id }, expect: { name: "Beans" } },
      { op: "move", id: taskId, groupId: groups[1].id, beforeTaskId: "peas" },
      { op: "create", task: { name: "Gone" }, ref: "gone" },
      { op: "delete", id: "gone" }
    ] as const
    const { batchId, results } = yield* as(editor)(Bulk.bulkTasks({ boardId, operations }))
    assert.deepStrictEqual(
      results.map(({ op, ref, task }) => [op, ref, task?.name]),
      [
        ["create", "peas", "Peas"],
        ["move", undefined, "Peas"],
        ["update", undefined, "Beans"],
        ["update", undefined, "Beans"],
        ["move", undefined, "Beans"],
        ["create", "gone", "Gone"],
        ["delete", undefined, undefined]
      ]
    )
    const { items } = yield* as(editor)(Task.listTasks({ boardId }))
    assert.deepStrictEqual(
      items.map(({ groupId, name }) => [name, groupId]),
      [
        ["Beans", groups[1].id],
        ["Peas", groups[1].id]
      ]
    )
    const changes = (yield* stored).feed.changes.filter((change) => change.batchId === batchId)
    assert.strictEqual(changes.length, 7)
  })

  story("lists every problem of its operations, and does nothing", function* () {
    const team = yield* givenTeamTask
    const other = yield* givenTask(yield* givenBoard())
    const bulk = (operations: unknown, by = team.editor) =>
      refused(as(by)(Bulk.bulkTasks({ boardId: team.boardId, operations: sent(operations) })))
    const update = (patch: object, more: object = {}) => ({ op: "update", id: team.taskId, patch, ...more })
    assert.strictEqual(yield* bulk([]), "InvalidInput operations")
    assert.strictEqual(yield* bulk(Array(201).fill(update({}))), "InvalidInput operations")
    assert.strictEqual(
      yield* bulk([
        update({ name: "" }),
        7,
        { op: "copy" },
        { op: "create", task: { name: "", assignees: [MISSING] } },
        { op: "create", ref: "a", task: { name: "A" } },
        { op: "create", ref: "a", task: { name: "" } },
        update({ name: "" }, { expect: { nothing: 1, columnWarnings: [] } }),
        { op: "move", id: team.taskId, groupId: team.groups[0].id, expect: { nothing: 1 } },
        { op: "delete", id: team.taskId, expect: { nothing: 1 } },
        { op: "delete", id: team.taskId, expect: 7 },
        { op: "move", id: team.taskId, groupId: 7 },
        { op: "move", id: team.taskId, groupId: "x", beforeTaskId: team.taskId },
        { op: "delete" }
      ]),
      "InvalidInput " +
        [
          ...["operations.0.patch.name", "operations.1", "operations.2.op", "operations.3.task.name"],
          ...["operations.5.ref", "operations.5.task.name", "operations.6.expect.nothing"],
          ...[
            "operations.6.expect.columnWarnings",
            "operations.6.patch.name",
            "operations.7.expect.nothing",
            "operations.8.expect.nothing",
            "operations.9.expect",
            "operations.10.groupId",
            "operations.11.beforeTaskId",
            "operations.12.id"
          ]
        ].join(", ")
    )
    assert.strictEqual(
      yield* bulk([update({}), update({ columnValues: { [MISSING]: 1 } }), update({ assignees: [MISSING] })]),
      "InvalidInput operations.1.patch.columnValues.nothing, operations.2.patch.assignees.0"
    )
    const missing = yield* writingNothing(
      Effect.flip(
        as(team.editor)(
          Bulk.bulkTasks({
            boardId: team.boardId,
            operations: [
              { op: "delete", id: MISSING },
              { op: "delete", id: team.taskId },
              { op: "update", id: team.taskId, patch: {} },
              { op: "move", id: other.id, groupId: team.groups[0].id },
              { op: "create", ref: "a", task: { name: "A", groupId: MISSING } },
              { op: "delete", id: "a" }
            ]
          })
        )
      )
    )
    assert.deepStrictEqual(
      missing._tag === "NotFound"
        ? missing.issues?.map(({ message, path }) => `${path.join(".")}: ${message}`)
        : missing,
      [
        "operations.0.id: Task not found",
        "operations.2.id: Task not found",
        "operations.3.id: Task not found",
        "operations.4.task.groupId: Group not found"
      ]
    )
    assert.strictEqual(yield* bulk([update({})], team.viewer), "Forbidden")
    assert.strictEqual(yield* bulk([{ op: "delete", id: MISSING }], team.stranger), "Forbidden")
  })

  story("fails with the current values if a task is not as expected", function* () {
    const { boardId, columns, editor, groups, taskId } = yield* givenTeamTask
    const column = columns[0].id
    yield* as(editor)(Task.updateTask(taskId, { columnValues: { [column]: { a: 1, b: [2] } } }))
    const bulk = (expect: Record<string, unknown>, more: ReadonlyArray<object> = []) =>
      as(editor)(
        Bulk.bulkTasks({ boardId, operations: sent([{ op: "update", id: taskId, patch: {}, expect }, ...more]) })
      )
    yield* bulk({
      [`columnValues.${column}`]: { b: [2], a: 1 },
      [`columnValues.${columns[1].id}`]: null,
      assignees: [],
      groupId: groups[0].id
    })
    const failure = yield* writingNothing(
      Effect.flip(
        bulk({ status: "done", [`columnValues.${column}`]: { a: 1, b: [3] } }, [
          { op: "move", id: taskId, groupId: groups[0].id, afterTaskId: MISSING },
          // Whether this one holds depends on the first.
          { op: "update", id: taskId, patch: {}, expect: { status: "working" } }
        ])
      )
    )
    assert.deepStrictEqual(failure._tag === "BulkConflict" ? failure.issues : failure, [
      { path: ["operations", "0", "expect", "status"], message: "is not the current value", current: "pending" },
      {
        path: ["operations", "0", "expect", `columnValues.${column}`],
        message: "is not the current value",
        current: { a: 1, b: [2] }
      },
      { path: ["operations", "1", "afterTaskId"], message: "is not in the group" }
    ])
  })

  story(
    "compares expected dates as instants and assignees in any order, and refuses what no task can have",
    function* () {
      const { admin, boardId, editor, taskId, viewer } = yield* givenTeamTask
      const dueDate = "2027-01-01"
      const { createdAt } = yield* as(editor)(Task.updateTask(taskId, { dueDate, assignees: [viewer, admin] }))
      const bulk = (expect: Record<string, unknown>) =>
        as(editor)(Bulk.bulkTasks({ boardId, operations: sent([{ op: "update", id: taskId, patch: {}, expect }]) }))
      for (const same of [dueDate, `${dueDate}T00:00:00Z`, `${dueDate}T01:00:00+01:00`]) yield* bulk({ dueDate: same })
      yield* bulk({ assignees: [admin, viewer, admin], createdAt })
      for (const [expect, refusal] of [
        [{ dueDate: `${dueDate}T00:00:01Z` }, "BulkConflict"],
        [{ dueDate: null }, "BulkConflict"],
        [{ assignees: [admin] }, "BulkConflict"],
        [{ updatedAt: "2020" }, "InvalidInput operations.0.expect.updatedAt"],
        [{ createdAt: null }, "InvalidInput operations.0.expect.createdAt"],
        [{ dueDate: 5 }, "InvalidInput operations.0.expect.dueDate"],
        [{ "columnValues.nope": null }, "InvalidInput operations.0.expect.columnValues.nope"]
      ] as const) {
        assert.strictEqual(yield* refused(bulk(expect)), refusal)
      }
    }
  )

  story("moves and deletes a task only if it is as expected", function* () {
    const { boardId, editor, groups, taskId } = yield* givenTeamTask
    const bulk = (status: string) => {
      const expect = { status, groupId: groups[0].id }
      const operations = [
        { op: "move" as const, id: taskId, groupId: groups[0].id, expect },
        { op: "delete" as const, id: taskId, expect }
      ]
      return as(editor)(Bulk.bulkTasks({ boardId, operations }))
    }
    const failure = yield* writingNothing(Effect.flip(bulk("done")))
    assert.deepStrictEqual(failure._tag === "BulkConflict" ? failure.issues : failure, [
      { path: ["operations", "0", "expect", "status"], message: "is not the current value", current: "pending" }
    ])
    const gone = { op: "delete" as const, id: taskId, expect: { status: "done" } }
    assert.strictEqual(yield* refused(as(editor)(Bulk.bulkTasks({ boardId, operations: [gone] }))), "BulkConflict")
    const { results } = yield* bulk("pending")
    assert.deepStrictEqual(
      results.map(({ op }) => op),
      ["move", "delete"]
    )
  })

  story("deletes with an API token only if that may delete", function* () {
    const { boardId, editor, taskId } = yield* givenTeamTask
    const by = (scopes: ReadonlyArray<Access.TokenScope>) =>
      Effect.provideService(
        Bulk.bulkTasks({ boardId, operations: [{ op: "delete", id: taskId }] }),
        Access.CurrentActor,
        Access.Actor.User({ userId: editor, token: { id: sent("token"), scopes, places: null } })
      )
    assert.strictEqual(yield* refused(by(["read", "write"])), "Forbidden")
    assert.lengthOf((yield* by(["manage"])).results, 1)
  })

  story("counts as one more request for every twenty operations once it is valid", function* () {
    const { boardId, editor } = yield* givenTeam
    const counted: Array<number> = []
    const limited = new Rate.RateLimited({ limit: 1, resetsAt: 0, retryAfterSeconds: 1 })
    const admit: Bulk.Admit = (requests) => (requests > 1 ? limited : Effect.sync(() => void counted.push(requests)))
    const bulk = (length: number, name = "New") =>
      as(editor)(
        Bulk.bulkTasks({ boardId, operations: Array.from({ length }, () => ({ op: "create", task: { name } })) })
      ).pipe(Effect.provideService(Bulk.BulkAdmission, admit))
    yield* bulk(19)
    yield* bulk(20)
    assert.strictEqual(
      yield* refused(bulk(40, "")),
      `InvalidInput ${Array.from({ length: 40 }, (_, at) => `operations.${at}.task.name`).join(", ")}`
    )
    assert.strictEqual(yield* refused(bulk(40)), "RateLimited")
    assert.deepStrictEqual(counted, [1])
  })

  story("is refused over the limit of what it reads or returns", function* () {
    const { boardId, editor, taskId } = yield* givenTeamTask
    const { id: column } = yield* as(editor)(Board.addColumn(boardId, { name: "Text", type: "text" }))
    const columns = [column]
    for (const name of ["2", "3", "4", "5", "6"])
      columns.push((yield* as(editor)(Board.addColumn(boardId, { name, type: "text" }))).id)
    const columnValues = Object.fromEntries(columns.map((id) => [id, "x".repeat(65_000)]))
    yield* as(editor)(Task.updateTask(taskId, { columnValues }))
    const operations = Array.from({ length: 45 }, () => ({
      op: "update" as const,
      id: taskId,
      patch: { status: "done" }
    }))
    assert.strictEqual(yield* refused(as(editor)(Bulk.bulkTasks({ boardId, operations }))), "InvalidInput operations")
  })
})
