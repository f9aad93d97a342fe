import { Board, Ports, Task, Trash, Values } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { aColumn, aDeletion, fresh, givenBoard, givenTask, rankAt } from "../fixtures.js"
import type { BoardNeeds } from "./Needs.js"
import type { Suite } from "./Suite.js"
import { atOnce, AWKWARD_TEXTS, dies, findTask, isNone, valueOf } from "./support.js"

const boards = Effect.serviceFunctions(Board.BoardRepository)

/** The contract of columns in `BoardRepository`. */
export const columnTests: Suite<BoardNeeds> = (it) => {
  it("finds a column only under its own board", function* () {
    const { board, columns } = yield* givenBoard()
    const other = yield* givenBoard()
    const { rank: _, ...column } = columns[1]
    for (const look of [boards.findColumn, boards.lockColumn]) {
      assert.deepStrictEqual(valueOf(yield* look(board.id, column.id)), column)
      isNone(yield* look(other.board.id, column.id))
      isNone(yield* look(board.id, fresh("column") as Board.ColumnId))
    }
  })

  it("returns columns in order of rank, and their end", function* () {
    const { board, columns } = yield* givenBoard()
    const first = aColumn({ rank: Values.Rank.make("a0") })
    const last = aColumn({ rank: rankAt(7) })
    yield* boards.insertColumn(board.id, last)
    yield* boards.insertColumn(board.id, first)
    const ids = valueOf(yield* boards.find(board.id)).columns.map(({ id }) => id)
    assert.deepStrictEqual(ids, [first.id, columns[0].id, columns[1].id, last.id])
    assert.deepStrictEqual(yield* boards.columnsEnd(board.id), { rank: last.rank, count: 4 })
    const nowhere = fresh("board") as Board.BoardId
    assert.deepStrictEqual(yield* boards.columnsEnd(nowhere), { rank: null, count: 0 })
  })

  it("stores any number of columns in one call, all or none", function* () {
    const { board } = yield* givenBoard()
    yield* boards.insertColumns(board.id, [])
    const columns = [0, 1, 2, ...Array.from({ length: 100 }, (_, index) => index + 3)].map((place) =>
      aColumn({
        name: AWKWARD_TEXTS[place % 4] ?? "",
        required: place % 2 === 0,
        visible: place % 3 !== 0,
        width: place % 5 === 0 ? null : place / 3,
        rank: rankAt(place + 10)
      })
    )
    yield* boards.insertColumns(board.id, columns.slice(0, 1))
    yield* boards.insertColumns(board.id, columns.slice(1))
    const unplaced = columns.map(({ rank: _, ...column }) => column)
    assert.deepStrictEqual(valueOf(yield* boards.find(board.id)).columns.slice(2), unplaced)
    yield* dies(boards.insertColumns(board.id, [aColumn(), ...columns.slice(0, 1)]))
    assert.strictEqual((yield* boards.columnsEnd(board.id)).count, 105)
    yield* dies(boards.insertColumns(fresh("board") as Board.BoardId, [aColumn(), aColumn()]))
  })

  it("writes every field of a column but its id and rank", function* () {
    const { board, columns } = yield* givenBoard()
    const [changed, untouched] = columns
    const after = {
      ...{ name: "Größe", type: "dropdown", required: true, description: "🎉", width: 120.5, visible: false },
      ...{ field: "status" as const, strict: true },
      options: [
        { id: "a", label: '🎉 "Größe"', color: "#FFFFFF", value: null },
        { id: "b", label: "Done", color: "#00C875", value: "done" }
      ]
    }
    yield* boards.replaceColumn(board.id, { id: changed.id, ...after })
    const found = valueOf(yield* boards.find(board.id)).columns
    const { rank: _, ...other } = untouched
    assert.deepStrictEqual(found, [{ id: changed.id, ...after }, other])
    yield* boards.replaceColumn(board.id, { id: changed.id, ...after, width: null })
    assert.isNull(valueOf(yield* boards.findColumn(board.id, changed.id)).width)
  })

  it("does not write a column under another board", function* () {
    const { board, columns } = yield* givenBoard()
    const other = yield* givenBoard()
    const { rank: _, ...column } = columns[0]
    yield* boards.replaceColumn(other.board.id, { ...column, name: "taken over" })
    assert.deepStrictEqual(valueOf(yield* boards.findColumn(board.id, column.id)), column)
  })

  it("stores long and unusual descriptions", function* () {
    const { board } = yield* givenBoard()
    for (const description of AWKWARD_TEXTS) {
      const { rank, ...column } = aColumn({ description, width: 1e21 })
      yield* boards.insertColumn(board.id, { ...column, rank })
      assert.deepStrictEqual(valueOf(yield* boards.findColumn(board.id, column.id)), column)
    }
  })

  it("holds those of the ids that are columns of the board, and locks their options", function* () {
    const [{ board, columns }, other] = [yield* givenBoard(), yield* givenBoard()]
    const own = columns.map(({ rank: _, ...column }) => column)
    const ids = [...own.map(({ id }) => id), other.columns[0].id, fresh("column"), ...AWKWARD_TEXTS]
    for (const look of [boards.holdColumns, boards.lockOptions]) {
      assert.sameDeepMembers([...(yield* look(board.id, ids))], own)
      assert.deepStrictEqual(yield* look(board.id, ids.slice(1, 2)), own.slice(1, 2))
      assert.deepStrictEqual(yield* look(fresh("board") as Board.BoardId, ids), [])
    }
  })

  it("gives groups and columns of a board new ranks, and lists them in their order", function* () {
    const [on, other] = [yield* givenBoard(), yield* givenBoard()]
    for (const parts of ["groups", "columns"] as const) {
      const [first, second] = on[parts]
      const ranked = [
        { id: first.id, rank: first.rank },
        { id: second.id, rank: second.rank }
      ] as const
      assert.deepStrictEqual(yield* boards.ranks(on.board.id, parts), ranked)
      const moved = { id: first.id, rank: rankAt(7) }
      yield* boards.rerank(other.board.id, parts, [moved])
      yield* boards.rerank(on.board.id, parts, [])
      assert.deepStrictEqual(yield* boards.ranks(on.board.id, parts), ranked)
      yield* boards.rerank(on.board.id, parts, [moved])
      assert.deepStrictEqual(yield* boards.ranks(on.board.id, parts), [ranked[1], moved])
      const found = valueOf(yield* boards.find(on.board.id))[parts]
      assert.deepStrictEqual(
        found.map(({ id }) => id),
        [second.id, first.id]
      )
      assert.deepStrictEqual(yield* boards.ranks(fresh("board") as Board.BoardId, parts), [])
    }
  })

  it("removes a column without values, and returns it with its rank", function* () {
    const [on, other] = [yield* givenBoard(), yield* givenBoard()]
    const [used, empty] = on.columns
    const trashed = aColumn({ rank: rankAt(5) })
    yield* boards.insertColumn(on.board.id, trashed)
    yield* givenTask(on, { columnValues: { [used.id]: false } })
    const gone = yield* givenTask(on, { columnValues: { [trashed.id]: { [empty.id]: empty.id } } })
    const trash = yield* Trash.TrashRepository
    const deletion = aDeletion(on.board, { kind: "task", subjectId: gone.id })
    yield* trash.put(deletion, false)
    const remove = (boardId: Board.BoardId, id: string) =>
      Ports.transactional(boards.removeColumn(boardId, id as Board.ColumnId))
    isNone(yield* remove(on.board.id, used.id))
    isNone(yield* remove(on.board.id, trashed.id))
    isNone(yield* remove(other.board.id, empty.id))
    isNone(yield* remove(on.board.id, fresh("column")))
    assert.deepStrictEqual(valueOf(yield* remove(on.board.id, empty.id)), empty)
    yield* trash.startPurging(deletion.id)
    yield* Effect.repeat(trash.removeSome(deletion, 10), { until: (removed) => removed === 0 })
    assert.deepStrictEqual(valueOf(yield* remove(on.board.id, trashed.id)), trashed)
    const left = valueOf(yield* boards.find(on.board.id)).columns
    assert.deepStrictEqual(
      left.map(({ id }) => id),
      [used.id]
    )
    yield* boards.insertColumn(on.board.id, empty)
    assert.strictEqual(valueOf(yield* boards.find(on.board.id)).columns.length, 2)
  })

  it("a column is removed before or after a value is stored in it, never with the value", function* () {
    const tasks = yield* Task.TaskRepository
    for (let round = 0; round < 10; round++) {
      const on = yield* givenBoard()
      const [task, id] = [yield* givenTask(on), on.columns[1].id]
      const store = Effect.gen(function* () {
        const held = yield* boards.holdColumns(on.board.id, [id])
        if (held.length > 0) yield* tasks.replace({ ...task, columnValues: { [id]: "value" } })
        return held.length > 0
      })
      const remove = Ports.transactional(boards.removeColumn(on.board.id, id))
      const [first, second] =
        round % 2 === 0 ? [Ports.transactional(store), remove] : [remove, Ports.transactional(store)]
      const both = yield* Effect.all([first, second], { concurrency: 2 })
      const isStored = both.includes(true)
      assert.strictEqual(
        both.some((each) => Option.isOption(each) && Option.isNone(each)),
        isStored
      )
      assert.deepStrictEqual(valueOf(yield* findTask(task.id)).columnValues, isStored ? { [id]: "value" } : {})
      assert.strictEqual(Option.isSome(yield* boards.findColumn(on.board.id, id)), isStored)
    }
  })

  it("a locked column is changed by one transaction at a time", function* () {
    const { board, columns } = yield* givenBoard()
    const increment = Effect.gen(function* () {
      const column = valueOf(yield* boards.lockColumn(board.id, columns[0].id))
      yield* boards.replaceColumn(board.id, { ...column, width: (column.width ?? 0) + 1 })
    })
    yield* atOnce(20, () => Ports.transactional(increment))
    assert.strictEqual(valueOf(yield* boards.findColumn(board.id, columns[0].id)).width, 20)
  })

  it("those who hold a column add options one at a time, and it is changed before or after them", function* () {
    const { board, columns } = yield* givenBoard()
    const [{ id }] = columns
    const add = (at: number) =>
      Effect.gen(function* () {
        const [held] = yield* boards.holdColumns(board.id, [id])
        const [column] = yield* boards.lockOptions(board.id, [id])
        if (held === undefined || column === undefined) return assert.fail("no column")
        const option = { id: String(at), label: `label ${at}`, color: "#00C875", value: null }
        yield* boards.replaceColumn(board.id, { ...column, options: [...column.options, option] })
        return [held.name, column.name]
      })
    const rename = Effect.gen(function* () {
      const column = valueOf(yield* boards.lockColumn(board.id, id))
      yield* boards.replaceColumn(board.id, { ...column, name: "Renamed" })
      return []
    })
    const seen = yield* atOnce(20, (at) => Ports.transactional(at === 10 ? rename : add(at)))
    for (const [held, locked] of seen) assert.strictEqual(held, locked)
    const { name, options } = valueOf(yield* boards.findColumn(board.id, id))
    assert.strictEqual(name, "Renamed")
    assert.sameMembers(
      options.map((option) => option.id),
      Array.from({ length: 20 }, (_, at) => String(at)).filter((at) => at !== "10")
    )
  })
}
