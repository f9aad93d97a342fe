import { Board } from "@boardwright/core"
import { givenBoard } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { as, givenTeam, refused, sent, story, type Team } from "../support.js"

const boardOf = (team: Team) => as(team.viewer)(Board.getBoard(team.boardId))

describe("addGroup", () => {
  story("adds groups after the last, with the given or the default color", function* () {
    const team = yield* givenTeam
    const add = (input: unknown) => as(team.editor)(Board.addGroup(team.boardId, sent(input)))
    const first = yield* add({ name: " Later ", color: "#a0B0c0", id: "mine" })
    const second = yield* add({ name: "Much later", color: null })
    assert.deepStrictEqual(first, { id: first.id, name: "Later", color: "#a0B0c0" })
    assert.deepStrictEqual(second, { id: second.id, name: "Much later", color: "#579BFC" })
    assert.notStrictEqual(first.id, "mine")
    assert.deepStrictEqual((yield* boardOf(team)).groups.slice(2), [first, second])
  })

  story("adds 100 groups concurrently in a stable order", function* () {
    const team = yield* givenTeam
    const added = yield* Effect.forEach(
      Array.from({ length: 100 }, (_, at) => `Group ${at}`),
      (name) => as(team.editor)(Board.addGroup(team.boardId, { name })),
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual((yield* boardOf(team)).groups.slice(2), added)
  })

  story("checks input, then existence, then rights", function* () {
    const { boardId, viewer } = yield* givenTeam
    const add = (id: string, input: unknown) => refused(as(viewer)(Board.addGroup(id, sent(input))))
    assert.strictEqual(yield* add("nothing", { color: "red" }), "InvalidInput name, color")
    assert.strictEqual(yield* add("nothing", { name: "Later" }), "NotFound Board")
    assert.strictEqual(yield* add(boardId, { name: "Later" }), "Forbidden")
  })
})

describe("addColumn", () => {
  story("adds columns after the last, visible and without a width", function* () {
    const team = yield* givenTeam
    const add = (input: unknown) => as(team.editor)(Board.addColumn(team.boardId, sent(input)))
    const first = yield* add({ name: " Due ", type: "date", required: true, description: "When", width: 7 })
    const second = yield* add({ name: "Mood", type: " anything at all ", required: null, description: null })
    const fresh = { required: false, description: "", width: null, visible: true }
    assert.deepStrictEqual(first, {
      ...fresh,
      id: first.id,
      name: "Due",
      type: "date",
      required: true,
      description: "When"
    })
    assert.deepStrictEqual(second, { ...fresh, id: second.id, name: "Mood", type: "anything at all" })
    assert.deepStrictEqual((yield* boardOf(team)).columns.slice(2), [first, second])
  })

  story("checks input, then existence, then rights", function* () {
    const { boardId, viewer } = yield* givenTeam
    const add = (id: string, input: unknown) => refused(as(viewer)(Board.addColumn(id, sent(input))))
    assert.strictEqual(
      yield* add("nothing", { type: "x".repeat(51), required: "yes", description: [] }),
      "InvalidInput name, type, required, description"
    )
    assert.strictEqual(yield* add("nothing", { name: "Due", type: "date" }), "NotFound Board")
    assert.strictEqual(yield* add(boardId, { name: "Due", type: "date" }), "Forbidden")
  })
})

describe("updateColumn", () => {
  const update = (team: Team, patch: unknown) =>
    as(team.editor)(Board.updateColumn(team.boardId, team.columns[0].id, sent(patch)))

  story("changes the given fields, and keeps the others and the order", function* () {
    const team = yield* givenTeam
    const before = (yield* boardOf(team)).columns
    const patch = { name: "Remarks", width: 240.5, visible: false }
    const after = yield* update(team, patch)
    assert.deepStrictEqual(after, { ...before[0]!, ...patch })
    assert.deepStrictEqual((yield* boardOf(team)).columns, [after, before[1]!])
  })

  story("null clears the fields that may be empty", function* () {
    const team = yield* givenTeam
    const [before] = (yield* boardOf(team)).columns
    yield* update(team, { required: true, description: "Something", width: 100, visible: false })
    const nulls = { required: null, description: null, width: null, visible: null }
    assert.deepStrictEqual(yield* update(team, nulls), before)
  })

  story("changes nothing for {} and for the column itself", function* () {
    const team = yield* givenTeam
    const before = yield* boardOf(team)
    for (const patch of [{}, before.columns[0], { id: "another", boardId: "another" }]) {
      assert.deepStrictEqual(yield* update(team, patch), before.columns[0])
      assert.deepStrictEqual(yield* boardOf(team), before)
    }
  })

  story("checks input, then existence, then rights", function* () {
    const { boardId, columns, viewer } = yield* givenTeam
    const other = yield* givenBoard()
    const [column] = columns
    const change = (board: string, id: string, patch: unknown) =>
      refused(as(viewer)(Board.updateColumn(board, id, sent(patch))))
    const wrong = { name: null, type: "", required: 1, description: 7, width: -1, visible: "no" }
    assert.strictEqual(
      yield* change("nothing", "nothing", wrong),
      "InvalidInput name, type, required, description, width, visible"
    )
    assert.strictEqual(yield* change("nothing", column.id, {}), "NotFound Board")
    assert.strictEqual(yield* change(boardId, "nothing", {}), "NotFound Column")
    assert.strictEqual(yield* change(boardId, other.columns[0].id, {}), "NotFound Column")
    assert.strictEqual(yield* change(boardId, column.id, {}), "Forbidden")
  })

  story("accepts any finite width from 0", function* () {
    const team = yield* givenTeam
    for (const width of [0, 0.25, 1e9]) assert.strictEqual((yield* update(team, { width })).width, width)
    for (const width of [-0.5, Number.NaN, Number.POSITIVE_INFINITY, "100"]) {
      assert.strictEqual(yield* refused(update(team, { width })), "InvalidInput width")
    }
  })
})
