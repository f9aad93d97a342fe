import { type Board, Change, Search, Task, Values } from "@boardwright/core"
import { Effect, FastCheck as fc } from "effect"
import { aChange, aComment, aTask, fresh, givenBoard, givenTask, instant, rankAt } from "../fixtures.js"
import { indexAll, someone } from "./support.js"

const tasks = Effect.serviceFunctions(Task.TaskRepository)

const STATUSES = ["working", "done", "a,b", 'do"ne', "Ärger", "%"]
export const PRIORITIES = ["high", "low", "later 🌱"]
const DESCRIPTIONS = ["", "Order the brass", "ÄRGER, again", "日本語", "a¦b"]
const CONTENTS = ["Zebra crossing", "Brass band", "straße", "日本"]
export const WORDS = [
  "z",
  "zeb",
  "Ärger",
  "b",
  "brass",
  "order brass",
  "zebra order",
  "zebra crossing",
  "STRASSE",
  "日",
  "本語",
  "a"
]

/** Of all tasks. */
export const ANY: Task.TaskQuery = { oneOf: [], assignees: null, ranges: [], cells: null, words: [], sort: [] }

/**
 * A board with tasks of every kind that a query can tell apart, in order, what comments they have, and values that queries may
 * have. All texts are indexed.
 */
export const givenBoardToQuery = Effect.gen(function* () {
  const on = yield* givenBoard()
  const people = [yield* someone, yield* someone]
  const teams = [[], [people[0]], [people[1], people[0]], [people[1]]]
  const all = Array.from({ length: 64 }, (_, at) =>
    aTask({
      boardId: on.board.id,
      groupId: on.groups[at % 2]?.id ?? on.groups[0].id,
      status: STATUSES[at % 5] ?? "",
      priority: PRIORITIES[at % 3] ?? "",
      assignees: (teams[at % 4] ?? []).flatMap((id) => (id === undefined ? [] : [id])),
      dueDate: at % 7 === 0 ? null : instant((at % 6) - 3),
      createdAt: instant(at % 9),
      updatedAt: instant(at % 11),
      columnValues: at >= CELLS.length ? {} : { other: at, [COLUMN]: CELLS[at] ?? null },
      name: ["Zebra", "ärger", "Ärger", "🌱", "\uffee", "a"][at % 6] ?? "",
      description: DESCRIPTIONS[at % 5] ?? "",
      rank: rankAt(at)
    })
  )
  yield* tasks.insert(all.toReversed())
  const comments = all.flatMap(({ id }, at) =>
    CONTENTS.slice(0, at % 4).map((content) => aComment({ taskId: id, userId: on.workspace.ownerId, content }))
  )
  yield* Effect.forEach(comments, (comment) => tasks.insertComment(comment))
  const commentsOf = ({ id }: Task.PlacedTask) =>
    comments.flatMap(({ content, taskId }) => (taskId === id ? [content] : []))
  const other = yield* givenBoard()
  yield* givenTask(other, { status: "done", name: "Zebra" })
  const changes = yield* Change.ChangeRepository
  yield* changes.append(
    [on, other].map(({ board, workspace }) =>
      aChange({
        workspaceId: workspace.id,
        boardId: board.id,
        type: "board.created",
        taskId: null,
        subjectId: board.id
      })
    )
  )
  yield* indexAll
  return { all, commentsOf, on, people }
})

const several = <A>(values: ReadonlyArray<A>) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 })

/** Cells that types read differently. */
const CELLS: ReadonlyArray<Values.Json> = [
  ...[
    "",
    " \u00a0",
    "b",
    "B ",
    "\ufeffa",
    "Ärger",
    "A\u0308rger",
    "ärger",
    "ÄRGER",
    "🌱",
    "\uffee",
    "x".repeat(256),
    "100",
    " 1e2 ",
    "-0.5",
    "1e999"
  ],
  ...["1e-400", "+7", ".5", "0x1", "Yes", "☐", "SÍ", "false", "2027-02-28", "2028-02-29", "2027-02-29", "25/12/2024"],
  ...[
    "01/02/2024",
    "5.5.2024",
    "1969-12-31",
    "1000-01-01",
    "999-12-31",
    "1000-01-01T00:00+00:01",
    "25.12.1899",
    "1900-02-29",
    "2027-03-01T10:00",
    "2027-03-01t10:00:00.5+01:30",
    "2027-03-01T24:00"
  ],
  ...["1970-01-01T00:00:00+00:01", "9999-12-31T23:59:59.999Z", "31.4.2024", "12-25-2024", `${"9".repeat(301)}`],
  ...[0, -0.5, 1e21, 5e-324, 100, true, false],
  ...[
    ["b", "a"],
    ["Ärger"],
    ["A\u0308rger"],
    ["b", "ÄRGER "],
    [],
    ["a", 1],
    [" "],
    [["a"]],
    { a: 1 },
    [" A ", "b"],
    ["x".repeat(256)]
  ]
]
/** The column with `CELLS`. */
export const COLUMN = "0190-column" as Board.ColumnId

/** Every way to read a cell. */
export const SORTS = ["text", "number", "date", "dueDate", "checkbox", "person", "label", "labels"] as const

type Given = Effect.Effect.Success<typeof givenBoardToQuery>

const arbitraryKey = ({ on, people }: Given): fc.Arbitrary<Task.SortKey> =>
  fc.boolean().chain((descending) =>
    fc.oneof<Array<fc.Arbitrary<Task.SortKey>>>(
      fc
        .record({
          field: fc.constantFrom("groupId" as const, "assignee" as const),
          known: fc.shuffledSubarray([...on.groups.map(({ id }) => id), ...people])
        })
        .map(({ field, known }) => ({
          by: "label",
          field,
          places: Object.fromEntries(known.map((id, place) => [id, place])),
          descending
        })),
      fc
        .constantFrom("name" as const, "dueDate" as const, "createdAt" as const, "updatedAt" as const)
        .map((field) => ({ by: "field", field, descending })),
      fc
        .tuple(
          fc.constantFrom("status" as const, "priority" as const),
          fc.constantFrom<Task.LabelPlaces>({}, { done: 0, working: 1, "a,b": 2, low: 0, high: 1 })
        )
        .map(([field, places]) => ({ by: "label", field, places, descending })),
      fc
        .tuple(
          fc.constantFrom(...SORTS),
          fc.constantFrom<Task.LabelPlaces>({}, { b: 0, ärger: 1, Ärger: 1, a: 2 }),
          fc.constantFrom({}, { unset: "Ärger" }, { unset: "zz" })
        )
        .map(([cell, places, unset]) => ({
          ...{ by: "cell" as const, column: COLUMN, cell, places, descending },
          ...(cell === "label" && unset)
        }))
    )
  )

const KEYS = ["b", "a", "ärger", "Ärger", "x".repeat(256), "100", "true", "e", "[1]", "-0.5", "🌱"]
const NUMBERS = [0, 100, -0.5, 1e21, 5e-324, 7]
const INSTANTS = ["2027-02-28", "2024-12-25", "2027-03-01T10:00:00Z", "1899-12-25", "1000-01-01"].map((text) =>
  Values.Timestamp.fromMillis(Date.parse(text))
)

const between = <A extends number | Values.Timestamp.Timestamp>(
  values: ReadonlyArray<A>
): fc.Arbitrary<Task.CellTest> => {
  const end = fc.option(fc.constantFrom(...values))
  return fc
    .record({ test: fc.constant("between" as const), from: end, to: end, strict: fc.boolean() })
    .filter(({ from, to }) => from !== null || to !== null)
}

const testOf = (cell: Task.CellSort): fc.Arbitrary<Task.CellTest> => {
  const empty = fc.constant({ test: "empty" as const })
  if (cell === "number") return fc.oneof(empty, between(NUMBERS))
  if (cell === "date" || cell === "dueDate") return fc.oneof(empty, between(INSTANTS))
  if (cell === "checkbox") return fc.oneof(empty, fc.constant({ test: "checked" as const }))
  if (cell === "text") {
    const text = fc.constantFrom(...KEYS)
    return fc.oneof(
      empty,
      fc.record({ test: fc.constant("is" as const), text }),
      fc.record({ test: fc.constant("contains" as const), text })
    )
  }
  return fc.oneof(
    empty,
    fc.oneof(fc.constant([]), several(KEYS)).map((values) => ({
      test: "in" as const,
      values: cell === "person" ? values : values.flatMap((label) => Task.labelKeys(label))
    }))
  )
}

/** A condition on `COLUMN`, or on a column that no task has a value in. */
export const arbitraryCondition: fc.Arbitrary<Task.CellCondition> = fc.constantFrom(...SORTS).chain((cell) =>
  fc.record({
    column: fc.constantFrom(COLUMN, COLUMN, COLUMN, "none" as Board.ColumnId),
    cell: fc.constant(cell),
    test: testOf(cell),
    negated: fc.boolean()
  })
)

const { filter: arbitraryFilter } = fc.letrec<{ readonly filter: Task.CellFilter }>((tie) => {
  const several = fc.array(tie("filter"), { minLength: 1, maxLength: 3 })
  return {
    filter: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      arbitraryCondition,
      several.map((all) => ({ all })),
      several.map((any) => ({ any }))
    )
  }
})

/** A query of the board's tasks. */
export const arbitraryQuery = (given: Given): fc.Arbitrary<Task.TaskQuery> => {
  const { on, people } = given
  const oneOf = (field: Task.LabelField, values: ReadonlyArray<string>) =>
    several(values).map((values) => ({ field, values }))
  const end = fc.option(
    fc.integer({ min: -4, max: 10 }).map((at) => instant(at)),
    { freq: 2 }
  )
  const range = (field: Task.InstantField) => fc.record({ field: fc.constant(field), from: end, to: end })
  const users = fc.uniqueArray(fc.constantFrom(...people, fresh("user") as (typeof people)[number]))
  return fc.record({
    oneOf: fc
      .subarray(["groupId", "status", "priority"] as const)
      .chain((fields) =>
        fc.tuple(
          ...fields.map((field) =>
            field === "groupId"
              ? oneOf(field, [...on.groups.map(({ id }) => id), "none"])
              : oneOf(field, field === "status" ? STATUSES : PRIORITIES)
          )
        )
      ),
    assignees: fc.option(fc.record({ users, nobody: fc.boolean() })),
    ranges: fc
      .subarray(["dueDate", "createdAt", "updatedAt"] as const)
      .chain((fields) => fc.tuple(...fields.map(range))),
    cells: fc.option(arbitraryFilter),
    words: fc.oneof(fc.constant([]), fc.constantFrom(...WORDS).map(Search.queryWords)),
    sort: fc.array(arbitraryKey(given), { maxLength: 3 })
  })
}
