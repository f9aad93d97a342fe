import { Board, Import, Values } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { anImport } from "./arbitraries.js"
import { Struct } from "effect"

const { plan } = Import.planColumns(
  anImport({
    columnMappings: [
      { index: 1, type: "status" },
      { index: 2, type: "priority" },
      { index: 3, type: "date" },
      { index: 4, type: "text" }
    ]
  })
)
const rowPlan = (row: Import.ImportRow) => Import.planRow(plan, row, 7)

describe("planRow", () => {
  it("plans a task from its cells", () => {
    assert.deepStrictEqual(rowPlan({ 0: " Order ", 1: " In Progress", 2: "HIGH", 3: "25/12/2024", 4: " as sent " }), {
      task: {
        row: 7,
        name: "Order",
        description: "",
        group: "",
        assignees: [],
        parent: "",
        key: "",
        subtasks: [],
        status: "working",
        priority: "high",
        dueDate: Values.Timestamp.fromMillis(Date.UTC(2024, 11, 25)),
        cells: [
          [1, " In Progress"],
          [2, "HIGH"],
          [3, "25/12/2024"],
          [4, " as sent "]
        ]
      },
      warnings: [],
      unmapped: [],
      issues: []
    })
  })

  it("reads numbers and booleans as text, and null as blank", () => {
    const { task } = rowPlan({ 0: 42, 1: true, 2: null, 4: -0.5 })
    assert.strictEqual(task?.name, "42")
    assert.strictEqual(task?.status, "true")
    assert.strictEqual(task?.priority, "medium")
    assert.deepStrictEqual(task?.cells, [
      [1, "true"],
      [4, "-0.5"]
    ])
  })

  it("skips a blank row without a warning", () => {
    for (const row of [{}, { 0: "", 1: " ", 2: null, 9: "\t" }]) {
      assert.deepStrictEqual(rowPlan(row), { task: null, warnings: [], unmapped: [], issues: [] })
    }
  })

  it("names a task without a name Untitled, with a warning", () => {
    const { task, warnings } = rowPlan({ 0: " ", 4: "x" })
    assert.strictEqual(task?.name, "Untitled")
    assert.deepStrictEqual(warnings, [{ row: 7, column: 0, value: "", message: "has no name; imported as Untitled" }])
  })

  it("keeps an ambiguous date as text, with a warning", () => {
    const { task, warnings } = rowPlan({ 0: "Order", 3: "01/02/2024" })
    assert.isNull(task?.dueDate ?? null)
    assert.deepStrictEqual(task?.cells, [[3, "01/02/2024"]])
    assert.deepStrictEqual(
      warnings.map(({ column, row, value }) => [row, column, value]),
      [[7, 3, "01/02/2024"]]
    )
  })

  it("keeps a label of over 50 characters as text, with a warning", () => {
    const long = "😀".repeat(51)
    const { task, warnings } = rowPlan({ 0: "Order", 1: "😀".repeat(50), 2: long })
    assert.strictEqual(task?.status, "😀".repeat(50))
    assert.strictEqual(task?.priority, "medium")
    assert.deepStrictEqual(
      warnings.map(({ column, value }) => [column, value]),
      [[2, long]]
    )
  })

  it("sets fields from the columns mapped to them, and stores no cells for them", () => {
    const fields = ["group", "assignees", "description"] as const
    const { plan } = Import.planColumns(
      anImport({ columnMappings: fields.map((field, at) => ({ index: at + 1, field })) })
    )
    const planned = (...cells: ReadonlyArray<string>) => Import.planRow(plan, { ...cells }, 7)
    const { issues, task, warnings } = planned("Order", " Later ", " a@b.c; d@e.f,,a@b.c ", " two\nlines ")
    assert.deepStrictEqual(
      [task?.group, task?.assignees, task?.description, task?.cells],
      ["Later", ["a@b.c", "d@e.f"], " two\nlines ", []]
    )
    assert.isEmpty([...issues, ...warnings])
    assert.isNull(planned("", "Later", "", "").task)
    assert.strictEqual(planned("", "Later", "", "Text").task?.name, "Untitled")
    assert.isEmpty(planned("a", "x".repeat(255)).issues)
    assert.deepStrictEqual(planned("a", "x".repeat(256)).issues[0]?.path, ["rows", "7", "1"])
  })

  it("returns the cells of unmapped columns separately", () => {
    assert.deepStrictEqual(rowPlan({ 0: "Order", 5: "x", 6: "", 16_383: 1 }).unmapped, [
      [5, "x"],
      [16_383, "1"]
    ])
  })

  it.each([
    ["16384", "x"],
    ["-1", "x"],
    ["01", "x"],
    ["name", "x"],
    ["", "x"],
    ["1e1", "x"],
    ["0", "😀".repeat(256)],
    ["4", "x".repeat(65_536)],
    ["4", "a\u0000"],
    ["4", "\uD83D"],
    ["4", {}],
    ["4", []],
    ["4", Number.NaN],
    ["4", undefined]
  ])("rejects the cell %j of %j by row and cell", (key, cell) => {
    const { issues } = rowPlan({ 0: "Order", [key]: cell })
    assert.deepStrictEqual(issues.map(Struct.get("path")), [["rows", "7", key]])
  })

  it("accepts 100 cells of 65,535 characters and a name of 255, and no more", () => {
    const cells = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [String(at), "x"]))
    assert.isEmpty(rowPlan(cells(100)).issues)
    assert.deepStrictEqual(rowPlan(cells(101)).issues[0]?.path, ["rows", "7"])
    const longest = rowPlan({ 0: ` ${"😀".repeat(255)} `, 4: "😀".repeat(65_535) })
    assert.isEmpty(longest.issues)
    assert.strictEqual(longest.task?.cells[0]?.[1].length, 131_070)
  })
})

describe("labels of a spreadsheet", () => {
  it.each([
    ["Working on it", "working"],
    ["in progress", "working"],
    ["DONE", "done"],
    ["Complete", "done"],
    ["Completed", "done"],
    ["Not Started", "pending"],
    ["to do", "pending"],
    ["Stuck", "Stuck"],
    ["constructor", "constructor"],
    ["__proto__", "__proto__"]
  ])("read the status %s as %s", (label, status) => {
    assert.strictEqual(Board.readLabel("status", label), status)
  })

  it.each([
    ["High", "high"],
    ["MEDIUM", "medium"],
    ["low", "low"],
    ["Critical", "Critical"],
    ["Urgent", "Urgent"],
    ["toString", "toString"]
  ])("read the priority %s as %s", (label, priority) => {
    assert.strictEqual(Board.readLabel("priority", label), priority)
  })
})
