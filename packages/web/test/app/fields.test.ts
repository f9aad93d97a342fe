import { afterEach, describe, expect, it, vi } from "vitest"
import { fieldsOf, labelColor, misfitOf } from "../../src/browser/app/cells/fields.js"

afterEach(() => {
  vi.unstubAllGlobals()
})

it.each([
  ["checkbox", 3, false],
  ["checkbox", "Nein", true],
  ["checkbox", true, true],
  ["labels", 3, false],
  ["option", 3, false],
  ["option", "Done", true]
] as const)("a column of the kind %s takes %j: %s", (kind, value, fits) => {
  vi.stubGlobal("navigator", { languages: ["en"] })
  expect(misfitOf({ column: DUE, kind }, value) === null).toBe(fits)
})

const DUE = {
  ...{ id: "d", name: "Due", type: "date", required: false, description: "", width: null, visible: true },
  ...{ field: null, options: [], strict: false }
}

describe("a label or type that every object has a member of", () => {
  it.each(["Constructor", "__proto__"])("%s has a color, and is a column of text", (text) => {
    expect(labelColor(text)).toMatch(/^#[0-9A-F]{6}$/)
    const column = {
      ...{ id: "c", name: "Column", type: text, required: false, description: "", width: null, visible: true },
      ...{ field: "assignees" as const, options: [], strict: false }
    }
    const field = fieldsOf({ columns: [column] }, new Map()).find(({ key }) => key === "c")
    expect(field).toMatchObject({ kind: "text", width: 180 })
  })
})

it.each([
  ["2027-02-30", false],
  ["2027-02-28", true],
  ["31/02/2027", false],
  ["02/28/2027", true],
  ["28.02.2027", true],
  ["0.0.2027", false]
])("%s fits a column of dates: %s", (value, fits) => {
  vi.stubGlobal("navigator", { languages: ["en"] })
  expect(misfitOf({ column: DUE, kind: "date" }, value) === null).toBe(fits)
})
