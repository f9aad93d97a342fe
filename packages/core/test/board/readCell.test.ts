import { describe, expect, it } from "vitest"
import { cellProblem } from "../../src/board/readCell.js"
import type { Json } from "../../src/values/Json.js"

/** Cells that fit each type, and cells that do not. */
const CELLS: Readonly<Record<string, readonly [fitting: ReadonlyArray<Json>, other: ReadonlyArray<Json>]>> = {
  number: [
    [0, -1.5, 1e300, "12", " 3.50 ", "-7", "+7", "1e3"],
    ["n/a", "1,5", "1.234,5", "1 234", "12 kg", "0x10", "Infinity", "1e999", true, [1], { a: 1 }]
  ],
  date: [
    [
      "2027-03-25",
      "2027-03-25T10:00:00Z",
      "25.12.2027",
      "12/25/2027",
      "05/05/2027",
      "1000-01-01",
      "31.12.1899",
      "9999-12-31"
    ],
    [
      "soon",
      "01/02/2027",
      "2027-02-30",
      "0999-12-31",
      "1900-02-29",
      "1000-01-01T00:00+00:01",
      20270325,
      true,
      ["2027-03-25"]
    ]
  ],
  person: [
    ["Ada", "01900000-0000-7000-8000-000000000001", ["Ada", "Grace"], []],
    [5, true, ["Ada", 5], { name: "Ada" }]
  ],
  checkbox: [
    [true, false, "true", "No", " x ", "[ ]", "☑"],
    ["maybe", 1, 0, ["true"], {}]
  ],
  link: [
    ["https://example.com", "HTTP://example.com/a?b#c"],
    ["example.com", "ftp://example.com", "javascript:alert(1)", "https://", "https:///path", "https://a b", 5]
  ],
  email: [
    ["ada@example.com", " ada@example.com "],
    ["ada", "ada@example", "a@b@example.com", "Ada <ada@example.com>", 5, ["ada@example.com"]]
  ],
  dropdown: [
    ["Red", " Red "],
    [5, true, ["Red"], { label: "Red" }, "x".repeat(256)]
  ],
  labels: [
    [["Red", "Blue"], [], "Red, Blue"],
    [5, ["Red", 5], [""], { label: "Red" }]
  ]
}

describe("cells and the types of their columns", () => {
  for (const [type, [fitting, other]] of Object.entries(CELLS)) {
    it(`of the type ${type}, in any case`, () => {
      for (const name of [type, type.toUpperCase()]) {
        expect(fitting.filter((cell) => cellProblem({ type: name }, cell) !== null)).toEqual([])
        expect(other.filter((cell) => cellProblem({ type: name }, cell) === null)).toEqual([])
      }
    })
  }

  it("of a column that is bound to the due date are of the years that due dates have", () => {
    const column = { type: "Date", field: "dueDate" } as const
    expect(cellProblem(column, "1970-01-01")).toBeNull()
    expect(cellProblem(column, "1969-12-31")).toBe(
      "must be a date from 1970 to 9999, its day and month in a clear order"
    )
    expect(cellProblem({ ...column, field: null }, "0999-12-31")).toBe(
      "must be a date from 1000 to 9999, its day and month in a clear order"
    )
  })

  it("blank cells fit every type", () => {
    for (const type of Object.keys(CELLS))
      for (const cell of [null, "", " \n"]) expect(cellProblem({ type }, cell)).toBeNull()
  })

  it("every value fits text, long text and types that are not known", () => {
    const cells: ReadonlyArray<Json> = ["text", 5, true, ["a", { b: null }], { c: 1 }]
    for (const type of ["text", "long text", "rating", "constructor"])
      for (const cell of cells) expect(cellProblem({ type }, cell)).toBeNull()
  })
})
