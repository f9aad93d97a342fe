import { Task } from "@boardwright/core"
import { givenBoard } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { afterNoon, as, givenTeam, refused, sent, story, stored, type Team } from "../support.js"
import { namesOf, NO_CHILDREN } from "./support.js"

const create = (team: Team, input: object) =>
  as(team.editor)(Task.createTask(sent({ boardId: team.boardId, name: "Order", ...input })))
const listed = (team: Team) =>
  Effect.map(as(team.viewer)(Task.listTasks({ boardId: team.boardId })), ({ items }) => namesOf(items))

describe("createTask", () => {
  story("creates a task with all fields as sent", function* () {
    const team = yield* givenTeam
    const [, group] = team.groups
    const task = yield* create(team, {
      groupId: group.id,
      name: " Order the brass ",
      description: " as sent ",
      status: " working ",
      priority: "Urgent",
      assignees: [team.viewer, team.stranger],
      dueDate: "2026-11-21T03:44:05+05:30",
      columnValues: { [team.columns[0].id]: { any: ["JSON", 1, null] } }
    })
    assert.deepStrictEqual(task, {
      id: task.id,
      boardId: team.boardId,
      groupId: group.id,
      name: "Order the brass",
      description: " as sent ",
      status: "working",
      priority: "Urgent",
      assignees: [team.viewer, team.stranger],
      dueDate: "2026-11-20T22:14:05.000Z" as NonNullable<typeof task.dueDate>,
      columnValues: { [team.columns[0].id]: { any: ["JSON", 1, null] } },
      createdAt: afterNoon(0),
      updatedAt: afterNoon(0)
    })
    const details = yield* as(team.viewer)(Task.getTask(task.id))
    assert.deepStrictEqual(details, { ...task, ...NO_CHILDREN })
  })

  story("uses defaults for absent fields and null: the first group, pending, medium", function* () {
    const team = yield* givenTeam
    const fields = ["groupId", "description", "status", "priority", "assignees", "dueDate", "columnValues"]
    const nulls = Object.fromEntries(fields.map((field) => [field, null]))
    for (const input of [{}, nulls]) {
      const { createdAt: _made, id: _id, updatedAt: _changed, ...task } = yield* create(team, input)
      assert.deepStrictEqual(task, {
        boardId: team.boardId,
        groupId: team.groups[0].id,
        name: "Order",
        description: "",
        status: "pending",
        priority: "medium",
        assignees: [],
        dueDate: null,
        columnValues: {}
      })
    }
  })

  story("places each new task last", function* () {
    const team = yield* givenTeam
    const names = Array.from({ length: 70 }, (_, at) => `Task ${at}`)
    for (const [at, name] of names.entries())
      yield* create(team, { name, groupId: team.groups[at % 2 === 0 ? 1 : 0].id })
    assert.deepStrictEqual(yield* listed(team), names)
  })

  story("gives concurrently created tasks a stable order", function* () {
    const team = yield* givenTeam
    const names = Array.from({ length: 50 }, (_, at) => `Task ${at}`)
    yield* Effect.forEach(names, (name) => create(team, { name }), { concurrency: "unbounded" })
    const ranks = [...(yield* stored).tasks.values()].map(({ rank }) => rank)
    assert.strictEqual(new Set(ranks).size, names.length)
    assert.sameMembers([...(yield* listed(team))], names)
  })

  story("removes duplicate assignees and columns whose value is null", function* () {
    const team = yield* givenTeam
    const { admin, columns, viewer } = team
    const task = yield* create(team, {
      assignees: [viewer, admin, viewer],
      columnValues: { [columns[0].id]: null, [columns[1].id]: "" }
    })
    assert.deepStrictEqual(task.assignees, [viewer, admin])
    assert.deepStrictEqual(task.columnValues, { [columns[1].id]: "" })
  })

  story("lists every unknown assignee and every unknown column together", function* () {
    const team = yield* givenTeam
    const other = yield* givenBoard()
    const [own] = team.columns
    const wrong = {
      assignees: ["nobody", team.viewer, "", "nobody"],
      columnValues: { [own.id]: 1, [other.columns[0].id]: 2, nothing: null }
    }
    assert.strictEqual(
      yield* refused(create(team, wrong)),
      `InvalidInput assignees.0, assignees.2, assignees.3, columnValues.${other.columns[0].id}, columnValues.nothing`
    )
  })

  story("lists every problem of the input", function* () {
    const team = yield* givenTeam
    const wrong = {
      boardId: 7,
      groupId: {},
      name: "x".repeat(256),
      description: [],
      status: " ",
      priority: "x".repeat(51),
      assignees: [1],
      dueDate: "2026-02-29",
      columnValues: []
    }
    assert.strictEqual(
      yield* refused(create(team, wrong)),
      `InvalidInput ${Object.keys(wrong).join(", ").replace("assignees", "assignees.0")}`
    )
    assert.strictEqual(yield* refused(as(team.editor)(Task.createTask(sent({})))), "InvalidInput boardId, name")
    assert.strictEqual(yield* refused(create(team, { assignees: team.viewer })), "InvalidInput assignees")
  })

  story("rejects column values that no database can store, by column", function* () {
    const team = yield* givenTeam
    const [first, second] = team.columns
    const deep = JSON.parse(`${"[".repeat(33)}${"]".repeat(33)}`)
    for (const value of ["nul\u0000", "\uD83D", ["x\u0000"], Number.NaN, "x".repeat(65_536), deep]) {
      const columnValues = { [first.id]: "fine", [second.id]: value }
      assert.strictEqual(yield* refused(create(team, { columnValues })), `InvalidInput columnValues.${second.id}`)
    }
  })

  story("checks input, then existence, then rights", function* () {
    const { boardId, viewer } = yield* givenTeam
    const other = yield* givenBoard()
    const make = (input: object) => refused(as(viewer)(Task.createTask(sent(input))))
    assert.strictEqual(yield* make({ boardId: "nothing", name: "" }), "InvalidInput name")
    assert.strictEqual(yield* make({ boardId: "nothing", name: "x" }), "NotFound Board")
    assert.strictEqual(yield* make({ boardId: "nothing", name: "x", assignees: ["nobody"] }), "NotFound Board")
    for (const groupId of ["nothing", "", other.groups[0].id]) {
      assert.strictEqual(yield* make({ boardId, name: "x", groupId }), "NotFound Group")
      assert.strictEqual(yield* make({ boardId, name: "x", groupId, assignees: [viewer] }), "NotFound Group")
    }
    assert.strictEqual(yield* make({ boardId, name: "x" }), "Forbidden")
    assert.strictEqual(yield* make({ boardId, name: "x", assignees: ["nobody"], columnValues: { no: 1 } }), "Forbidden")
  })
})
