import { type Board, Search, Task } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { wholeList } from "../fixtures.js"
import {
  arbitraryCondition,
  arbitraryQuery,
  COLUMN,
  givenBoardToQuery,
  PRIORITIES,
  SORTS,
  WORDS,
  ANY
} from "./generatedQueries.js"
import type { Suite } from "./Suite.js"
import type { TaskNeeds } from "./Needs.js"

const tasks = Effect.serviceFunctions(Task.TaskRepository)

/** The contract of lists by a `TaskQuery`: generated queries, answered as the model does. */
export const queryTests: Suite<TaskNeeds> = (it) => {
  it("finds what a query matches, in order, on pages as in one list", function* () {
    const given = yield* givenBoardToQuery
    const { all, commentsOf, on } = given
    const slice = { page: 2, limit: 5, offset: 5 }
    const include = { columnValues: true, counts: true }
    for (const query of fc.sample(arbitraryQuery(given), { numRuns: 60, seed: 7 })) {
      const [first] = on.groups
      for (const groupId of [undefined, first.id]) {
        const filter = { boardId: on.board.id, groupId, query }
        const expected = all.filter(
          (task) =>
            (groupId === undefined || task.groupId === groupId) && Task.matchesQuery(query, task, commentsOf(task))
        )
        const ids = Task.sortTasks(query.sort, expected).map(({ id }) => id)
        const message = JSON.stringify(query)
        const whole = yield* tasks.list(filter, wholeList)
        assert.deepStrictEqual([whole.total, whole.items.map(({ id }) => id)], [ids.length, ids], message)
        const page = yield* tasks.list(filter, slice)
        assert.deepStrictEqual([page.total, page.items], [ids.length, whole.items.slice(5, 10)], message)
        const rich = yield* tasks.listWith(filter, slice, include)
        assert.deepStrictEqual([rich.total, rich.items.map(({ id }) => id)], [ids.length, ids.slice(5, 10)], message)
        assert.isTrue(
          rich.items.every(({ columnValues, counts }) => columnValues !== undefined && counts !== undefined)
        )
      }
    }
  })

  it("finds the tasks whose cells pass a test, of each kind of column", function* () {
    const { all, on } = yield* givenBoardToQuery
    for (const condition of fc.sample(arbitraryCondition, { numRuns: 200, seed: 19 })) {
      const query = { ...ANY, cells: condition }
      const { items } = yield* tasks.list({ boardId: on.board.id, query }, wholeList)
      const cellsOf = (found: ReadonlyArray<{ readonly id: Task.TaskId }>) =>
        found.map(({ id }) => all.find((task) => task.id === id)?.columnValues[COLUMN])
      const expected = all.filter((task) => Task.matchesQuery(query, task, []))
      assert.deepStrictEqual(cellsOf(items), cellsOf(expected), JSON.stringify(condition))
    }
  })

  it("finds a label by its keys in any case and Unicode normalization of its letters", function* () {
    const { all, on } = yield* givenBoardToQuery
    for (const cell of ["label", "labels"] as const) {
      const test = { test: "in" as const, values: Task.labelKeys("\u00e4rger") }
      const query = { ...ANY, cells: { column: COLUMN, cell, test, negated: false } }
      const { items } = yield* tasks.list({ boardId: on.board.id, query }, wholeList)
      const labels = items.flatMap(({ id }) => all.find((task) => task.id === id)?.columnValues[COLUMN] ?? [])
      const decomposed = "A\u0308rger"
      const expected = { label: ["Ärger", decomposed, "ärger", "ÄRGER"], labels: ["Ärger", decomposed, "b", "ÄRGER "] }
      assert.deepStrictEqual(labels, expected[cell])
    }
  })

  it("sorts by each kind of cell, in both directions, those that mean nothing last", function* () {
    const { all, on } = yield* givenBoardToQuery
    for (const cell of SORTS) {
      for (const descending of [false, true]) {
        const key: Task.SortKey = { by: "cell", column: COLUMN, cell, places: { b: 0, a: 1 }, descending }
        const query = { ...ANY, sort: [key] }
        const { items } = yield* tasks.list({ boardId: on.board.id, query }, wholeList)
        const cellsOf = (found: ReadonlyArray<{ readonly id: Task.TaskId }>) =>
          found.map(({ id }) => all.find((task) => task.id === id)?.columnValues[COLUMN])
        assert.deepStrictEqual(cellsOf(items), cellsOf(Task.sortTasks([key], all)), `${cell} ${descending}`)
      }
    }
  })

  it("finds the tasks of which the name and description, or a comment, has every word", function* () {
    const { all, commentsOf, on } = yield* givenBoardToQuery
    let matched = 0
    for (const q of WORDS) {
      const query = { ...ANY, words: Search.queryWords(q) }
      const expected = all.filter((task) => Task.matchesQuery(query, task, commentsOf(task)))
      const { items, total } = yield* tasks.list({ boardId: on.board.id, query }, wholeList)
      const ids = expected.map(({ id }) => id)
      assert.deepStrictEqual([total, items.map(({ id }) => id)], [ids.length, ids], q)
      if (ids.length > 0) matched += 1
    }
    assert.isAbove(matched, 8)
  })

  it("takes a group, a status and an assignee beside a query", function* () {
    const { all, on, people } = yield* givenBoardToQuery
    const query = { ...ANY, oneOf: [{ field: "priority" as const, values: ["high", "low"] }] }
    const [assignee] = people
    const filter = { boardId: on.board.id, groupId: on.groups[1]?.id as Board.GroupId, status: "done", assignee, query }
    const expected = all.filter(
      ({ assignees, groupId, priority, status }) =>
        groupId === filter.groupId &&
        status === "done" &&
        priority !== PRIORITIES[2] &&
        assignees.some((id) => id === assignee)
    )
    assert.isNotEmpty(expected)
    const { items } = yield* tasks.list(filter, wholeList)
    assert.deepStrictEqual(
      items.map(({ id }) => id),
      expected.map(({ id }) => id)
    )
  })
}
