import { Board, Ports, Task, Trash, type Values } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { aColumn, aDeletion, aTask, fresh, givenBoard, givenTask, instant, rankAt } from "../fixtures.js"
import type { BoardNeeds } from "./Needs.js"
import type { Suite } from "./Suite.js"
import { findTask, valueOf, AWKWARD_TEXTS } from "./support.js"

const boards = Effect.serviceFunctions(Board.BoardRepository)
const tasks = Effect.serviceFunctions(Task.TaskRepository)

const cellsOf = (boardId: Board.BoardId, column: Board.ColumnId) =>
  Effect.map(boards.countCells(boardId, column, 1000), valueOf)

const bound = (field: Board.BoundField, place: number) => aColumn({ type: "status", field, rank: rankAt(place) })

/** A board with a task for each cell of its first column, the last of them in the trash. */
const givenCells = Effect.fnUntraced(function* (cells: ReadonlyArray<Task.Json>) {
  const on = yield* givenBoard()
  const column = on.columns[0].id
  const made: Array<Task.PlacedTask> = []
  for (const [at, cell] of cells.entries()) {
    const columnValues = cell === null ? { other: 1 } : { [column]: cell, other: 1 }
    made.push(yield* givenTask(on, { columnValues, rank: rankAt(at), status: `s${at}` }))
  }
  const last = made.at(-1)
  const deletion = aDeletion(on.board, { kind: "task", subjectId: last?.id ?? "" })
  yield* (yield* Trash.TrashRepository).put(deletion, false)
  const restore = Effect.flatMap(Trash.TrashRepository, (trash) => trash.restore(deletion))
  return { ...on, boardId: on.board.id, column, made, restore }
})

/** The contract of the cells of columns in `BoardRepository`. */
export const cellTests: Suite<BoardNeeds> = (it) => {
  it("returns the columns that are bound to fields, by field, with locked tasks and places", function* () {
    const on = yield* givenBoard()
    const task = yield* givenTask(on)
    const places = Effect.gen(function* () {
      const place = valueOf(yield* boards.findPlace(on.board.id, null, null))
      const locked = valueOf(yield* tasks.lock(task.id, null))
      assert.deepStrictEqual(locked.bindings, place.bindings)
      assert.deepStrictEqual(yield* boards.bindings(on.board.id), place.bindings)
      return place.bindings
    })
    assert.deepStrictEqual(yield* Ports.transactional(places), [])
    const [status, due] = [bound("status", 5), bound("dueDate", 6)]
    yield* boards.insertColumns(on.board.id, [status, due])
    assert.deepStrictEqual(yield* Ports.transactional(places), [
      { id: due.id, field: "dueDate" },
      { id: status.id, field: "status" }
    ])
  })

  it("returns the typed columns in order, whatever the case of their type, with tasks and places", function* () {
    const on = yield* givenBoard()
    const task = yield* givenTask(on)
    const typed = Effect.gen(function* () {
      const place = valueOf(yield* boards.findPlace(on.board.id, null, null))
      const locked = valueOf(yield* tasks.lock(task.id, null))
      const found = valueOf(yield* tasks.find(task.id, null))
      assert.deepStrictEqual([locked.typed, found.typed], [place.typed, place.typed])
      return place.typed
    })
    const before = yield* Ports.transactional(typed)
    const types = [...Board.CELL_TYPE_NAMES.map((type) => type.toUpperCase()), "text", "a type of their own", "Number"]
    const added = types.map((type, at) => aColumn({ type, rank: rankAt(9 + types.length - at) }))
    yield* boards.insertColumns(on.board.id, added)
    const known = added.filter(Board.isTyped)
    assert.deepStrictEqual(yield* Ports.transactional(typed), [
      ...before,
      ...known.toReversed().map(({ field, id, type }) => ({ id, type, field }))
    ])
  })

  it("pages through all tasks of a board with a cell, also those in the trash", function* () {
    const cells = ["a", null, ...AWKWARD_TEXTS, [1, "b"], { c: null }, 1e21, false]
    const { boardId, column, made } = yield* givenCells(cells)
    const seen: Array<Board.TaskCell> = []
    const read = Effect.gen(function* () {
      for (;;) {
        const page: ReadonlyArray<Board.TaskCell> = yield* boards.listCells(boardId, column, seen.at(-1) ?? null, 3)
        seen.push(...page)
        if (page.length < 3) return
      }
    })
    yield* Ports.transactional(read)
    assert.deepStrictEqual(
      seen,
      made.map(({ assignees, dueDate, id, priority, rank, status }, at) => ({
        ...{ id, rank, status, priority, dueDate, assignees },
        cell: cells[at] ?? null
      }))
    )
  })

  it("sets and removes cells, and keeps the other values", function* () {
    const other = yield* givenCells(["x"])
    const { boardId, column, made, restore } = yield* givenCells(["a", "b", "c"])
    const [first, second, third] = made.map(({ id }) => id)
    const cells = [
      { id: first ?? assert.fail(), cell: ['"', { ä: [null] }], value: null },
      { id: second ?? assert.fail(), cell: null, value: null },
      { id: third ?? assert.fail(), cell: "last", value: null },
      { id: other.made[0]?.id ?? assert.fail(), cell: "of another board", value: null }
    ]
    yield* boards.setCells(boardId, { id: column, field: null }, cells, instant(50))
    yield* restore
    yield* other.restore
    const values = yield* Effect.forEach([...made, ...other.made], ({ id }) =>
      Effect.map(findTask(id), (task) => valueOf(task).columnValues)
    )
    assert.deepStrictEqual(values, [
      { [column]: cells[0]?.cell ?? null, other: 1 },
      { other: 1 },
      { [column]: "last", other: 1 },
      { [other.column]: "x", other: 1 }
    ])
  })

  it("sets the field of the column with its cells, where it has a value, and the time of the change", function* () {
    const { boardId, column, made, restore } = yield* givenCells(["a", "b", "c"])
    const at = instant(50)
    const cells = made.map(({ id }, index) => ({ id, cell: "set", value: index === 1 ? null : `new ${index}` }))
    const read = Effect.forEach(made, ({ id }) =>
      Effect.map(findTask(id), (found) => {
        const { columnValues, priority, status, updatedAt } = valueOf(found)
        return [columnValues[column], status, priority, updatedAt === at]
      })
    )
    yield* boards.setCells(boardId, { id: column, field: "status" }, cells, at)
    yield* restore
    const { priority } = made[0] ?? assert.fail()
    assert.deepStrictEqual(yield* read, [
      ["set", "new 0", priority, true],
      ["set", "s1", priority, false],
      ["set", "new 2", priority, true]
    ])
    yield* boards.setCells(boardId, { id: column, field: "priority" }, cells.slice(0, 1), at)
    yield* boards.setCells(boardId, { id: column, field: "dueDate" }, cells.slice(2), at)
    assert.deepStrictEqual(yield* read, [
      ["set", "new 0", "new 0", true],
      ["set", "s1", priority, false],
      ["set", "new 2", priority, true]
    ])
  })

  it("keeps the order of what is in other values", function* () {
    const { boardId, column, made, restore } = yield* givenCells([{ zz: 1, a: [{ y: 1, x: 2 }] }, "b"])
    const given = fresh("column")
    yield* boards.setCells(
      boardId,
      { id: given as Board.ColumnId, field: null },
      made.map(({ id }) => ({ id, cell: "set", value: null })),
      instant(50)
    )
    yield* restore
    const texts = yield* Effect.forEach(made, ({ id }) =>
      Effect.map(findTask(id), (task) => JSON.stringify(valueOf(task).columnValues))
    )
    assert.deepStrictEqual(texts, [
      JSON.stringify({ [column]: { zz: 1, a: [{ y: 1, x: 2 }] }, other: 1, [given]: "set" }),
      JSON.stringify({ [column]: "b", other: 1, [given]: "set" })
    ])
  })

  it("counts the distinct cells of a column, equally many by their code points", function* () {
    const { boardId, column } = yield* givenCells(["|", "b", "é", "B", "b"])
    const counted = yield* cellsOf(boardId, column)
    assert.deepStrictEqual(
      counted.map(({ cell }) => cell),
      ["b", "B", "|", "é"]
    )
  })

  it("counts the distinct cells of a column, and the tasks without one", function* () {
    const cells = ["a", "b", "a", ["a", "b"], ["a", "b"], ["b"], null, "A", 1, "a"]
    const { boardId, column } = yield* givenCells(cells)
    yield* givenCells(["a"])
    const counted = yield* cellsOf(boardId, column)
    const sorted = counted.toSorted((a, b) => (JSON.stringify(a.cell) < JSON.stringify(b.cell) ? -1 : 1))
    assert.deepStrictEqual(sorted, [
      { cell: "A", tasks: 1 },
      { cell: "a", tasks: 3 },
      { cell: "b", tasks: 1 },
      { cell: 1, tasks: 1 },
      { cell: ["a", "b"], tasks: 2 },
      { cell: ["b"], tasks: 1 },
      { cell: null, tasks: 1 }
    ])
    assert.deepStrictEqual(yield* cellsOf(fresh("board") as Board.BoardId, column), [])
  })

  it("counts no cells that are too long together", function* () {
    const { boardId, column } = yield* givenCells(["aaaa", "aaaa", "bb"])
    const isCounted = (size: number) => Effect.map(boards.countCells(boardId, column, size), Option.isSome)
    // With the quotes of JSON.
    assert.deepStrictEqual([yield* isCounted(10), yield* isCounted(9)], [true, false])
  })

  it("replaces cells, and the field of the column, all at once", function* () {
    const other = yield* givenCells(["a"])
    const { boardId, column, made, restore } = yield* givenCells(["a", "b", ["a"], null, 'say "a"', ["b"], [], "a"])
    const at: Values.Timestamp.Timestamp = instant(50)
    const replacements = [
      { from: "a", to: "b", value: "done" },
      { from: "b", to: "a", value: null },
      { from: ["a"], to: null, value: "none" },
      { from: 'say "a"', to: ['"a"'], value: null },
      { from: ["b"], to: "b", value: null },
      { from: [], to: null, value: null }
    ]
    yield* boards.replaceCells(boardId, { id: column, field: "status" }, replacements, at)
    yield* restore
    yield* other.restore
    const found = yield* Effect.forEach([...made, ...other.made], ({ id }) => Effect.map(findTask(id), valueOf))
    assert.deepStrictEqual(
      found.map(({ columnValues, status }) => [columnValues[column] ?? null, status]),
      [
        ["b", "done"],
        ["a", "s1"],
        [null, "none"],
        [null, "s3"],
        [['"a"'], "s4"],
        ["b", "s5"],
        [null, "s6"],
        ["b", "done"],
        [null, "s0"]
      ]
    )
    assert.deepStrictEqual(
      found.map(({ updatedAt }) => updatedAt === at),
      [true, true, true, false, true, true, true, true, false]
    )
    yield* boards.replaceCells(boardId, { id: column, field: "priority" }, replacements.slice(0, 2), at)
    yield* boards.replaceCells(boardId, { id: column, field: null }, [{ from: "b", to: "c", value: "no" }], at)
    const first = made[0] ?? assert.fail()
    const after = valueOf(yield* findTask(first.id))
    assert.deepStrictEqual([after.status, after.priority, after.columnValues[column]], ["done", first.priority, "a"])
    const missing = [{ from: null, to: "set", value: "new" }]
    yield* boards.replaceCells(boardId, { id: column, field: "status" }, missing, at)
    const cells = yield* Effect.forEach(made, ({ id }) =>
      Effect.map(findTask(id), (task) => [valueOf(task).columnValues[column], valueOf(task).status])
    )
    assert.deepStrictEqual(cells.slice(2, 5), [
      ["set", "new"],
      ["set", "new"],
      [['"a"'], "s4"]
    ])
  })

  it("a task is created and changed with the bindings before or after a column is bound, never between", function* () {
    const repository = yield* Task.TaskRepository
    for (let round = 0; round < 8; round++) {
      const on = yield* givenBoard()
      const [boardId, column] = [on.board.id, bound("status", 9)]
      const old = yield* givenTask(on)
      const bind = Effect.gen(function* () {
        yield* boards.lock(boardId)
        yield* boards.lockAgainstTasks(boardId)
        const all = yield* boards.listCells(boardId, column.id, null, 100)
        yield* boards.setCells(
          boardId,
          column,
          all.map(({ id, status }) => ({ id, cell: status, value: null })),
          instant(50)
        )
        yield* boards.insertColumn(boardId, column)
      })
      const valuesFor = (bindings: ReadonlyArray<Board.Binding>, status: string) =>
        Object.fromEntries(bindings.map(({ id }) => [id, status]))
      const create = Effect.gen(function* () {
        const { bindings } = valueOf(yield* boards.findPlace(boardId, null, null))
        const columnValues = valuesFor(bindings, "new")
        yield* repository.insert([
          aTask({ boardId, groupId: on.groups[0].id, status: "new", columnValues, rank: rankAt(50) })
        ])
      })
      const change = Effect.gen(function* () {
        const { bindings, task } = valueOf(yield* repository.lock(old.id, null))
        const columnValues = valuesFor(bindings, "changed")
        yield* repository.replace({ ...task, status: "changed", columnValues }, task)
      })
      const works = [create, bind, change]
      const turned = [...works.slice(round % 3), ...works.slice(0, round % 3)]
      yield* Effect.all(turned.map(Ports.transactional), { concurrency: "unbounded", discard: true })
      const all = yield* Ports.transactional(boards.listCells(boardId, column.id, null, 100))
      assert.deepStrictEqual(
        all.map(({ cell }) => cell),
        all.map(({ status }) => status)
      )
      assert.lengthOf(all, 2)
    }
  })
}
