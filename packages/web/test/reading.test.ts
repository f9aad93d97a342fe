import { describe, expect, it } from "vitest"
import { importBody, kindsOf, mappingOf, openFile, readSheet, unclearIn } from "../src/browser/reading.js"

const read = async (text: string, headed = true) => {
  const source = await openFile(new File([text], "plan.csv"))
  return readSheet(source, headed ? "auto" : "none")
}

const kinds = async (text: string) => {
  const file = await read(text)
  return Object.fromEntries(kindsOf(file).map((kind, index) => [file.headers[index], kind]))
}

const prepared = async (text: string, change: (kinds: Array<string>) => void = () => undefined) => {
  const file = await read(text)
  const chosen = kindsOf(file)
  change(chosen)
  const mapping = mappingOf(file, chosen)
  if (mapping === null) throw new Error("no column has the names")
  return importBody({ name: "Spring", workspaceId: "w", sheet: file, mapping })
}

describe("what the columns of a file become", () => {
  it("is inferred as the command infers it", async () => {
    expect(
      await kinds("Task,Owner,Status,Priority,Due date,Hours,Empty\nDig,Ada,zu erledigen,High,2027-03-01,1 234,\n")
    ).toEqual({
      Task: "name",
      Owner: "person",
      Status: "status",
      Priority: "priority",
      "Due date": "date",
      Hours: "number",
      Empty: "skip"
    })
  })

  it("is not inferred where no column has the names", async () => {
    expect(mappingOf(await read("Task,Due\nDig,2027-03-01\n"), ["skip", "date"])).toBeNull()
  })

  it("asks how dates and numbers are read that could be either", async () => {
    const file = await read("Task,Due,Cost\nDig,1/2/2027,1.234\nSow,3/4/2027,5.678\n")
    expect([0, 1, 2].map((index) => unclearIn(file, index))).toEqual([
      { dates: false, numbers: false },
      { dates: true, numbers: false },
      { dates: false, numbers: true }
    ])
  })
})

describe("what is sent for an import", () => {
  it("has the columns that are kept, and their filled cells", async () => {
    const { body, warnings } = await prepared("Note,Task,Empty\ndry,Dig,\n,,\n,Sow,\n\n")
    expect(body).toEqual({
      name: "Spring",
      workspaceId: "w",
      firstColumnIndex: 1,
      columnMappings: [
        { index: 1, name: "", type: "text" },
        { index: 0, name: "Note", type: "text" }
      ],
      rows: [{ 0: "dry", 1: "Dig" }, {}, { 1: "Sow" }]
    })
    expect(warnings).toEqual([])
  })

  it("puts the day when a task is due before other dates", async () => {
    const { body } = await prepared("Task,Party,Due\nDig,2027-03-01,2027-03-02\n")
    expect(body.columnMappings.map(({ name }) => name)).toEqual(["", "Due", "Party"])
  })

  it.each([
    ["date day-first", "2027-02-01"],
    ["date month-first", "2027-01-02"],
    ["date", "1/2/2027"]
  ])("has unclear dates as they are chosen to be: %s", async (kind, sent) => {
    const { body } = await prepared("Task,Due\nDig,1/2/2027\n", (kinds) => kinds.splice(1, 1, kind))
    expect(body.columnMappings[1]?.type).toBe("date")
    expect(body.rows[0]?.[1]).toBe(sent)
  })

  it("warns of cells that are not numbers or dates, and of stray quotes, by their lines", async () => {
    const text = 'Task;Cost;Due\nPipe 5" long;1.234,5;1.3.2027\nDig;a lot;soon\n'
    const { body, warnings } = await prepared(text, (kinds) => kinds.splice(1, 2, "number", "date"))
    expect(body.rows).toEqual([
      { 0: 'Pipe 5" long', 1: "1234.5", 2: "2027-03-01" },
      { 0: "Dig", 1: "a lot", 2: "soon" }
    ])
    expect(warnings.map(({ line, message, value }) => [line, value, message])).toEqual([
      [2, 'Pipe 5" long', 'has a quote (") that is not doubled; kept as it is'],
      [3, "a lot", "is not a number as in 1.234,56; kept as text"],
      [3, "soon", "is not a date from 1970 to 9999; kept as text"]
    ])
  })
})

describe("a file that the page does not import", () => {
  it.each([
    ["a header alone", "Task,Due\n", "has a row of column names, and no other row"],
    ["nothing", "", "is empty"],
    ["too many rows", `Task\n${"Dig\n".repeat(10_001)}`, "has 10,001 rows; this page imports 10,000 at most"],
    [
      "too many columns",
      `${"Task,".repeat(101)}\n${"Dig,".repeat(101)}`,
      "has 102 columns; this page imports 100 at most"
    ],
    ["a row that is too long", "Task,Due\nDig,1,2\n", "line 2, column 3"]
  ])("of %s says why", async (_, text, reason) => {
    await expect(read(text)).rejects.toThrow(reason)
  })
})
