import { Board, Task } from "@boardwright/core"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { as, givenTeam, refused, sent, story, type Team } from "../support.js"
import { conflictOf, undoLast } from "../undo/support.js"

const add = (team: Team, column: object) =>
  as(team.editor)(Board.addColumn(team.boardId, sent({ name: "Column", ...column })))
const change = (team: Team, { id }: Board.Column, patch: object) =>
  as(team.editor)(Board.updateColumn(team.boardId, id, sent(patch)))
const create = (team: Team, column: Board.Column, cell: unknown, more: object = {}) =>
  as(team.editor)(
    Task.createTask(sent({ boardId: team.boardId, name: "Task", columnValues: { [column.id]: cell }, ...more }))
  )
const taskOf = (team: Team, { id }: Task.Task) => as(team.viewer)(Task.getTask(id))
const columnOf = (team: Team, { id }: Board.Column) =>
  Effect.map(as(team.viewer)(Board.getBoard(team.boardId)), ({ columns }) => {
    const column = columns.find((each) => each.id === id)
    return column ?? assert.fail("no column")
  })
const optionsOf = ({ options }: Board.Column) => options.map(({ label, value }) => [label, value])

describe("options", () => {
  story("have known colors and values, in the given order", function* () {
    const team = yield* givenTeam
    const column = yield* add(team, {
      type: "Status",
      options: [{ label: " Done " }, { label: "Erledigt", color: "#123456", value: "done" }, { label: "Else" }]
    })
    assert.deepStrictEqual(
      column.options.map(({ id: _, ...option }) => option),
      [
        { label: "Done", color: "#00C875", value: "done" },
        { label: "Erledigt", color: "#123456", value: "done" },
        { label: "Else", color: "#037F4C", value: "Else" }
      ]
    )
    assert.deepStrictEqual(yield* columnOf(team, column), column)
    const dropdown = yield* add(team, { type: "dropdown", options: [{ label: "Done" }] })
    assert.deepStrictEqual(optionsOf(dropdown), [["Done", null]])
    const awkward = ["Constructor", "__proto__"].map((label) => ({ label }))
    const { options } = yield* add(team, { type: "labels", options: awkward })
    assert.deepStrictEqual(
      options.map(({ color }) => color),
      ["#579BFC", "#A25DDC"]
    )
  })

  story("keep the id that they are given, also in a new column", function* () {
    const team = yield* givenTeam
    const column = yield* add(team, { type: "dropdown", options: [{ id: "mine", label: "A" }, { label: "B" }] })
    const [a, b] = column.options.map(({ id }) => id)
    assert.strictEqual(a, "mine")
    assert.notStrictEqual(b, "mine")
  })

  story("are refused twice, of types without options, over 500, and without a label", function* () {
    const team = yield* givenTeam
    const labels = (count: number) => Array.from({ length: count }, (_, at) => ({ label: `Label ${at}` }))
    const bad: ReadonlyArray<readonly [object, string]> = [
      [{ type: "status", options: [{ label: "a" }, { label: "A " }] }, "options.1.label"],
      [{ type: "text", options: [{ label: "a" }] }, "options"],
      [
        {
          type: "status",
          options: [
            { id: "1", label: "a" },
            { id: "1", label: "b" }
          ]
        },
        "options.1.id"
      ],
      [{ type: "status", options: labels(501) }, "options"],
      [{ type: "status", options: [{ label: " " }, { label: "b", color: "red" }] }, "options.0.label, options.1.color"]
    ]
    for (const [column, path] of bad) assert.strictEqual(yield* refused(add(team, column)), `InvalidInput ${path}`)
  })

  story("are not made of cells that are too long together", function* () {
    const team = yield* givenTeam
    const text = yield* add(team, { type: "text" })
    const length = 60_000
    for (let at = 0; at <= Board.MAX_CELLS / length; at += 1) yield* create(team, text, `${at} `.padEnd(length, "x"))
    assert.strictEqual(yield* refused(change(team, text, { type: "labels" })), "InvalidInput type")
    assert.strictEqual((yield* change(team, text, { type: "long text" })).type, "long text")
    assert.strictEqual((yield* columnOf(team, text)).type, "long text")
  })

  story("are added for labels that are none yet, once each, up to 500", function* () {
    const team = yield* givenTeam
    const status = yield* add(team, { type: "dropdown", options: [{ label: "First" }] })
    for (const cell of ["first", "Second", "SECOND", "Third", 5, "x".repeat(256)]) yield* create(team, status, cell)
    assert.deepStrictEqual(
      (yield* columnOf(team, status)).options.map(({ label }) => label),
      ["First", "Second", "Third"]
    )
    const labels = yield* add(team, { type: "labels" })
    const task = yield* create(team, labels, " bug, ui,bug ")
    assert.deepStrictEqual(task.columnValues[labels.id], ["bug", "ui"])
    yield* create(team, labels, ["ui", "api"])
    assert.deepStrictEqual(
      (yield* columnOf(team, labels)).options.map(({ label }) => label),
      ["bug", "ui", "api"]
    )
  })

  story("are one in either Unicode normalization, which a cell keeps", function* () {
    const team = yield* givenTeam
    const [composed, decomposed] = ["Größe", "Gro\u0308ße"]
    const status = yield* add(team, { type: "dropdown", options: [{ label: composed }] })
    const task = yield* create(team, status, decomposed)
    assert.strictEqual(task.columnValues[status.id], decomposed)
    assert.deepStrictEqual(optionsOf(yield* columnOf(team, status)), [[composed, null]])
    const filter = JSON.stringify({ column: status.id, op: "in", value: [composed] })
    const { items } = yield* as(team.viewer)(Task.listTasks(sent({ boardId: team.boardId, filter })))
    assert.deepStrictEqual(
      items.map(({ id }) => id),
      [task.id]
    )
    const twice = change(team, status, { options: [{ label: composed }, { label: decomposed }] })
    assert.strictEqual(yield* refused(twice), "InvalidInput options.1.label")
  })

  story("rename on all tasks; the field keeps its value", function* () {
    const team = yield* givenTeam
    const column = yield* add(team, { type: "status", field: "status", options: [{ label: "Done" }] })
    const tasks = [yield* create(team, column, "Done"), yield* create(team, column, " done ")]
    const [done] = column.options
    yield* change(team, column, { options: [{ id: done?.id, label: "Fertig" }, { label: "Offen" }] })
    for (const task of tasks) {
      const { columnValues, status } = yield* taskOf(team, task)
      assert.deepStrictEqual([status, columnValues[column.id]], ["done", "Fertig"])
    }
    assert.deepStrictEqual(optionsOf(yield* columnOf(team, column)), [
      ["Fertig", "done"],
      ["Offen", "Offen"]
    ])
    yield* undoLast(team.editor)
    const { columnValues, status } = yield* taskOf(team, tasks[0] ?? assert.fail())
    assert.deepStrictEqual([status, columnValues[column.id]], ["done", "Done"])
    assert.deepStrictEqual((yield* columnOf(team, column)).options, column.options)
  })

  story("without a value keep their meaning when they are renamed", function* () {
    const team = yield* givenTeam
    const column = yield* add(team, {
      type: "dropdown",
      field: "status",
      options: [{ label: "Done" }, { label: "Working on it" }]
    })
    assert.deepStrictEqual(optionsOf(column), [
      ["Done", null],
      ["Working on it", null]
    ])
    const task = yield* create(team, column, "Done")
    const [done, working] = column.options
    yield* change(team, column, { options: [{ ...done, label: "Erledigt" }, working] })
    const renamed = yield* taskOf(team, task)
    assert.deepStrictEqual([renamed.status, renamed.columnValues[column.id]], ["done", "Erledigt"])
    const set = yield* as(team.editor)(Task.updateTask(task.id, { status: "working" }))
    assert.deepStrictEqual([set.status, set.columnValues[column.id]], ["working", "Working on it"])
    assert.deepStrictEqual(optionsOf(yield* columnOf(team, column)), [
      ["Erledigt", "done"],
      ["Working on it", null]
    ])
  })

  story("with a label too long for the field leave it at its default when they are renamed", function* () {
    const team = yield* givenTeam
    const column = yield* add(team, { type: "status", field: "status" })
    const task = yield* create(team, column, "x".repeat(51))
    const [option] = (yield* columnOf(team, column)).options
    assert.deepStrictEqual([task.status, option?.value], ["pending", null])
    yield* change(team, column, { options: [{ ...option, label: "Short" }] })
    // A task without a cell has the label of the default.
    const { columnValues, status } = yield* taskOf(team, task)
    assert.deepStrictEqual([status, columnValues[column.id]], ["pending", undefined])
  })

  story("are one for tasks that mean it when a column is bound", function* () {
    const team = yield* givenTeam
    const task = yield* as(team.editor)(
      Task.createTask(sent({ boardId: team.boardId, name: "Task", status: "working" }))
    )
    const column = yield* add(team, { type: "dropdown", field: "status", options: [{ label: "Working on it" }] })
    assert.deepStrictEqual(optionsOf(column), [["Working on it", null]])
    assert.strictEqual((yield* taskOf(team, task)).columnValues[column.id], "Working on it")
  })

  story("swap their labels", function* () {
    const team = yield* givenTeam
    const column = yield* add(team, { type: "dropdown", options: [{ label: "A" }, { label: "B" }] })
    const [one, two] = [yield* create(team, column, "A"), yield* create(team, column, "B")]
    const [a, b] = column.options
    yield* change(team, column, {
      options: [
        { id: a?.id, label: "B" },
        { id: b?.id, label: "A" }
      ]
    })
    assert.strictEqual((yield* taskOf(team, one)).columnValues[column.id], "B")
    assert.strictEqual((yield* taskOf(team, two)).columnValues[column.id], "A")
  })

  story("are left out only with a replacement if tasks have them", function* () {
    const team = yield* givenTeam
    const column = yield* add(team, {
      type: "status",
      field: "status",
      options: [{ label: "Done" }, { label: "Stuck" }, { label: "Unused" }]
    })
    const [done, stuck, unused] = column.options.map(({ id }) => id)
    const task = yield* create(team, column, "Stuck")
    const left = { options: [{ id: done, label: "Done" }] }
    const failure = yield* Effect.flip(change(team, column, left))
    assert.deepStrictEqual(failure._tag === "InvalidInput" ? failure.issues : failure, [
      { path: ["options"], message: 'leave out "Stuck", which 1 task has: name its replacement in replaceWith' }
    ])
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`o${at}`, "x"]))
    for (const replaceWith of [{ [String(stuck)]: unused }, { [String(done)]: done }, { nothing: done }, [], many]) {
      assert.match(yield* refused(change(team, column, { ...left, replaceWith })), /^InvalidInput replaceWith/)
    }
    yield* change(team, column, { ...left, replaceWith: { [String(stuck)]: done } })
    const { columnValues, status } = yield* taskOf(team, task)
    assert.deepStrictEqual([status, columnValues[column.id]], ["done", "Done"])
    assert.deepStrictEqual(yield* conflictOf(undoLast(team.editor)), [
      ["replaceWith", "gave tasks other options, which cannot be undone"]
    ])
  })

  story("a type that splits the cells of tasks is not undone, and another one is", function* () {
    const team = yield* givenTeam
    const column = yield* add(team, { type: "text" })
    const task = yield* create(team, column, "Call back, urgent")
    yield* change(team, column, { type: "number" })
    yield* undoLast(team.editor)
    assert.strictEqual((yield* taskOf(team, task)).columnValues[column.id], "Call back, urgent")
    const empty = yield* add(team, { type: "text" })
    yield* change(team, empty, { type: "labels" })
    yield* undoLast(team.editor)
    yield* change(team, column, { type: "labels" })
    assert.deepStrictEqual((yield* taskOf(team, task)).columnValues[column.id], ["Call back", "urgent"])
    assert.deepStrictEqual(yield* conflictOf(undoLast(team.editor)), [
      ["type", "gave tasks other values, which cannot be undone"]
    ])
    // Its labels are those that tasks have, also in the lists that stay, so they are left out only with a replacement.
    const single = yield* change(team, column, { type: "dropdown" })
    const [kept] = single.options
    assert.match(
      yield* refused(change(team, column, { options: [{ id: kept?.id, label: "Call back" }] })),
      /^InvalidInput options/
    )
  })

  story("a list of one label becomes that label in a column that has single labels again", function* () {
    const team = yield* givenTeam
    const options = [{ label: "a" }, { label: "b, c" }, { label: "d" }]
    const column = yield* add(team, { type: "dropdown", options })
    const tasks = yield* Effect.forEach(["a", " B, C ", "d", "a", ""], (cell) => create(team, column, cell))
    const cells = Effect.forEach(tasks, (task) =>
      Effect.map(taskOf(team, task), ({ columnValues }) => columnValues[column.id])
    )
    yield* change(team, column, { type: "labels" })
    yield* as(team.editor)(Task.updateTask(String(tasks[3]?.id), sent({ columnValues: { [column.id]: ["a", "d"] } })))
    assert.deepStrictEqual(yield* cells, [["a"], ["B, C"], ["d"], ["a", "d"], []])
    yield* change(team, column, { type: "Status" })
    assert.deepStrictEqual(yield* cells, ["a", "B, C", "d", ["a", "d"], undefined])
    const filter = JSON.stringify({ column: column.id, op: "in", value: ["a", "b, c"] })
    const found = yield* as(team.viewer)(Task.listTasks(sent({ boardId: team.boardId, filter })))
    assert.strictEqual(found.items.length, 2)
    const { columnWarnings } = yield* taskOf(team, tasks[3] ?? assert.fail())
    assert.deepStrictEqual(
      columnWarnings?.map(({ message }) => message),
      ["must be a label"]
    )
    assert.deepStrictEqual(yield* conflictOf(undoLast(team.editor)), [
      ["type", "gave tasks other values, which cannot be undone"]
    ])
  })

  story("a list that is one label after a replacement becomes that label, and other lists stay lists", function* () {
    const team = yield* givenTeam
    const column = yield* add(team, { type: "labels", options: [{ label: "a" }, { label: "b" }] })
    const [a, b] = column.options
    const tasks = yield* Effect.forEach([["A", "b"], ["b"], ["b", 5]], (cell) => create(team, column, cell))
    const patch = { options: [a], replaceWith: { [String(b?.id)]: a?.id } }
    yield* change(team, column, { type: "dropdown", ...patch })
    const cells = yield* Effect.forEach(tasks, (task) => taskOf(team, task))
    assert.deepStrictEqual(
      cells.map(({ columnValues }) => columnValues[column.id]),
      ["A", "a", ["b", 5]]
    )
    const plain = yield* add(team, { type: "labels" })
    const task = yield* create(team, plain, ["a"])
    yield* change(team, plain, { type: "text" })
    assert.deepStrictEqual((yield* taskOf(team, task)).columnValues[plain.id], ["a"])
    yield* undoLast(team.editor)
    assert.deepStrictEqual((yield* taskOf(team, task)).columnValues[plain.id], ["a"])
  })

  /** Tasks on a board whose status is `Offen` without a label, `Läuft`, and `Offen` as a label. */
  const givenStatuses = Effect.fnUntraced(function* (team: Team) {
    const column = yield* add(team, {
      type: "status",
      field: "status",
      options: [
        { label: "Läuft", value: "working" },
        { label: "Offen", value: "pending" },
        { label: "Auch offen", value: "pending" }
      ]
    })
    const tasks = yield* Effect.forEach([null, "Läuft", "offen", null], (cell) => create(team, column, cell))
    const read = Effect.forEach(tasks, (task) =>
      Effect.map(taskOf(team, task), ({ columnValues, status }) => [columnValues[column.id] ?? null, status])
    )
    return { column, tasks, read }
  })

  story("of the default are those of tasks without a label too, when they are left out", function* () {
    const team = yield* givenTeam
    const { column, read } = yield* givenStatuses(team)
    const [working, open, other] = column.options
    const failure = yield* Effect.flip(change(team, column, { options: [working, other] }))
    assert.deepStrictEqual(failure._tag === "InvalidInput" ? failure.issues : failure, [
      { path: ["options"], message: 'leave out "Offen", which 3 tasks have: name its replacement in replaceWith' }
    ])
    const replaceWith = { [String(open?.id)]: working?.id }
    yield* change(team, column, { options: [working, other], replaceWith })
    const replaced = ["Läuft", "working"]
    assert.deepStrictEqual(yield* read, [replaced, replaced, replaced, replaced])
  })

  story("of the default stay those of tasks without a label when they are changed", function* () {
    const team = yield* givenTeam
    const { column, read } = yield* givenStatuses(team)
    const [working, open, other] = column.options
    const renamed = { ...open, label: "Neu" }
    yield* change(team, column, { options: [working, renamed, other] })
    const unset = [null, "pending"]
    assert.deepStrictEqual(yield* read, [unset, ["Läuft", "working"], ["Neu", "pending"], unset])
    yield* change(team, column, { options: [working, other, renamed] })
    const named = ["Neu", "pending"]
    assert.deepStrictEqual(yield* read, [named, ["Läuft", "working"], named, named])
    yield* change(team, column, { options: [working, other, { ...renamed, value: "new" }] })
    const changed = ["Neu", "new"]
    assert.deepStrictEqual(yield* read, [changed, ["Läuft", "working"], changed, changed])
  })

  story("that somebody else added stay if they are not known", function* () {
    const team = yield* givenTeam
    const column = yield* add(team, { type: "dropdown", options: [{ label: "A" }, { label: "B" }] })
    const [a, b] = column.options
    const knownOptions = [String(a?.id), String(b?.id)]
    yield* change(team, column, { options: [{ label: "Theirs" }], knownOptions: [] })
    const labels = Effect.map(columnOf(team, column), ({ options }) => options.map(({ label }) => label))
    assert.deepStrictEqual(yield* labels, ["A", "B", "Theirs"])
    yield* change(team, column, { options: [{ ...b, label: "C" }, { label: "theirs" }, { label: "D" }], knownOptions })
    assert.deepStrictEqual(yield* labels, ["C", "Theirs", "D"])
    const repeated = change(team, column, { options: [{ ...b, label: "THEIRS" }], knownOptions })
    assert.strictEqual(yield* refused(repeated), "InvalidInput options.0.label")
    // Those that are new stay where they are put, and what others have removed does not come back.
    const [c, theirs, d] = (yield* columnOf(team, column)).options
    const seen = [String(c?.id), String(theirs?.id), String(d?.id)]
    yield* change(team, column, { options: [{ label: "First" }, c, theirs, d], knownOptions: seen })
    assert.deepStrictEqual(yield* labels, ["First", "C", "Theirs", "D"])
    yield* change(team, column, { options: [{ ...d, label: "E" }], knownOptions: [] })
    assert.deepStrictEqual(yield* labels, ["First", "C", "Theirs", "E"])
    yield* change(team, column, { options: [c, d], knownOptions: seen })
    assert.deepStrictEqual(yield* labels, ["First", "C", "D"])
    yield* change(team, column, { options: [theirs, c, d], knownOptions: seen })
    assert.deepStrictEqual(yield* labels, ["First", "C", "D"])
    yield* change(team, column, { options: [{ label: "G" }, { label: "H" }, theirs], knownOptions: [] })
    assert.deepStrictEqual(yield* labels, ["First", "C", "D", "G", "H", "Theirs"])
    const kept = (yield* columnOf(team, column)).options.slice(0, 3)
    yield* change(team, column, { options: kept })
    const task = yield* create(team, column, "C")
    const same = { options: [{ id: "mine", label: "first" }, d], replaceWith: { [String(c?.id)]: "mine" } }
    yield* change(team, column, { ...same, knownOptions: seen })
    assert.deepStrictEqual(yield* labels, ["First", "D"])
    assert.strictEqual((yield* taskOf(team, task)).columnValues[column.id], "First")
    yield* change(team, column, { type: "text", options: [], knownOptions: seen })
    yield* change(team, column, { type: "dropdown", options: [b] })
    const many = Array.from({ length: 500 }, (_, at) => ({ label: `Option ${at}` }))
    assert.strictEqual(
      yield* refused(change(team, column, { options: many, knownOptions: [] })),
      "InvalidInput options"
    )
    yield* change(team, column, { options: [b] })
    assert.deepStrictEqual(yield* labels, ["B"])
  })

  story("that are too long for a status are not those of tasks without a label", function* () {
    const team = yield* givenTeam
    const column = yield* add(team, { type: "status", field: "status", options: [{ label: "Fertig", value: "done" }] })
    const label = "x".repeat(51)
    const [plain, labelled] = [yield* create(team, column, null), yield* create(team, column, label)]
    const filter = JSON.stringify({ column: column.id, op: "in", value: [label] })
    const found = yield* as(team.viewer)(Task.listTasks(sent({ boardId: team.boardId, filter })))
    assert.deepStrictEqual(
      found.items.map(({ id }) => id),
      [labelled.id]
    )
    const [done, long] = (yield* columnOf(team, column)).options
    yield* change(team, column, { options: [done], replaceWith: { [String(long?.id)]: done?.id } })
    assert.deepStrictEqual(
      [(yield* taskOf(team, plain)).status, (yield* taskOf(team, labelled)).status],
      ["pending", "done"]
    )
  })

  story("of the default leave no label on tasks without one when a change of them is undone", function* () {
    const team = yield* givenTeam
    const { column, read } = yield* givenStatuses(team)
    const [working, open, other] = column.options
    const before = yield* read
    yield* change(team, column, { options: [working, { ...open, label: "Läuft auch", value: "working" }, other] })
    assert.deepStrictEqual((yield* read)[0], ["Läuft auch", "working"])
    yield* undoLast(team.editor)
    const [unset, ...others] = yield* read
    assert.deepStrictEqual([unset, others[0], others[2]], [before[0], before[1], before[3]])
  })

  story("of the default are found by filters and sorted by for tasks without a label", function* () {
    const team = yield* givenTeam
    const { column, tasks } = yield* givenStatuses(team)
    const placesOf = (query: object) =>
      Effect.map(as(team.viewer)(Task.listTasks(sent({ boardId: team.boardId, ...query }))), ({ items }) =>
        items.map(({ id }) => tasks.findIndex((task) => task.id === id))
      )
    const where = (op: string, value?: unknown) =>
      placesOf({ filter: JSON.stringify({ column: column.id, op, value }) })
    assert.deepStrictEqual(yield* where("in", ["OFFEN"]), [0, 2, 3])
    assert.deepStrictEqual(yield* where("in", ["Auch offen", "Läuft"]), [1])
    assert.deepStrictEqual(yield* where("notIn", ["Offen"]), [1])
    assert.deepStrictEqual(yield* where("notIn", ["Läuft"]), [0, 2, 3])
    assert.deepStrictEqual(yield* where("isEmpty"), [])
    assert.deepStrictEqual(yield* where("isNotEmpty"), [0, 1, 2, 3])
    for (const sort of [`column:${column.id}`, "status"])
      assert.deepStrictEqual(yield* placesOf({ sort }), [1, 0, 2, 3])
    assert.deepStrictEqual(yield* placesOf({ sort: `-column:${column.id}` }), [0, 2, 3, 1])
  })

  story("without a value have the place of what they mean when tasks are sorted by the field", function* () {
    const team = yield* givenTeam
    const options = [{ label: "Working on it" }, { label: "Not started" }]
    const column = yield* add(team, { type: "dropdown", field: "status", options })
    const first = yield* create(team, column, null)
    const second = yield* create(team, column, "Working on it")
    const { items } = yield* as(team.viewer)(Task.listTasks(sent({ boardId: team.boardId, sort: "status" })))
    assert.deepStrictEqual(
      items.map(({ id }) => id),
      [second.id, first.id]
    )
  })

  story("are counted once for a task that has several of their labels", function* () {
    const team = yield* givenTeam
    const column = yield* add(team, { type: "labels" })
    for (const cell of [["Bug", "bug", "x"], ["BUG"]]) yield* create(team, column, cell)
    const [, x] = (yield* columnOf(team, column)).options
    const failure = yield* Effect.flip(change(team, column, { options: [x] }))
    assert.deepStrictEqual(failure._tag === "InvalidInput" ? failure.issues : failure, [
      { path: ["options"], message: 'leave out "Bug", which 2 tasks have: name its replacement in replaceWith' }
    ])
  })

  story("are renamed and replaced inside lists of labels", function* () {
    const team = yield* givenTeam
    const column = yield* add(team, { type: "labels", options: [{ label: "bug" }, { label: "ui" }, { label: "api" }] })
    const [bug, ui, api] = column.options.map(({ id }) => id)
    const task = yield* create(team, column, ["bug", "ui", "api"])
    yield* change(team, column, {
      options: [
        { id: api, label: "api" },
        { id: bug, label: "defect" }
      ],
      replaceWith: { [String(ui)]: bug }
    })
    assert.deepStrictEqual((yield* taskOf(team, task)).columnValues[column.id], ["defect", "api"])
  })

  story("are once in a list of labels after another one is replaced by them, in any case", function* () {
    const team = yield* givenTeam
    const column = yield* add(team, { type: "labels", options: [{ label: "a" }, { label: "b" }, { label: "c" }] })
    const [a, b, c] = column.options
    const task = yield* create(team, column, ["A", "b", "c", "b"])
    yield* change(team, column, { options: [a, c], replaceWith: { [String(b?.id)]: a?.id } })
    assert.deepStrictEqual((yield* taskOf(team, task)).columnValues[column.id], ["A", "c"])
  })

  story("may have commas and semicolons, where the text of a cell is one of them", function* () {
    const team = yield* givenTeam
    const column = yield* add(team, { type: "labels", options: [{ label: "R&D; Ops" }] })
    const cellOf = (cell: string) => Effect.map(create(team, column, cell), (task) => task.columnValues[column.id])
    assert.deepStrictEqual(yield* cellOf(" r&d; ops "), ["r&d; ops"])
    assert.deepStrictEqual(yield* cellOf("R&D; Ops, new"), ["R&D", "Ops", "new"])
    const dropdown = yield* add(team, { type: "dropdown", options: [{ label: "x, y" }] })
    const task = yield* create(team, dropdown, "x, y")
    const options = [{ id: dropdown.options[0]?.id, label: "xy" }]
    yield* change(team, dropdown, { type: "labels", options })
    assert.deepStrictEqual((yield* taskOf(team, task)).columnValues[dropdown.id], ["xy"])
  })

  story("are not renamed if a cell would be over its limit; one that is over it may shrink", function* () {
    const team = yield* givenTeam
    const labels = Array.from({ length: 100 }, (_, at) => `label ${at}`)
    const column = yield* add(team, { type: "labels", options: labels.map((label) => ({ label })) })
    const task = yield* create(team, column, labels)
    const renamed = (length: number) =>
      change(team, column, {
        options: column.options.map(({ id }, at) => ({ id, label: String(at).padStart(length, "x") }))
      })
    assert.strictEqual(yield* refused(renamed(200)), "InvalidInput options")
    assert.deepStrictEqual((yield* taskOf(team, task)).columnValues[column.id], labels)
    assert.deepStrictEqual(optionsOf(yield* columnOf(team, column)), optionsOf(column))
    yield* renamed(100)
    const old = Array.from({ length: 100 }, (_, at) => String(at).padStart(100, "x"))
    assert.deepStrictEqual((yield* taskOf(team, task)).columnValues[column.id], old)
    const tooLarge = { id: task.id, cell: [...old, ...labels.map((label) => label.padEnd(255, "y"))], value: null }
    yield* (yield* Board.BoardRepository).setCells(team.boardId as Board.BoardId, column, [tooLarge], task.updatedAt)
    yield* renamed(50)
  })

  story("change the field of tasks with their value", function* () {
    const team = yield* givenTeam
    const column = yield* add(team, { type: "status", field: "status", options: [{ label: "Erledigt" }] })
    const task = yield* create(team, column, "Erledigt")
    assert.strictEqual(task.status, "Erledigt")
    const [option] = column.options
    yield* change(team, column, { options: [{ id: option?.id, label: "Erledigt", value: "done" }] })
    assert.strictEqual((yield* taskOf(team, task)).status, "done")
  })

  story("lose a value by null, as by the undo of a change that gave it, and with it the tasks", function* () {
    const team = yield* givenTeam
    const column = yield* add(team, { type: "dropdown", field: "status", options: [{ label: "Erledigt" }] })
    const task = yield* create(team, column, "Erledigt")
    const id = column.options[0]?.id
    const give = (value: string | null) => change(team, column, { options: [{ id, label: "Erledigt", value }] })
    const seen = Effect.all([
      Effect.map(columnOf(team, column), optionsOf),
      Effect.map(taskOf(team, task), ({ status }) => status)
    ])
    yield* give("done")
    assert.deepStrictEqual(yield* seen, [[["Erledigt", "done"]], "done"])
    yield* undoLast(team.editor)
    assert.deepStrictEqual(yield* seen, [[["Erledigt", null]], "Erledigt"])
    yield* give("done")
    yield* give(null)
    assert.deepStrictEqual(yield* seen, [[["Erledigt", null]], "Erledigt"])
  })

  story("go with the undo of the type that has some, whatever tasks have", function* () {
    const team = yield* givenTeam
    const column = yield* add(team, { type: "text" })
    const task = yield* create(team, column, "bug")
    yield* change(team, column, { type: "status" })
    yield* undoLast(team.editor)
    const { options, type } = yield* columnOf(team, column)
    assert.deepStrictEqual([type, options], ["text", []])
    assert.strictEqual((yield* taskOf(team, task)).columnValues[column.id], "bug")
  })

  story("are made from the cells of a column that becomes one with options", function* () {
    const team = yield* givenTeam
    const column = yield* add(team, { type: "text" })
    const task = yield* create(team, column, "bug, ui")
    yield* change(team, column, { type: "labels" })
    assert.deepStrictEqual((yield* taskOf(team, task)).columnValues[column.id], ["bug", "ui"])
    assert.deepStrictEqual(
      (yield* columnOf(team, column)).options.map(({ label }) => label),
      ["bug", "ui"]
    )
    const dropdown = yield* add(team, { type: "dropdown", options: [{ label: "a, b", color: "#123456" }] })
    yield* create(team, dropdown, "a, b")
    assert.deepStrictEqual(
      (yield* change(team, dropdown, { type: "labels" })).options.map(({ label }) => label),
      ["a, b"]
    )
    const plain = yield* change(team, column, { type: "text" })
    assert.deepStrictEqual(plain.options, [])
    const bound = yield* add(team, { type: "status", field: "status" })
    assert.strictEqual(yield* refused(change(team, bound, { type: "text" })), "InvalidInput type")
  })
})

describe("a strict column", () => {
  story("refuses labels that are no options, through the cell and through the field", function* () {
    const team = yield* givenTeam
    const column = yield* add(team, { type: "status", field: "status", strict: true, options: [{ label: "Done" }] })
    const task = yield* create(team, column, "done")
    const set = (patch: object) => as(team.editor)(Task.updateTask(task.id, sent(patch)))
    const cell = `columnValues.${column.id}`
    assert.strictEqual(yield* refused(set({ columnValues: { [column.id]: "Stuck" } })), `InvalidInput ${cell}`)
    assert.strictEqual(yield* refused(set({ columnValues: { [column.id]: 5 } })), `InvalidInput ${cell}`)
    assert.strictEqual(yield* refused(set({ status: "stuck" })), "InvalidInput status")
    assert.strictEqual(yield* refused(create(team, column, "Stuck")), `InvalidInput ${cell}`)
    assert.strictEqual((yield* set({ status: "pending" })).status, "pending")
    yield* change(team, column, { strict: null })
    assert.strictEqual((yield* set({ status: "stuck" })).status, "stuck")
  })
})
