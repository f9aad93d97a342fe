import { Import, Task, Values } from "@boardwright/core"
import { givenAccount, givenWorkspace } from "@boardwright/testing"
import { assert, describe } from "@effect/vitest"
import { Effect, Stream, Struct } from "effect"
import { as, asOperator, refused, story, writingNothing } from "../support.js"
import { tasksOf } from "./support.js"

const COLUMNS: Import.SheetImport["columns"] = [
  { index: 0, header: "Item", field: "name" },
  { index: 1, header: "Group", field: "group" },
  { index: 2, header: "State", type: "status" },
  { index: 3, header: "Due", field: "dueDate" },
  { index: 4, header: "Who", field: "assignees" },
  { index: 5, header: "Text", field: "description" },
  { index: 6, header: "Points", type: "number" }
]

const sheet = (...rows: ReadonlyArray<ReadonlyArray<string>>): Import.SheetRows<never, never> =>
  Stream.fromIterable(rows.map((cells, at) => ({ line: at + 2, cells })))

describe("importSheet", () => {
  story("creates groups, columns and tasks with their fields", function* () {
    const { ownerId, id: workspaceId } = yield* givenWorkspace()
    const ada = yield* givenAccount()
    const { board, ...counts } = yield* Import.importSheet(
      { name: "Launch", workspaceId, columns: COLUMNS },
      sheet(
        ["Order", "Later", "Done", "2026-12-25", `${ada.email}; ${ada.email.toUpperCase()}`, " two\nlines ", "3"],
        ["", "Later", "", "", "", "", ""],
        ["Pay", "", "Working on it", "", "", "", ""],
        ["Call", "Later", "", "", "", "", "5"]
      )
    ).pipe(as(ownerId))
    assert.deepStrictEqual(counts, { imported: 3, subtasks: 0, skipped: 1, warnings: 0 })
    const made = board ?? assert.fail("no board")
    assert.deepStrictEqual(made.groups.map(Struct.get("name")), ["Later", "New group"])
    const [state, points] = made.columns
    assert.deepStrictEqual(
      [state?.name, state?.type, points?.name, points?.type],
      ["State", "status", "Points", "number"]
    )
    const tasks = yield* as(ownerId)(tasksOf(made.id))
    assert.deepStrictEqual(
      tasks.map(({ assignees, columnValues, description, dueDate, groupId, name, status }) => ({
        name,
        group: made.groups.find(({ id }) => id === groupId)?.name,
        status,
        dueDate,
        assignees,
        description,
        columnValues
      })),
      [
        {
          name: "Order",
          group: "Later",
          status: "done",
          dueDate: Values.Timestamp.fromMillis(Date.UTC(2026, 11, 25)),
          assignees: [ada.id],
          description: " two\nlines ",
          columnValues: { [state?.id ?? ""]: "Done", [points?.id ?? ""]: "3" }
        },
        {
          name: "Pay",
          group: "New group",
          status: "working",
          dueDate: null,
          assignees: [],
          description: "",
          columnValues: { [state?.id ?? ""]: "Working on it" }
        },
        {
          name: "Call",
          group: "Later",
          status: "pending",
          dueDate: null,
          assignees: [],
          description: "",
          columnValues: { [points?.id ?? ""]: "5" }
        }
      ]
    )
  })

  story("stores subtasks of checklists and of rows that name a parent, and warns by line and header", function* () {
    const { id: workspaceId } = yield* givenWorkspace()
    const told: Array<string> = []
    const columns: Import.SheetImport["columns"] = [
      { index: 0, header: "Item", field: "name" },
      { index: 1, header: "Group", field: "group" },
      { index: 2, header: "Parent", field: "parent", keyIndex: 4 },
      { index: 3, header: "Steps", field: "checklist" },
      { index: 4, header: "Id", type: "text" }
    ]
    const { board, ...counts } = yield* Import.importSheet(
      { name: "Launch", workspaceId, columns },
      sheet(
        ["Serif", "Elsewhere", "7", "", "8"],
        ["", "", "", "", ""],
        ["Fonts", "Now", "", "[x] Buy; Load", "7"],
        ["Lost", "Later", "Nothing", "", ""]
      ),
      {
        onRow: ({ line }, found) =>
          Effect.sync(() => told.push(...found.map(({ column, message }) => `${line} ${column} ${message}`)))
      }
    ).pipe(asOperator)
    assert.deepStrictEqual(counts, { imported: 2, subtasks: 3, skipped: 1, warnings: 1 })
    assert.deepStrictEqual(told, ["5 Parent names no row; imported as a task"])
    const tasks = yield* asOperator(tasksOf(board?.id ?? ""))
    assert.deepStrictEqual(
      tasks.map(({ name, subtasks }) => [name, subtasks.map((each) => `${each.completed ? "+" : "-"}${each.name}`)]),
      [
        ["Fonts", ["+Buy", "-Load", "-Serif"]],
        ["Lost", []]
      ]
    )
    // The group of a subtask's row is not made.
    assert.deepStrictEqual(board?.groups.map(Struct.get("name")), ["Now", "Later"])
  })

  story("warns of unused cells by line and header", function* () {
    const { id: workspaceId } = yield* givenWorkspace()
    const told: Array<readonly [number, ReadonlyArray<string>]> = []
    const { warnings } = yield* Import.importSheet(
      { name: "Launch", workspaceId, columns: COLUMNS },
      sheet(["Order", "", "", "01/02/2026", "nobody@example.com", "", ""], ["", "", "", "", "", "text", ""]),
      {
        dryRun: true,
        onRow: ({ line }, found) =>
          Effect.sync(() => told.push([line, found.map(({ column, value }) => `${column}: ${value}`)]))
      }
    ).pipe(asOperator, writingNothing)
    assert.strictEqual(warnings, 3)
    assert.deepStrictEqual(told, [
      [2, ["Due: 01/02/2026", "Who: nobody@example.com"]],
      [3, ["Item: "]]
    ])
  })

  story("rejects unstorable cells and contradictions by line and header", function* () {
    const { id: workspaceId } = yield* givenWorkspace()
    const long = "x".repeat(256)
    const wrong = sheet(["ok"], [long, long], ["a", "", "", "", "", "", "\u0000"])
    const at = asOperator(Import.importSheet({ name: "Launch", workspaceId, columns: COLUMNS }, wrong))
    assert.strictEqual(yield* refused(at), "InvalidInput line 3.Item, line 3.Group, line 4.Points")
    const twice: Import.SheetImport["columns"] = [...COLUMNS, { index: 7, header: "Team", field: "group" }]
    const second = asOperator(Import.importSheet({ name: "Launch", workspaceId, columns: twice }, sheet()))
    assert.strictEqual(yield* refused(second), "InvalidInput Team")
  })

  story("accepts more rows than the API, and stores nothing if reading fails at the end", function* () {
    const { id: workspaceId } = yield* givenWorkspace()
    const input = { name: "Launch", workspaceId, columns: COLUMNS.slice(0, 1) }
    const rows = Stream.map(Stream.range(1, 12_000), (line) => ({ line, cells: [`Task ${line}`] }))
    let reads = 0
    const failing = Stream.concat(
      rows,
      Stream.suspend(() => (++reads === 2 ? Stream.fail({ _tag: "Unreadable" as const }) : Stream.empty))
    )
    assert.strictEqual(yield* refused(asOperator(Import.importSheet(input, failing))), "Unreadable")
    const progress: Array<number> = []
    const { board, imported } = yield* asOperator(
      Import.importSheet(input, rows, { onStored: (tasks) => Effect.sync(() => progress.push(tasks)) })
    )
    assert.strictEqual(imported, 12_000)
    assert.strictEqual(progress.at(-1), 12_000)
    const { total } = yield* asOperator(Task.listTasks({ boardId: board?.id ?? "", limit: 1 }))
    assert.strictEqual(total, 12_000)
  })

  story("sets a field only from the column mapped to it, and exactly with verbatim", function* () {
    const { id: workspaceId } = yield* givenWorkspace()
    const columns: Import.SheetImport["columns"] = [
      { index: 0, header: "Item", field: "name" },
      { index: 1, header: "Status", field: "status" },
      { index: 2, header: "Due", field: "dueDate" },
      { index: 3, header: "Text", field: "description" },
      { index: 4, header: "Begun", type: "date" }
    ]
    const read = Effect.fnUntraced(function* (verbatim: boolean) {
      const input = { name: "Launch", workspaceId, columns, verbatim }
      const { board } = yield* Import.importSheet(input, sheet(["Order", "Done", "", " ", "2026-12-25"]))
      const [task] = yield* tasksOf(board?.id ?? "")
      return [task?.status, task?.dueDate, task?.description, Object.values(task?.columnValues ?? {})]
    })
    assert.deepStrictEqual(yield* asOperator(read(false)), ["done", null, "", ["2026-12-25"]])
    assert.deepStrictEqual(yield* asOperator(read(true)), ["Done", null, " ", ["2026-12-25"]])
  })

  /** Imports an export of ours whose columns are bound to all fields, and one of people. */
  const importBound = Effect.fnUntraced(function* (...rows: ReadonlyArray<ReadonlyArray<string>>) {
    const { id: workspaceId } = yield* givenWorkspace()
    const meanings = { Fertig: "done", offen: "pending" }
    const columns: Import.SheetImport["columns"] = [
      { index: 0, header: "Item", field: "name" },
      { index: 1, header: "State", type: "status", fills: "status", meanings },
      { index: 2, header: "End", type: "date", fills: "dueDate" },
      { index: 3, header: "Who", type: "person", fills: "assignees" },
      { index: 4, header: "Old", type: "status" },
      { index: 5, header: "Start", type: "date" },
      { index: 6, header: "Reviewer", type: "person" }
    ]
    const warned: Array<string> = []
    const onRow: Import.RowListener = (_, found) =>
      Effect.sync(() => warned.push(...found.map(({ column, message, value }) => `${column}, ${value}: ${message}`)))
    const input = { name: "Again", workspaceId, columns, verbatim: true }
    const { board } = yield* Import.importSheet(input, sheet(...rows), { onRow })
    const made = board ?? assert.fail("no board")
    const cells = (yield* tasksOf(made.id)).map(({ assignees, columnValues, dueDate, status }) => [
      ...[status, dueDate, assignees],
      ...made.columns.map(({ id }) => columnValues[id])
    ])
    return { columns: made.columns, cells, warned }
  }, asOperator)

  story(
    "binds the columns that are said to fill a field and no others, with the meanings of their labels",
    function* () {
      const { cells, columns } = yield* importBound(
        ["One", "Fertig", "2026-12-25", "", "Done", "2026-12-24"],
        ["Two", " fertig ", "soon", "", "", ""],
        ["Three", "Blockiert", "", "", "Fertig", ""],
        ["Four", "Offen", "", "", "", ""],
        ["Five", "", "", "", "", ""]
      )
      assert.deepStrictEqual(
        columns.map(({ field }) => field),
        ["status", "dueDate", "assignees", null, null, null]
      )
      assert.deepStrictEqual(
        columns[0]?.options.map(({ label, value }) => [label, value]),
        [
          ["Fertig", "done"],
          ["Blockiert", "Blockiert"],
          ["Offen", "pending"]
        ]
      )
      // A task without a cell has the label of the default.
      assert.deepStrictEqual(
        cells.map(([status, due, , ...values]) => [status, due, ...values.slice(0, 2)]),
        [
          ["done", "2026-12-25T00:00:00.000Z", "Fertig", "2026-12-25"],
          ["done", null, " fertig ", "soon"],
          ["Blockiert", null, "Blockiert", undefined],
          ["pending", null, undefined, undefined],
          ["pending", null, undefined, undefined]
        ]
      )
    }
  )

  story("makes users of addresses and ids in columns of people, and reports the addresses of nobody", function* () {
    const [ada, bob] = [yield* givenAccount(), yield* givenAccount()]
    const nobody = "nobody@example.com"
    const { cells, warned } = yield* importBound(
      ["One", "", "", `${ada.email}, ${bob.id}`, "", "", `${bob.email.toUpperCase()}; Somebody`],
      ["Two", "", "", `${ada.id}, ${nobody}`, "", "", `Somebody, ${nobody}`],
      ["Three", "", "", "Somebody", "", "", ada.id],
      ["Four", "", "", '["Bob, Jr.","Zoë"]', "", "", `["Bob, Jr.","${bob.email}"]`]
    )
    assert.deepStrictEqual(
      cells.map(([, , assignees, , , who, , , reviewer]) => [assignees, who, reviewer]),
      [
        [
          [ada.id, bob.id],
          [ada.id, bob.id],
          [bob.id, "Somebody"]
        ],
        [[ada.id], [ada.id], `Somebody, ${nobody}`],
        [[], "Somebody", [ada.id]],
        [[], ["Bob, Jr.", "Zoë"], ["Bob, Jr.", bob.id]]
      ]
    )
    assert.deepStrictEqual(warned, [
      `Who, ${nobody}: is not the address of a user; left out`,
      `Reviewer, ${nobody}: is not the address of a user; kept as text`,
      "Who, Somebody: is not the address of a user; kept as text",
      "Who, Bob, Jr.: is not the address of a user; kept as text",
      "Who, Zoë: is not the address of a user; kept as text"
    ])
  })

  story("makes users of addresses and ids in a column of people of any other sheet too", function* () {
    const { id: workspaceId } = yield* givenWorkspace()
    const { email, id, name } = yield* givenAccount()
    const columns: Import.SheetImport["columns"] = [
      { index: 0, header: "Item", field: "name" },
      { index: 1, header: "Who", type: "Person" }
    ]
    const rows = sheet(["a", email], ["b", `${id}, ${name}`], ["c", "nobody@example.com"])
    const { board, warnings } = yield* asOperator(Import.importSheet({ name: "Others", workspaceId, columns }, rows))
    const tasks = yield* asOperator(tasksOf(board?.id ?? ""))
    assert.deepStrictEqual(
      tasks.flatMap(({ columnValues }) => Object.values(columnValues)),
      [[id], [id, name], "nobody@example.com"]
    )
    assert.strictEqual(warnings, 0)
  })

  story("binds one column to a field, of a type that fits it", function* () {
    const { id: workspaceId } = yield* givenWorkspace()
    const columns: Import.SheetImport["columns"] = [
      { index: 0, header: "Item", field: "name" },
      { index: 1, header: "Status", field: "status" },
      { index: 2, header: "State", type: "status", fills: "status" },
      { index: 3, header: "End", type: "text", fills: "priority" }
    ]
    const found = yield* refused(asOperator(Import.importSheet({ name: "Again", workspaceId, columns }, sheet(["a"]))))
    assert.strictEqual(found, "InvalidInput State, End")
  })

  story("reads the JSON of a list of labels as the labels", function* () {
    const { id: workspaceId } = yield* givenWorkspace()
    const columns: Import.SheetImport["columns"] = [
      { index: 0, header: "Item", field: "name" },
      { index: 1, header: "Tags", type: "labels" }
    ]
    const long = JSON.stringify(["x".repeat(17_000)])
    const unstorable = String.raw`["\u0000"]`
    const cells = ['["a,b","c"]', "a, c", '["a', "[1]", long, unstorable]
    const input = { name: "Tags", workspaceId, columns }
    const { board } = yield* asOperator(Import.importSheet(input, sheet(...cells.map((cell) => ["Task", cell]))))
    const made = board ?? assert.fail("no board")
    const tasks = yield* asOperator(tasksOf(made.id))
    assert.deepStrictEqual(
      tasks.map(({ columnValues }) => columnValues[made.columns[0]?.id ?? ""]),
      [["a,b", "c"], ["a", "c"], ['["a'], ["[1]"], long, [unstorable]]
    )
    assert.deepStrictEqual(
      made.columns[0]?.options.map(({ label }) => label),
      ["a,b", "c", "a", '["a', "[1]", unstorable]
    )
  })

  story("is for managers of the workspace", function* () {
    const { id: workspaceId } = yield* givenWorkspace()
    const someone = yield* givenAccount()
    const run = Import.importSheet({ name: "Launch", workspaceId, columns: COLUMNS }, sheet(["a"]))
    assert.strictEqual(yield* refused(as(someone.id)(run)), "Forbidden")
    const nowhere = Import.importSheet({ name: "Launch", workspaceId: "none", columns: COLUMNS }, sheet(["a"]))
    assert.strictEqual(yield* refused(asOperator(nowhere)), "NotFound Workspace")
  })
})
