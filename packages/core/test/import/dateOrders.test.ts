import { Import } from "@boardwright/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { anImport } from "./arbitraries.js"

const MAPPINGS = [{ index: 1, type: "date" }, { index: 2, type: "Date" }, { index: 3 }]

const planned = (...rows: ReadonlyArray<ReadonlyArray<string>>) =>
  Effect.runSync(
    Import.planImport(anImport({ columnMappings: MAPPINGS, rows: rows.map((cells) => ({ ...["Task", ...cells] })) }))
  )

const daysOf = (...rows: ReadonlyArray<ReadonlyArray<string>>) =>
  planned(...rows).tasks.map(({ dueDate }) => dueDate?.slice(0, 10) ?? null)

describe("an ambiguous date", () => {
  it("is read in the order that another date of its column shows, above or below", () => {
    assert.deepStrictEqual(daysOf(["25/12/2024"], ["01/02/2024"]), ["2024-12-25", "2024-02-01"])
    assert.deepStrictEqual(daysOf([" 1/2/2024 "], ["12/25/2024"]), ["2024-01-02", "2024-12-25"])
  })

  it("is read in the order that other date columns show, if its own shows none", () => {
    assert.deepStrictEqual(daysOf(["01/02/2024", "25/12/2024"]), ["2024-02-01"])
    assert.deepStrictEqual(daysOf(["01/02/2024", "12/25/2024"]), ["2024-01-02"])
    assert.deepStrictEqual(daysOf(["01/02/2024", "25/12/2024"], ["12/25/2024"]), ["2024-01-02", "2024-12-25"])
  })

  it("is stored as ISO if it is the due date, and as sent in other date columns", () => {
    const { tasks } = planned(["25/12/2024", "01/02/2024"], ["01/02/2024", "25/02/2024"])
    assert.deepStrictEqual(
      tasks.map(({ cells }) => cells.map(([, cell]) => cell)),
      [
        ["25/12/2024", "01/02/2024"],
        ["2024-02-01", "25/02/2024"]
      ]
    )
  })

  it("is open with another separator, or with evidence only in columns of other types or from no real day", () => {
    assert.deepStrictEqual(daysOf(["01/02/2024", "25.12.2024"], ["25-12-2024"]), [null, "2024-12-25"])
    assert.deepStrictEqual(daysOf(["01/02/2024", "", "25/12/2024"]), [null])
    assert.deepStrictEqual(daysOf(["01/02/2024", "31/02/2024"], ["13/13/2024"], ["05/05/2024"]), [
      null,
      null,
      "2024-05-05"
    ])
  })

  it("is open in and by contradictory columns, and kept with a warning", () => {
    assert.deepStrictEqual(daysOf(["01/02/2024", "25/12/2024"], ["25/12/2024"], ["12/25/2024"])[0], null)
    const { tasks, warnings } = planned(["01/02/2024", "25/12/2024"], ["", "12/25/2024"])
    assert.deepStrictEqual(tasks[0]?.dueDate, null)
    assert.deepStrictEqual(tasks[0]?.cells, [
      [1, "01/02/2024"],
      [2, "25/12/2024"]
    ])
    assert.deepStrictEqual(warnings, [
      {
        row: 0,
        column: 1,
        value: "01/02/2024",
        message: "is not a date from 1970 to 9999, or could be two; kept as text"
      }
    ])
  })
})
