import { Board } from "@boardwright/core"
import { givenBoard, layer } from "@boardwright/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, TestContext } from "effect"
import fc from "fast-check"
import { as, givenTeam, refused, sent, story, type Team } from "../support.js"
import { undoLast } from "../undo/support.js"

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
    const fresh = {
      required: false,
      description: "",
      width: null,
      visible: true,
      field: null,
      options: [],
      strict: false
    }
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

describe("updateGroup", () => {
  const update = (team: Team, patch: unknown, id: string = team.groups[0].id) =>
    as(team.editor)(Board.updateGroup(team.boardId, id, sent(patch)))

  story("changes the given fields, and null resets the color", function* () {
    const team = yield* givenTeam
    const before = (yield* boardOf(team)).groups
    const after = yield* update(team, { name: " Soon ", color: "#ABCDEF", id: "another" })
    assert.deepStrictEqual(after, { id: before[0]!.id, name: "Soon", color: "#ABCDEF" })
    assert.deepStrictEqual((yield* boardOf(team)).groups, [after, before[1]!])
    assert.strictEqual((yield* update(team, { color: null })).color, Board.DEFAULT_GROUP_COLOR)
    assert.strictEqual((yield* update(team, {})).name, "Soon")
  })

  story("checks input, then existence, then rights", function* () {
    const { boardId, groups, viewer } = yield* givenTeam
    const other = yield* givenBoard()
    const change = (board: string, id: string, patch: unknown) =>
      refused(as(viewer)(Board.updateGroup(board, id, sent(patch))))
    const wrong = { name: null, color: "red", beforeGroupId: 7 }
    assert.strictEqual(yield* change("nothing", "nothing", wrong), "InvalidInput name, color, beforeGroupId")
    assert.strictEqual(yield* change("nothing", groups[0].id, {}), "NotFound Board")
    assert.strictEqual(yield* change(boardId, "nothing", {}), "NotFound Group")
    assert.strictEqual(yield* change(boardId, other.groups[0].id, {}), "NotFound Group")
    assert.strictEqual(yield* change(boardId, groups[0].id, {}), "Forbidden")
  })
})

const KINDS = {
  group: {
    field: "beforeGroupId",
    add: (boardId: string, name: string) => Effect.asVoid(Board.addGroup(boardId, { name })),
    move: (boardId: string, id: string, before: string | null) =>
      Effect.asVoid(Board.updateGroup(boardId, id, { beforeGroupId: before })),
    of: ({ groups }: Board.BoardDetails): ReadonlyArray<Named> => groups
  },
  column: {
    field: "beforeColumnId",
    add: (boardId: string, name: string) => Effect.asVoid(Board.addColumn(boardId, { name, type: "text" })),
    move: (boardId: string, id: string, before: string | null) =>
      Effect.asVoid(Board.updateColumn(boardId, id, { beforeColumnId: before })),
    of: ({ columns }: Board.BoardDetails): ReadonlyArray<Named> => columns
  }
} as const

interface Named {
  readonly id: string
  readonly name: string
}

describe.each(["group", "column"] as const)("a %s", (name) => {
  const { add, field, move, of } = KINDS[name]

  /** Five parts, of which the second and the third have the same rank. */
  const givenFive = Effect.fnUntraced(function* (team: Team) {
    const added = yield* Effect.forEach(["2", "3", "4"], (each) => as(team.editor)(add(team.boardId, each)))
    const parts = of(yield* boardOf(team))
    const boards = yield* Board.BoardRepository
    const [, second, third] = yield* boards.ranks(team.boardId, `${name}s`)
    if (second === undefined || third === undefined) return assert.fail("too few")
    yield* boards.rerank(team.boardId, `${name}s`, [{ id: second.id, rank: third.rank }])
    assert.strictEqual(parts.length, 2 + added.length)
    return of(yield* boardOf(team)).map(({ id }) => id)
  })

  it("is placed before any other, and undone exactly", async () => {
    const places = fc.array(fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 5 })), { maxLength: 12 })
    const make = (moves: ReadonlyArray<readonly [number, number]>) =>
      Effect.gen(function* () {
        const team = yield* givenTeam
        const ids = yield* givenFive(team)
        const order = Effect.map(boardOf(team), (board) => of(board).map(({ id }) => id))
        const expected = [...ids]
        for (const [moved, place] of moves) {
          const [id = "", before = null] = [ids[moved], ids[place]]
          if (id === before) continue
          const start = [...expected]
          yield* as(team.editor)(move(team.boardId, id, before))
          expected.splice(expected.indexOf(id), 1)
          expected.splice(before === null ? expected.length : expected.indexOf(before), 0, id)
          assert.deepStrictEqual(yield* order, expected)
          if (start.join() === expected.join()) continue
          yield* undoLast(team.editor)
          assert.deepStrictEqual(yield* order, start)
          yield* undoLast(team.editor)
          assert.deepStrictEqual(yield* order, expected)
        }
      }).pipe(Effect.provide(Layer.provideMerge(layer, TestContext.TestContext)))
    await fc.assert(
      fc.asyncProperty(places, (moves) => Effect.runPromise(make(moves))),
      { numRuns: 30 }
    )
  })

  story("is not placed before one of another board, or before itself", function* () {
    const team = yield* givenTeam
    const other = yield* givenBoard()
    const [id = ""] = of(yield* boardOf(team)).map((part) => part.id)
    const elsewhere = name === "group" ? other.groups[0].id : other.columns[0].id
    const to = (before: string | null) => refused(as(team.editor)(move(team.boardId, id, before)))
    assert.strictEqual(yield* to(elsewhere), "MoveConflict")
    assert.strictEqual(yield* to("nothing"), "MoveConflict")
    assert.strictEqual(yield* to(id), `InvalidInput ${field}`)
  })

  story("is moved a thousand times at one place, and its rank stays short", function* () {
    const team = yield* givenTeam
    const [low = "", , high = "", one = "", two = ""] = yield* givenFive(team)
    const boards = yield* Board.BoardRepository
    for (let at = 0; at < 500; at++) {
      yield* as(team.editor)(move(team.boardId, one, high))
      yield* as(team.editor)(move(team.boardId, two, one))
      yield* as(team.editor)(move(team.boardId, low, two))
      yield* as(team.editor)(move(team.boardId, one, low))
    }
    const ranks = yield* boards.ranks(team.boardId, `${name}s`)
    assert.isBelow(Math.max(...ranks.map(({ rank }) => rank.length)), 64)
    assert.deepStrictEqual(
      ranks.map(({ rank }) => rank),
      [...new Set(ranks.map(({ rank }) => rank))].toSorted()
    )
  })
})
