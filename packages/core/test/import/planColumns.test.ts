import { Import } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { anImport, type Decoded, decoded } from "./arbitraries.js"
import { Either, Struct } from "effect"

const issuesOf = (overrides: Partial<Decoded>) => Import.planColumns(anImport(overrides)).issues
const columnsOf = (overrides: Partial<Decoded>) => Import.planColumns(anImport(overrides)).plan
const refusedAt = (input: object): ReadonlyArray<string> => {
  const result = decoded(input)
  return Either.isLeft(result) ? result.left.issues.map(({ path }) => path.join(".")) : []
}

describe("planColumns", () => {
  it("uses the marked column for names, else that of firstColumnIndex, else the first", () => {
    const marked = [{ index: 0 }, { index: 2, isFirstColumn: true }]
    assert.strictEqual(columnsOf({ columnMappings: marked }).nameIndex, 2)
    assert.strictEqual(columnsOf({ columnMappings: marked, firstColumnIndex: 2 }).nameIndex, 2)
    assert.strictEqual(columnsOf({ columnMappings: [{ index: 0 }, { index: 1 }], firstColumnIndex: 1 }).nameIndex, 1)
    assert.strictEqual(columnsOf({ columnMappings: [{ index: 1, isFirstColumn: false }] }).nameIndex, 0)
  })

  it("creates no column for the name column", () => {
    const { columns } = columnsOf({ columnMappings: [{ index: 1 }, { index: 0, type: "status" }], firstColumnIndex: 0 })
    assert.deepStrictEqual(columns, [{ index: 1, name: "Column 2", type: "text", fills: null }])
  })

  it("names a column by its mapping, else by its header, else by its number from 1", () => {
    const columnMappings = [
      { index: 1, name: " Own " },
      { index: 2, name: "  " },
      { index: 3 },
      { index: 4 },
      { index: 9 }
    ]
    const { columns } = columnsOf({ columnMappings, headers: ["a", "b", " Header ", "", null] })
    assert.deepStrictEqual(columns.map(Struct.get("name")), ["Own", "Header", "Column 4", "Column 5", "Column 10"])
  })

  it("sets the task's field from the first column of each type, in any case", () => {
    const types = ["text", "Status", "status", "PRIORITY", "date", "Date", "priority"]
    const { columns } = columnsOf({ columnMappings: types.map((type, at) => ({ index: at + 1, type })) })
    assert.deepStrictEqual(columns.map(Struct.get("fills")), [null, "status", null, "priority", "dueDate", null, null])
  })

  it.each(["constructor", "__proto__", "valueof", "dueDate", "person", "statuses"])(
    "fills nothing from a %s column",
    (type) => {
      const { columns } = columnsOf({ columnMappings: [{ index: 1, type }] })
      assert.deepStrictEqual(columns, [{ index: 1, name: "Column 2", type, fills: null }])
    }
  )

  it("rejects two marks, a mark that contradicts firstColumnIndex and a repeated index", () => {
    const marks = [
      { index: 0, isFirstColumn: true },
      { index: 1, isFirstColumn: true }
    ]
    assert.deepStrictEqual(issuesOf({ columnMappings: marks }).map(Struct.get("path")), [["columnMappings"]])
    assert.deepStrictEqual(
      issuesOf({ columnMappings: [{ index: 1, isFirstColumn: true }], firstColumnIndex: 0 }).map(Struct.get("path")),
      [["firstColumnIndex"]]
    )
    assert.deepStrictEqual(
      issuesOf({ columnMappings: [{ index: 1 }, { index: 2 }, { index: 1 }, { index: 2 }] }).map(Struct.get("path")),
      [
        ["columnMappings", "2", "index"],
        ["columnMappings", "3", "index"]
      ]
    )
  })

  it("creates no column for a column that sets a field, and rejects a second one and the name's", () => {
    const { columns, fields } = columnsOf({
      columnMappings: [{ index: 1, type: "text", field: "group" }, { index: 2 }]
    })
    assert.deepStrictEqual([...fields], [[1, "group"]])
    assert.deepStrictEqual(
      columns.map(({ index }) => index),
      [2]
    )
    const columnMappings = [1, 2, 0].map((index) => ({ index, field: "group" as const }))
    assert.deepStrictEqual(
      issuesOf({ columnMappings }).map(({ path }) => path.join(".")),
      ["columnMappings.1.field", "columnMappings.2.field"]
    )
  })

  it("rejects a column name or header of over 255 characters", () => {
    const long = "😀".repeat(256)
    const columnMappings = [{ index: 1, name: "😀".repeat(255) }, { index: 2, name: long }, { index: 3 }]
    assert.deepStrictEqual(issuesOf({ columnMappings, headers: ["", "", "", long] }).map(Struct.get("path")), [
      ["columnMappings", "1", "name"],
      ["columnMappings", "2", "name"]
    ])
  })
})

describe("the input of an import", () => {
  const fine = { name: "Imported", workspaceId: "workspace-1", columnMappings: [], rows: [] }

  it("requires a name, a workspace, mappings and rows", () => {
    assert.deepStrictEqual(refusedAt({}), ["name", "workspaceId", "columnMappings", "rows"])
    assert.isEmpty(refusedAt(fine))
  })

  it.each([-1, 1.5, 16_384, "1", null])("takes no %j for an index", (index) => {
    assert.deepStrictEqual(refusedAt({ ...fine, columnMappings: [{ index }] }), ["columnMappings.0.index"])
  })

  it.each(["Group", "name", "status", "", 7])("takes no %j for a field", (field) => {
    assert.deepStrictEqual(refusedAt({ ...fine, columnMappings: [{ index: 1, field }] }), ["columnMappings.0.field"])
  })

  it("accepts at most 100 mappings and 10,000 rows, which are objects", () => {
    const mappings = Array.from({ length: 101 }, (_, index) => ({ index }))
    assert.isEmpty(refusedAt({ ...fine, columnMappings: mappings.slice(1) }))
    assert.deepStrictEqual(refusedAt({ ...fine, columnMappings: mappings }), ["columnMappings"])
    const rows = Array.from({ length: 10_001 }, () => ({}))
    assert.isEmpty(refusedAt({ ...fine, rows: rows.slice(1) }))
    assert.deepStrictEqual(refusedAt({ ...fine, rows }), ["rows"])
    assert.deepStrictEqual(refusedAt({ ...fine, rows: [{}, [], "row", null] }), ["rows.1", "rows.2", "rows.3"])
  })
})
