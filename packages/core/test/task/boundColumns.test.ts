import { type Account, AccountDeletion, Archive, Board, Bulk, Import, Task } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { layer } from "@boardwright/testing"
import { Chunk, Effect, Stream } from "effect"
import fc from "fast-check"
import { as, asOperator, givenTeam, refused, sent, stored, story, type Team } from "../support.js"

const bind = (team: Team, field: Board.BoundField, type: string, more: object = {}) =>
  as(team.editor)(Board.addColumn(team.boardId, { name: field, type, field, ...more }))
const create = (team: Team, fields: object = {}) =>
  as(team.editor)(Task.createTask({ boardId: team.boardId, name: "Task", ...fields }))
const update = (team: Team, id: string, patch: object) => as(team.editor)(Task.updateTask(id, sent(patch)))
const columnOf = (team: Team, id: string) =>
  Effect.map(as(team.viewer)(Board.getBoard(team.boardId)), ({ columns }) => {
    const column = columns.find((each) => each.id === id)
    return column ?? assert.fail("no column")
  })
const labelsOf = (column: Board.Column) => column.options.map(({ label }) => label)

/** The status and the cell. */
const both = (task: Task.Task, column: { readonly id: string }) => [task.status, task.columnValues[column.id]]

describe("a column bound to the status", () => {
  story("has what is written to the field, and the field what is written to the cell", function* () {
    const team = yield* givenTeam
    const column = yield* bind(team, "status", "status")
    const task = yield* create(team, { columnValues: { [column.id]: "Working on it" } })
    assert.deepStrictEqual(both(task, column), ["working", "Working on it"])
    assert.deepStrictEqual(both(yield* update(team, task.id, { status: "working" }), column), [
      "working",
      "Working on it"
    ])
    assert.deepStrictEqual(both(yield* update(team, task.id, { status: "Blockiert" }), column), [
      "Blockiert",
      "Blockiert"
    ])
    const erledigt = yield* update(team, task.id, { columnValues: { [column.id]: " Erledigt " } })
    assert.deepStrictEqual(both(erledigt, column), ["Erledigt", " Erledigt "])
    assert.deepStrictEqual(both(yield* update(team, task.id, { status: "pending" }), column), ["pending", undefined])
    assert.deepStrictEqual(both(yield* update(team, task.id, { status: "done" }), column), ["done", "done"])
    assert.deepStrictEqual(both(yield* update(team, task.id, { columnValues: null }), column), ["pending", undefined])
    assert.deepStrictEqual(labelsOf(yield* columnOf(team, column.id)), [
      "Working on it",
      "Blockiert",
      "Erledigt",
      "done"
    ])
  })

  story("takes the one that differs from before if field and cell disagree, the field if both do", function* () {
    const team = yield* givenTeam
    const column = yield* bind(team, "status", "status")
    const { id } = yield* create(team, { status: "working" })
    const set = (status: string, cell: string) => update(team, id, { status, columnValues: { [column.id]: cell } })
    assert.deepStrictEqual(both(yield* set("working", "Done"), column), ["done", "Done"])
    assert.deepStrictEqual(both(yield* set("stuck", "Done"), column), ["stuck", "stuck"])
    assert.deepStrictEqual(both(yield* set("working", "Done"), column), ["working", "working"])
    assert.deepStrictEqual(both(yield* set("done", "Complete"), column), ["done", "Complete"])
  })

  story("takes the field beside a null for the cell, however often that is sent", function* () {
    const team = yield* givenTeam
    const [column, people] = [yield* bind(team, "status", "status"), yield* bind(team, "assignees", "person")]
    const [first, second] = [yield* create(team), yield* create(team, { status: "working", assignees: [team.admin] })]
    const given = { status: "done", assignees: [team.editor] }
    for (const { id } of [first, second, first, second]) {
      for (const columnValues of [null, { [column.id]: null, [people.id]: null }]) {
        const task = yield* update(team, id, { ...given, columnValues })
        assert.deepStrictEqual([...both(task, column), task.assignees], ["done", "done", [team.editor]])
        assert.deepStrictEqual(task.columnValues[people.id], [team.editor])
      }
    }
    const cleared = yield* update(team, first.id, { status: "pending", columnValues: null })
    assert.deepStrictEqual(both(cleared, column), ["pending", undefined])
  })

  story("reads a label as the field does, also with the type of the other field", function* () {
    const team = yield* givenTeam
    const [status, priority] = [yield* bind(team, "status", "priority"), yield* bind(team, "priority", "status")]
    const columnValues = { [status.id]: "In progress", [priority.id]: "To do" }
    for (const given of [{ columnValues }, { columnValues }, { status: "In progress", priority: "To do" }]) {
      const task = yield* create(team, given)
      assert.deepStrictEqual([task.status, task.priority], ["working", "To do"])
      assert.deepStrictEqual(task.columnValues, columnValues)
      assert.deepStrictEqual(yield* update(team, task.id, { status: "working", priority: "To do", columnValues }), task)
    }
    const values = (yield* as(team.viewer)(Board.getBoard(team.boardId))).columns.map(({ options }) => options)
    assert.deepStrictEqual(
      values.flat().map(({ label, value }) => [label, value]),
      [
        ["In progress", "working"],
        ["To do", "To do"]
      ]
    )
  })

  story("means the default if its text means nothing", function* () {
    const team = yield* givenTeam
    const column = yield* bind(team, "status", "status")
    for (const cell of ["x".repeat(51), "", 7, ["done"], { a: 1 }]) {
      const task = yield* create(team, { columnValues: { [column.id]: cell } })
      assert.deepStrictEqual(both(task, column), ["pending", cell])
    }
  })

  story("has the values that the tasks had before it was added, and is the only one", function* () {
    const team = yield* givenTeam
    const tasks = [
      yield* create(team, { status: "Done" }),
      yield* create(team),
      yield* create(team, { status: "done" })
    ]
    const options = [{ label: "Fertig", value: "done" }]
    const column = yield* bind(team, "status", "status", { options })
    const found = yield* Effect.forEach(tasks, ({ id }) => as(team.viewer)(Task.getTask(id)))
    assert.deepStrictEqual(
      found.map((task) => both(task, column)),
      [
        ["done", "Fertig"],
        ["pending", undefined],
        ["done", "Fertig"]
      ]
    )
    assert.strictEqual(yield* refused(bind(team, "status", "dropdown")), "InvalidInput field")
    assert.strictEqual(yield* refused(bind(team, "priority", "text")), "InvalidInput field")
    assert.strictEqual(yield* refused(bind(team, "dueDate", "status")), "InvalidInput field")
    assert.strictEqual(yield* refused(bind(team, sent("name"), "text")), "InvalidInput field")
  })
})

describe("binding a column", () => {
  const bound = Effect.fnUntraced(function* (
    statuses: ReadonlyArray<string>,
    options: ReadonlyArray<object>,
    type: string
  ) {
    const team = yield* givenTeam
    for (const status of statuses) yield* create(team, { status })
    const column = yield* bind(team, "status", type, { options })
    const tasks = yield* tasksOf(team.viewer, team.boardId)
    const change = { options: column.options.map(({ color, id, label, value }) => ({ id, label, color, value })) }
    assert.deepStrictEqual(yield* as(team.editor)(Board.updateColumn(team.boardId, column.id, change)), column)
    return {
      tasks,
      options: column.options.map(({ label, value }) => [label, value]),
      cells: tasks.map((task) => both(task, column))
    }
  })

  story("makes one option of labels that mean the same, and the field has its value", function* () {
    const { cells, options } = yield* bound(
      ["Done", "done", "To do", "pending", "Blockiert", "BLOCKIERT"],
      [],
      "status"
    )
    assert.deepStrictEqual(options, [
      ["Done", "done"],
      ["To do", "pending"],
      ["Blockiert", "Blockiert"]
    ])
    assert.deepStrictEqual(cells, [
      ["done", "Done"],
      ["done", "Done"],
      ["pending", "To do"],
      ["pending", undefined],
      ["Blockiert", "Blockiert"],
      ["Blockiert", "Blockiert"]
    ])
  })

  story("takes the given options for labels in any case of their letters", function* () {
    const status = yield* bound(["Done", "DONE"], [{ label: "Done" }], "status")
    assert.deepStrictEqual(status.options, [["Done", "done"]])
    assert.deepStrictEqual(status.cells, [
      ["done", "Done"],
      ["done", "Done"]
    ])
    const renamed = yield* bound(["Complete", "done"], [{ label: "Done", value: "erledigt" }], "status")
    assert.deepStrictEqual(renamed.options, [["Done", "erledigt"]])
    assert.deepStrictEqual(renamed.cells, [
      ["erledigt", "Done"],
      ["erledigt", "Done"]
    ])
    const dropdown = yield* bound(["Done", "Über", "über"], [{ label: "done" }], "dropdown")
    assert.deepStrictEqual(dropdown.options, [
      ["done", null],
      ["Über", "Über"]
    ])
    assert.deepStrictEqual(dropdown.cells, [
      ["done", "Done"],
      ["Über", "Über"],
      ["Über", "Über"]
    ])
  })

  story("records each field that changes, after the column", function* () {
    const { tasks } = yield* bound(["Done", "done", "DONE"], [], "status")
    const { changes } = (yield* stored).feed
    const last = [...changes].slice(-3).map(({ fields, taskId, type }) => ({ type, taskId, fields }))
    assert.strictEqual(last[0]?.type, "column.created")
    assert.deepStrictEqual(last.slice(1), [
      { type: "task.updated", taskId: tasks[0]?.id ?? null, fields: { status: { from: "Done", to: "done" } } },
      { type: "task.updated", taskId: tasks[2]?.id ?? null, fields: { status: { from: "DONE", to: "done" } } }
    ])
  })
})

describe("an import", () => {
  story("sets the field to what the option of the cell means, in any case of its letters", function* () {
    const team = yield* givenTeam
    const { board } = yield* as(team.owner)(
      Import.importBoard({
        name: "Sheet",
        workspaceId: team.workspace.id,
        columnMappings: [{ index: 1, type: "priority" }],
        rows: ["Kritisch", "KRITISCH"].map((label) => ({ "0": label, "1": label }))
      })
    )
    const tasks = yield* tasksOf(team.owner, board?.id ?? assert.fail("no board"))
    assert.deepStrictEqual(
      tasks.map(({ columnValues, priority }) => [priority, ...Object.values(columnValues)]),
      [
        ["Kritisch", "Kritisch"],
        ["Kritisch", "KRITISCH"]
      ]
    )
  })
})

describe("columns bound to the due date and to the assignees", () => {
  story("agree with their fields", function* () {
    const team = yield* givenTeam
    const due = yield* bind(team, "dueDate", "date")
    const people = yield* bind(team, "assignees", "person")
    const task = yield* create(team, { dueDate: "2026-03-01", assignees: [team.viewer, team.admin, team.viewer] })
    assert.deepStrictEqual(task.columnValues, { [due.id]: "2026-03-01", [people.id]: [team.viewer, team.admin] })
    const written = yield* update(team, task.id, {
      columnValues: { [due.id]: "12/25/2026", [people.id]: [team.editor] }
    })
    assert.deepStrictEqual([written.dueDate, written.assignees], ["2026-12-25T00:00:00.000Z", [team.editor]])
    const kept = yield* update(team, task.id, { dueDate: "2026-12-25T01:00:00+01:00" })
    assert.strictEqual(kept.columnValues[due.id], "12/25/2026")
    const unread = yield* update(team, task.id, {
      columnValues: { [due.id]: "soon", [people.id]: [team.editor, "nobody"] }
    })
    assert.deepStrictEqual([unread.dueDate, unread.assignees], [null, [team.editor]])
    const timed = yield* update(team, task.id, { dueDate: "2026-12-25T09:30Z", assignees: [team.editor] })
    assert.deepStrictEqual(timed.columnValues, {
      [due.id]: "2026-12-25T09:30:00.000Z",
      [people.id]: [team.editor, "nobody"]
    })
    const cleared = yield* update(team, task.id, { dueDate: null, columnValues: { [people.id]: null } })
    assert.deepStrictEqual([cleared.columnValues, cleared.dueDate], [{}, null])
  })

  story("have the users that a cell lists, or the one that it is, and leave other entries", function* () {
    const team = yield* givenTeam
    const { id: people } = yield* bind(team, "assignees", "person")
    const set = (cell: Task.Json) =>
      Effect.map(create(team, { columnValues: { [people]: cell } }), ({ assignees, columnValues }) => {
        return [assignees, columnValues[people]]
      })
    assert.deepStrictEqual(yield* set(team.viewer), [[team.viewer], team.viewer])
    assert.deepStrictEqual(yield* set("Sofia Marques"), [[], "Sofia Marques"])
    const mixed = ["Sofia Marques", team.viewer, 1, team.viewer]
    assert.deepStrictEqual(yield* set(mixed), [[team.viewer], mixed])
    const task = yield* create(team)
    const operation = { op: "update", id: task.id, patch: { columnValues: { [people]: team.admin } } } as const
    yield* as(team.editor)(Bulk.bulkTasks({ boardId: team.boardId, operations: [operation] }))
    assert.deepStrictEqual((yield* as(team.viewer)(Task.getTask(task.id))).assignees, [team.admin])
  })

  story("keep an assignee whose account is gone, in the field and in the cell", function* () {
    const team = yield* givenTeam
    const { id: people } = yield* bind(team, "assignees", "person")
    const { id } = yield* create(team, { assignees: [team.viewer, team.admin] })
    yield* asOperator(AccountDeletion.deleteAccount(team.viewer))
    const read = yield* as(team.editor)(Task.getTask(id))
    const { columnValues, updatedAt } = yield* update(team, id, { columnValues: read.columnValues })
    assert.deepStrictEqual([columnValues, updatedAt], [read.columnValues, read.updatedAt])
    const all = [team.viewer, team.admin, team.editor]
    for (const cell of [read.assignees, all, [team.viewer]]) {
      const written = yield* update(team, id, { columnValues: { [people]: cell } })
      assert.deepStrictEqual([written.assignees, written.columnValues[people]], [cell, cell])
    }
    yield* update(team, id, { columnValues: { [people]: null } })
    const later = yield* update(team, id, { columnValues: { [people]: [team.viewer] } })
    assert.deepStrictEqual(later.assignees, [])
  })
})

const CELL = fc.oneof(
  fc.constantFrom("Done", "in progress", "Working on it", "To do", "High", "pending", "medium", "Erledigt", " x ", ""),
  fc.constantFrom("ERLEDIGT", "DONE", "high", "Überfällig", "überfällig", "ÜBERFÄLLIG"),
  fc.constantFrom("2026-01-02", "25/12/2026", "01/02/2026", "2026-01-02T03:04:05Z"),
  fc.constantFrom(null, 5, ["a"], { b: 1 })
)
const LABEL = fc.constantFrom(
  ...["done", "Done", "pending", "working", "to do", "medium", "HIGH", "Blockiert"],
  ...["DONE", "Complete", "Pending", "BLOCKIERT", "Überfällig", "überfällig"]
)
const DUE = fc.constantFrom(null, "2026-01-02", "2026-12-25T00:00:00Z", "2026-01-02T03:04:05Z")
const PATCH = fc.record(
  { status: LABEL, priority: LABEL, dueDate: DUE, cells: fc.array(CELL, { maxLength: 3 }) },
  {
    requiredKeys: []
  }
)

const NO_USERS = new Map<string, Account.UserId>()

/** Asserts that every bound cell of the board's tasks means its field. */
const assertEqual = (columns: ReadonlyArray<Board.Column>, task: Task.Task) => {
  for (const column of columns) {
    if (column.field === null || column.field === "assignees") continue
    const cell = task.columnValues[column.id] ?? null
    assert.deepStrictEqual(Board.fieldOf(column, column.field, cell, NO_USERS), task[column.field])
  }
}

const tasksOf = Effect.fnUntraced(function* (by: Account.UserId, boardId: Board.BoardId) {
  const { items } = yield* as(by)(Task.listTasks({ boardId }))
  return yield* Effect.forEach(items, ({ id }) => as(by)(Task.getTask(id)))
})

describe("any sequence of writes", () => {
  it("through field, cell, import and archive leaves both equal", async () => {
    const run = Effect.fnUntraced(function* (
      cells: ReadonlyArray<ReadonlyArray<string>>,
      patches: ReadonlyArray<object>
    ) {
      const team = yield* givenTeam
      const imported = yield* as(team.owner)(
        Import.importBoard({
          name: "Sheet",
          workspaceId: team.workspace.id,
          columnMappings: [
            { index: 1, type: "status" },
            { index: 2, type: "priority" },
            { index: 3, type: "date" }
          ],
          rows: cells.map((row, at) => ({ "0": `Row ${at}`, "1": row[0] ?? "", "2": row[1] ?? "", "3": row[2] ?? "" }))
        })
      )
      const board = imported.board ?? assert.fail("no board")
      const ids = board.columns.map(({ id }) => id)
      for (const [at, { cells: sentCells, ...fields }] of (
        patches as ReadonlyArray<typeof PATCH extends fc.Arbitrary<infer P> ? P : never>
      ).entries()) {
        const tasks = yield* tasksOf(team.owner, board.id)
        const columnValues =
          sentCells === undefined ? undefined : Object.fromEntries(sentCells.map((cell, index) => [ids[index], cell]))
        const input = columnValues === undefined ? fields : { ...fields, columnValues }
        const target = tasks[at % Math.max(1, tasks.length)]
        yield* target === undefined
          ? as(team.owner)(Task.createTask(sent({ boardId: board.id, name: "New", ...input })))
          : as(team.owner)(Task.updateTask(target.id, sent(input)))
      }
      const { columns } = yield* as(team.owner)(Board.getBoard(board.id))
      const tasks = yield* tasksOf(team.owner, board.id)
      for (const task of tasks) assertEqual(columns, task)
      const exported = yield* as(team.owner)(Archive.exportBoard(board.id))
      const archived = Chunk.toReadonlyArray(yield* Stream.runCollect(exported.tasks))
      const restored = yield* as(team.owner)(
        Archive.restoreBoard(
          { workspaceId: team.workspace.id },
          JSON.parse(JSON.stringify(exported.archive)),
          Stream.fromIterable(archived.map((task): unknown => JSON.parse(JSON.stringify(task))))
        )
      )
      const again = restored.board ?? assert.fail("no board")
      const copies = yield* tasksOf(team.owner, again.id)
      const plain = (all: ReadonlyArray<Task.Task>, of: ReadonlyArray<Board.Column>) =>
        all.map((task) => [task.status, task.priority, task.dueDate, of.map(({ id }) => task.columnValues[id] ?? null)])
      assert.deepStrictEqual(plain(copies, again.columns), plain(tasks, columns))
      for (const task of copies) assertEqual(again.columns, task)
    })
    const cell = fc.constantFrom(
      "Done",
      "in progress",
      "High",
      "Erledigt",
      "ERLEDIGT",
      "Überfällig",
      "überfällig",
      "01/02/2026",
      "25/12/2026",
      "",
      "2026-01-02"
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell, cell), { maxLength: 4 }),
        fc.array(PATCH, { maxLength: 6 }),
        (cells, patches) => Effect.runPromise(Effect.scoped(Effect.provide(run(cells, patches), layer)))
      ),
      { numRuns: 60 }
    )
  })

  it("binding columns to the tasks between them leaves both equal, and one option of a label", async () => {
    const label = fc.constantFrom("done", "Done", "DONE", "Complete", "To do", "Blockiert", "BLOCKIERT")
    const patch = fc.record({ status: label, priority: label })
    const column = fc.record({
      field: fc.constantFrom("status" as const, "priority" as const),
      type: fc.constantFrom("own", "dropdown"),
      options: fc.uniqueArray(
        fc.record({ label, value: fc.option(fc.constantFrom("done", "Done", "erledigt", "pending")) }),
        { maxLength: 4, selector: ({ label }) => label.toLowerCase() }
      )
    })
    type Patches = ReadonlyArray<typeof patch extends fc.Arbitrary<infer P> ? P : never>
    const run = Effect.fnUntraced(function* (
      before: Patches,
      added: ReadonlyArray<typeof column extends fc.Arbitrary<infer C> ? C : never>,
      after: Patches
    ) {
      const team = yield* givenTeam
      for (const { status, priority } of before) yield* create(team, sent({ status, priority }))
      for (const { field, options, type } of added) yield* bind(team, field, type === "own" ? field : type, { options })
      const check = Effect.gen(function* () {
        const { columns } = yield* as(team.owner)(Board.getBoard(team.boardId))
        const tasks = yield* tasksOf(team.owner, team.boardId)
        for (const task of tasks) assertEqual(columns, task)
        for (const { options } of columns) {
          assert.strictEqual(new Set(options.map(({ label }) => label.toLowerCase())).size, options.length)
        }
        return tasks
      })
      for (const { status, priority } of after) {
        const [first] = yield* check
        if (first !== undefined) yield* update(team, first.id, { status, priority })
      }
      yield* check
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(patch, { maxLength: 5 }),
        fc.uniqueArray(column, { maxLength: 2, selector: ({ field }) => field }),
        fc.array(patch, { maxLength: 3 }),
        (before, added, after) => Effect.runPromise(Effect.scoped(Effect.provide(run(before, added, after), layer)))
      ),
      { numRuns: 60 }
    )
  })
})
