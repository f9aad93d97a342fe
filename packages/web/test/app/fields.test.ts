import { describe, expect, it } from "vitest"
import { fieldsOf, labelColor } from "../../src/browser/app/cells/fields.js"

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
