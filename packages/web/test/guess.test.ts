import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Kind, pure, type Sheet } from "./evaluated.js"

const rowsOf = (text: string) => pure.readSheetFile(new TextEncoder().encode(text))
const sheetOf = (text: string): Sheet => {
  const rows = rowsOf(text)
  return pure.sheetOf(rows, pure.guessHeaded(rows))
}
const kindsOf = (text: string) => {
  const sheet = sheetOf(text)
  const kinds = pure.guessKinds(sheet)
  return Object.fromEntries(sheet.headers.map((header, index) => [header, kinds[index]]))
}
const bodyOf = (text: string) => {
  const sheet = sheetOf(text)
  return pure.importBody({ name: "Spring", workspaceId: "w", sheet, kinds: pure.guessKinds(sheet) })
}

describe("the columns of a sheet", () => {
  it("are guessed from the words of their headers", () => {
    expect(kindsOf("Task,Owner,Status,Priority,Due date,Hours\nDig,Ada,Done,High,2027-03-01,4\n")).toEqual({
      Task: "name",
      Owner: "text",
      Status: "status",
      Priority: "priority",
      "Due date": "date",
      Hours: "number"
    })
    expect(kindsOf("Nr;Aufgabe;Zustand;Priorität;Fällig am\n1;Graben;Offen;Hoch;1.3.2027\n")).toEqual({
      Nr: "number",
      Aufgabe: "name",
      Zustand: "status",
      Priorität: "priority",
      "Fällig am": "date"
    })
  })

  it("are guessed from their cells where the headers say nothing", () => {
    expect(kindsOf("A,B,C,D,E\nDig,done,low,1/2/2027,\nSow,todo,high,25/2/2027,\nMow,done,low,3/3/2027,\n")).toEqual({
      A: "name",
      B: "status",
      C: "priority",
      D: "date",
      E: "skip"
    })
  })

  it("are no due date when they tell the past, and no date when few cells are one", () => {
    expect(kindsOf("Name,Created,When\nDig,2027-03-01,soon\nSow,2027-03-02,2027-03-01\n")).toEqual({
      Name: "name",
      Created: "text",
      When: "text"
    })
  })

  it("have exactly one name among them, unless all are blank", () => {
    const cell = fc.constantFrom("", " ", "Dig", "done", "high", "2027-03-01", "4", "a@b.example", "Name", "Status")
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (cells) => {
        const rows = cells.map((each, at) => ({ line: at + 1, cells: each }))
        fc.pre(cells.some((each) => each.some((one) => one.trim() !== "")))
        for (const headed of [true, false]) {
          const sheet = pure.sheetOf(rows, headed)
          expect(new Set(sheet.headers).size).toBe(sheet.headers.length)
          const kinds = pure.guessKinds(sheet)
          const some = kinds.some((kind) => kind !== "skip")
          expect(kinds.filter((kind) => kind === "name")).toHaveLength(some ? 1 : 0)
        }
      })
    )
  })
})

describe("the first row of a sheet", () => {
  it.each([
    ["Task,Due\nDig,2027-03-01\n", true],
    ["Bed,Plant\nNorth,Pea\n", true],
    ["\n\nTask,4\nDig,2\n", true],
    ["Dig,2027-03-01\nSow,2027-03-02\n", false],
    ["Dig,4\n", false],
    ["Dig\n", false]
  ])("%j has names: %j", (text, headed) => {
    expect(pure.guessHeaded(rowsOf(text))).toBe(headed)
  })

  it("gives every column a name of its own", () => {
    expect(sheetOf("Name,,Note,Note\na,b,c,d,e\n").headers).toEqual(["Name", "Column 2", "Note", "Note 2", "Column 5"])
  })
})

describe("what is sent for an import", () => {
  it("has the columns that are kept, and their filled cells", () => {
    expect(bodyOf("Note,Task,Empty\nx,Dig,\n,Sow,\n\n")).toEqual({
      name: "Spring",
      workspaceId: "w",
      firstColumnIndex: 1,
      columnMappings: [
        { index: 0, name: "Note", type: "text" },
        { index: 1, name: "Task", type: "text" }
      ],
      rows: [{ 0: "x", 1: "Dig" }, { 1: "Sow" }, {}]
    })
  })

  it("puts the day when a task is due before other dates", () => {
    const { columnMappings } = bodyOf("Task,Party,Due\nDig,2027-03-01,2027-03-02\n")
    expect(columnMappings.map(({ name }) => name)).toEqual(["Task", "Due", "Party"])
  })

  it.each([
    ["day first", ["1/2/2027", "25/12/2027"], ["2027-02-01", "2027-12-25"]],
    ["month first", ["1/2/2027", "12/25/2027"], ["2027-01-02", "2027-12-25"]],
    ["day first, for points", ["1.2.2027", "3.4.2027"], ["2027-02-01", "2027-04-03"]],
    ["as they are when nothing tells", ["1/2/2027", "3/4/2027"], ["1/2/2027", "3/4/2027"]],
    ["as they are when there is no such day", ["31/2/2027", "1/2/2027"], ["31/2/2027", "2027-02-01"]],
    ["as they are when they contradict", ["25/12/2027", "12/25/2027"], ["25/12/2027", "12/25/2027"]]
  ])("has dates in figures %s", (_, cells, sent) => {
    const { rows } = bodyOf(`Task,Due\n${cells.map((cell) => `Dig,${cell}`).join("\n")}\n`)
    expect(rows.map((row) => row[1])).toEqual(sent)
  })

  it.each<readonly [Kind, string]>([
    ["date day first", "2027-02-01"],
    ["date month first", "2027-01-02"]
  ])("has unclear dates as somebody says: %s", (kind, sent) => {
    const sheet = sheetOf("Task,Due\nDig,1/2/2027\n")
    expect(pure.isUnclear(["1/2/2027"])).toBe(true)
    const body = pure.importBody({ name: "Spring", workspaceId: "w", sheet, kinds: ["name", kind] })
    expect(body.columnMappings[1]?.type).toBe("date")
    expect(body.rows[0]?.[1]).toBe(sent)
  })

  it("asks for no order of dates that show it, or are none", () => {
    for (const cells of [["1/2/2027", "25/2/2027"], ["1.2.2027"], ["2027-02-01"], ["soon"], []]) {
      expect([cells, pure.isUnclear(cells)]).toEqual([cells, false])
    }
  })
})
