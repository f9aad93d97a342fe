import { assert, describe, it } from "vitest"
import { normaliseCell } from "../src/normaliseCell.js"
import { cellsOf, fixture, inferFile, readAll } from "./support/sheets.js"

/** Reads a fixture as an import does; cells come by header, dates and numbers normalised. */
const importOf = async (name: string) => {
  const { mapping, sheet } = await inferFile(fixture(name))
  const normalise = new Map(mapping.columns.map((plan) => [plan.index, normaliseCell(plan)]))
  const tasks = sheet.rows
    .filter((row) => row.cells.length > 0)
    .map(({ cells, line }) =>
      Object.fromEntries(
        cells.map((cell, at) => [sheet.headers[at], normalise.get(at)?.(cell, line).value ?? cell] as const)
      )
    )
  const types = Object.fromEntries(mapping.columns.map(({ header, type }) => [header, type]))
  const group = mapping.groupIndex === null ? null : sheet.headers[mapping.groupIndex]
  const warnings = sheet.rows.flatMap((row) => row.warnings)
  return { sheet, mapping, types, group, name: sheet.headers[mapping.nameIndex], tasks, warnings }
}

describe("a spreadsheet in the shape of an export of", () => {
  it("Trello, as JSON: cards with the names of what they refer to", async () => {
    const { group, name, sheet, tasks, types } = await importOf("trello-board.json")
    assert.deepStrictEqual([sheet.format, sheet.title, name, group], ["json", "Website relaunch", "Name", "List"])
    assert.include(types, { Due: "date", Members: "person", Archived: "checkbox", Cost: "number", List: "status" })
    assert.include(tasks[0], {
      Labels: "Urgent, Design",
      Members: "Ada Lovelace",
      Due: "2026-11-19T09:00:00.000Z",
      Checklists: "[x] Ask the lawyer\n[ ] Publish",
      Cost: "12.5",
      Size: "Large"
    })
  })

  it("Trello, as CSV: lists are groups", async () => {
    const { group, name, tasks, types } = await importOf("trello.csv")
    assert.deepStrictEqual([name, group, tasks.length], ["Card Name", "List Name", 2])
    assert.include(types, { "Due Date": "date", "Card URL": "url", Archived: "checkbox" })
    assert.strictEqual(tasks[0]?.["Card Description"], "Name, address\nand mail")
  })

  it("Asana: sections are groups, and of many dates the due date goes first", async () => {
    const { group, mapping, name, tasks, types } = await importOf("asana.csv")
    assert.deepStrictEqual([name, group], ["Name", "Section/Column"])
    assert.include(types, { "Created At": "timestamp", "Start Date": "timestamp", "Assignee Email": "assignees" })
    assert.strictEqual(mapping.columns.find(({ type }) => type === "date")?.header, "Due Date")
    assert.strictEqual(tasks[0]?.["Notes"], '=HYPERLINK("https://example.org")')
  })

  it("monday.com, as Excel: titles are groups, subitems lines of a checklist, and sums are left out with a warning", async () => {
    const { group, name, sheet, tasks, types, warnings } = await importOf("monday-board.xlsx")
    assert.deepStrictEqual([sheet.title, name, group], ["Website relaunch", "Name", "Group"])
    assert.deepStrictEqual(
      tasks.map((task) => [task["Name"], task["Group"], task["Due date"], task["Budget"]]),
      [
        ["Write the imprint", "This week", "2026-11-19", "1200.5"],
        ["Choose a font", "This week", "2026-11-02", "80"],
        ["A task with a name alone", "This week", "", ""],
        ["Move the mail", "Next week", "", ""]
      ]
    )
    assert.include(types, { Owner: "person", Status: "status", "Due date": "date", Priority: "priority" })
    assert.strictEqual(types["Subitems"], "checklist")
    assert.strictEqual(tasks[1]?.["Subitems"], "[x] Read samples\n[ ] Ask Grace")
    assert.deepStrictEqual(
      warnings.map(({ line }) => line),
      [9, 12, 17]
    )
  })

  it("Jira: headers that come twice are told apart, and its dates are read", async () => {
    const { mapping, name, tasks, types } = await importOf("jira.csv")
    assert.strictEqual(name, "Summary")
    assert.include(types, { Status: "status", Priority: "priority", "Due date": "date", Created: "timestamp" })
    assert.include(tasks[0], {
      Updated: "2026-11-19T10:15:00.000Z",
      "Due date": "2026-12-31T00:00:00.000Z",
      Labels: "payments",
      "Labels 2": "web",
      Description: 'h2. Goal\nCards, "all" of them'
    })
    assert.deepStrictEqual(mapping.questions, [])
  })

  it("GitHub Projects: quotes in text with tabs are only quotes", async () => {
    const { name, sheet, tasks, types } = await importOf("github-project.tsv")
    assert.deepStrictEqual([sheet.delimiter, name], ["\t", "Title"])
    assert.include(types, { URL: "url", Assignees: "person", Status: "status", "Target Date": "date" })
    assert.deepStrictEqual(
      tasks.map((task) => [task["Title"], task["Target Date"]]),
      [
        ['Fix "the" header', "2026-12-31"],
        ['"Quoted" titles stay', "2027-01-02"],
        ["A draft", ""],
        ["Measure the header", ""]
      ]
    )
  })
})

describe("an Excel file", () => {
  it("with German dates and numbers reads as ISO dates and decimal points, and errors are warned of", async () => {
    const { group, tasks, types, warnings } = await importOf("excel-german.xlsx")
    assert.strictEqual(group, "Bereich")
    assert.include(types, { Priorität: "priority", "Fällig am": "date", "Start am": "timestamp", Kosten: "number" })
    assert.include(tasks[0], {
      "Fällig am": "2026-12-31",
      "Start am": "2026-12-01",
      Kosten: "1234.56",
      Stunden: "7.5"
    })
    assert.include(tasks[1], { Stunden: "0.3", Erledigt: "true", Prüfsumme: "" })
    assert.include(tasks[2], { "Fällig am": "2026-11-05T14:30:00.000Z" })
    assert.deepStrictEqual(warnings, [
      { line: 3, column: 9, value: "#REF!", message: "is the error of a formula; left blank" }
    ])
  })

  it("with American dates and numbers reads alike", async () => {
    const { sheet, tasks } = await importOf("excel-us.xlsx")
    assert.strictEqual(sheet.title, "Q4 plan")
    assert.include(tasks[0], {
      "Due Date": "2026-12-31",
      "Start Date": "2026-12-01",
      Cost: "1234.56",
      "Call at": "09:30:00"
    })
  })
})

describe("text that is not UTF-8", () => {
  it("is read as Windows-1252", async () => {
    const { rows, ...sheet } = await readAll(fixture("windows-1252.csv"))
    assert.deepStrictEqual([sheet.encoding, sheet.delimiter], ["windows-1252", ";"])
    assert.deepStrictEqual(cellsOf(rows), [
      ["Tür streichen – außen", "Jürgen", "31.12.2026", "1.234,50 €"],
      ["„Größe“ messen", "Zoë", "01.02.2027", "3,00 €"]
    ])
  })

  it.each([
    ["utf-16le-bom.tsv", "utf-16le"],
    ["utf-16be.tsv", "utf-16be"]
  ] as const)("is read as UTF-16: %s", async (name, encoding) => {
    const { rows, ...sheet } = await readAll(fixture(name))
    assert.deepStrictEqual([sheet.encoding, sheet.headers.join()], [encoding, "Task,Owner,Due"])
    assert.deepStrictEqual(cellsOf(rows)[1], ["Buy 木 and 🌲", "Jürgen", "2027-02-01"])
  })
})
