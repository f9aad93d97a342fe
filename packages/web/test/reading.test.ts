import { Readable } from "node:stream"
import { ownChoices } from "@boardwright/spreadsheet/own-sheet"
import { describe, expect, it } from "vitest"
import { germanOf } from "../src/browser/app/pages/import/messages.js"
import { choose, kindsFor } from "../src/browser/columnKinds.js"
import { readJson } from "../src/browser/readJson.js"
import { importBody } from "../src/browser/importBody.js"
import { kindsOf, mappingOf, openFile, readSheet } from "../src/browser/reading.js"

const read = async (text: string, headed = true) => {
  const source = await openFile(new File([text], "plan.csv"))
  return readSheet(source, headed ? "auto" : "none")
}

const kinds = async (text: string) => {
  const file = await read(text)
  return Object.fromEntries(kindsOf(file, ownChoices(file.headers)).map((kind, index) => [file.headers[index], kind]))
}

const prepared = async (text: string, change: (kinds: Array<string>) => void = () => undefined) => {
  const file = await read(text)
  const own = ownChoices(file.headers)
  const chosen = kindsOf(file, own)
  change(chosen)
  const mapping = mappingOf(file, chosen, own)
  if (mapping === null) throw new Error("no column has the names")
  return importBody({ name: "Spring", workspaceId: "w", sheet: file, mapping })
}

const TRELLO = {
  lists: [{ id: "l", name: "Doing" }],
  labels: [
    { id: "a", name: "", color: "red" },
    { id: "b", name: "Urgent", color: "blue" }
  ],
  customFields: [{ id: "f", name: "URL" }],
  cards: [
    { id: "c", name: "Dig", idList: "l", idLabels: ["a", "b"], url: "https://trello.com/c/1", customFieldItems: [] }
  ]
}

const ENGLISH = /\b(is|has|as|kept|and|row|column|line|this|on)\b/i

const rowsOfJson = async (text: string, format: "json" | "ndjson" = "json") => {
  async function* whole() {
    yield text
  }
  const file = { name: "plan.csv", size: text.length, read: () => Readable.from([Buffer.from(text)]) }
  return readSheet(await readJson({ file, encoding: "utf-8", sample: text, text: whole }, format), "auto")
}

it("a board of Trello keeps labels that have a color alone, and the addresses of cards beside a field of that name", async () => {
  const { headers, rows } = await rowsOfJson(JSON.stringify(TRELLO))
  const row = Object.fromEntries(headers.map((header, at) => [header, rows[0]?.cells[at]]))
  expect(row).toMatchObject({ Labels: "red, Urgent", URL: "https://trello.com/c/1", "URL (custom field)": "" })
})

describe("a file that is no sheet", () => {
  it.each([
    [read, "\u0000\u0000\u0000\u0000\u0001", /is a binary file/],
    [
      rowsOfJson,
      '{"format":"boardwright-board","version":1,"tasks":[]}',
      /is a board's JSON export.* `boardwright import FILE`/
    ],
    [rowsOfJson, "4", /is one JSON value/],
    [rowsOfJson, '{"a":[{}],"b":[{}]}', /is a JSON object with 2 lists/],
    [rowsOfJson, '{"a":[{"b":1}', /line 1, .*: is not JSON/],
    [rowsOfJson, '[{"a":1}', /ends before its JSON does/],
    [rowsOfJson, '[{"a":1}]\n2', /goes on after the end of its JSON/],
    [rowsOfJson, '[{"a":1},[2]]', /must be an object, as the rows before/],
    [rowsOfJson, '[[1],{"a":2}]', /must be an array, as the rows before/],
    [rowsOfJson, `[{${Array.from({ length: 1001 }, (_, at) => `"${at}":1`).join()}}]`, /more than 1000 different keys/]
  ] as const)("is refused with what to do: %o %s", async (open, text, said) => {
    const { message } = await open(text).then(
      () => new Error("not refused"),
      (cause: unknown) => cause as Error
    )
    expect(message).toMatch(said)
    expect(
      germanOf(message)
        .replace("plan.csv", "")
        .replaceAll(/„.*?“|"[^"]*"/g, "")
    ).not.toMatch(ENGLISH)
  })
})

it("a file of JSON has its keys as columns", async () => {
  const { headers, rows } = await rowsOfJson('[{"Task":"Dig","Hours":2},{"Task":"Sow"}]')
  expect([headers, rows.map(({ cells }) => cells)]).toEqual([
    ["Task", "Hours"],
    [
      ["Dig", "2"],
      ["Sow", ""]
    ]
  ])
  expect((await rowsOfJson('{"Task":"Dig"}\n{"Task":"Sow"}\n', "ndjson")).rows).toHaveLength(2)
})

describe("what the columns of a file become", () => {
  it("keeps the people of our own sheets that nobody here is", async () => {
    const head = "Name,Group,Status,Priority,Due date,Description"
    for (const title of ["Zuständig", "Kürzel (assignees)"]) {
      const { body } = await prepared(`${head},${title}\nDig,Doing,To do,Medium,,,nobody@example.com\n`)
      expect(body.columnMappings.find(({ index }) => index === 6)).toMatchObject({ type: "person", binds: true })
    }
  })

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

  it("is the group where a header says so, and the status too where that is the only one", async () => {
    expect(await kinds("Task,List,Status\nDig,North,Done\n")).toMatchObject({ List: "group", Status: "status" })
    expect(await kinds("Task,List\nDig,Done\nSow,To do\n")).toEqual({ Task: "name", List: "status group" })
  })

  it("is one name, one group, one description and one list of assignees", () => {
    const kinds = ["name", "status group", "assignees", "description", "date"]
    expect(choose(kinds, 4, "group")).toEqual(["name", "status", "assignees", "description", "group"])
    expect(choose(kinds, 4, "assignees")).toEqual(["name", "status group", "person", "description", "assignees"])
    expect(choose(kinds, 3, "name")).toEqual(["text", "status group", "assignees", "name", "date"])
    expect(choose(kinds, 3, "date")).toEqual(["name", "status group", "assignees", "date", "date"])
  })

  it("is not inferred where no column has the names", async () => {
    expect(mappingOf(await read("Task,Due\nDig,2027-03-01\n"), ["skip", "date"], new Map())).toBeNull()
  })

  it("are read by the browser's clock, but for the times of our own Excel files", async () => {
    const headers = "Name,Group,Assignees,Description,Stage (status),Level (priority),Due (due date)"
    const file = await read(`${headers}\nDig,,,,,,2027-03-01 09:00\n`)
    const zoneOf = (format: "csv" | "xlsx", own: ReturnType<typeof ownChoices>) =>
      mappingOf({ ...file, format }, kindsOf(file, own), own)?.columns.find(({ type }) => type === "date")?.date
        ?.timeZone
    const own = ownChoices(file.headers)
    expect(own.size).toBeGreaterThan(0)
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    expect([zoneOf("xlsx", own), zoneOf("csv", own), zoneOf("xlsx", new Map())]).toEqual(["UTC", timeZone, timeZone])
  })

  it("is what the headers of an exported file say, with the meanings of its labels", async () => {
    const text =
      "Name,Group,Assignees,Description,Stage (status: Open2 = pending; Shipped = done),Level (priority),Due (due date),Who (people),Skill (labels),Size (dropdown)\n" +
      'Dig,North,ada@example.com,Deep,Shipped,High,2027-03-01,ada@example.com,"Sowing, Digging",L\n'
    const found = Object.values(await kinds(text))
    expect(found).toEqual([
      ...["name", "group", "assignees", "description", "status", "priority", "date", "person", "labels", "dropdown"]
    ])
    expect(kindsFor(await read(text), 9)).toEqual(expect.arrayContaining(found))
    const { body } = await prepared(text)
    expect(body.columnMappings.slice(4)).toMatchObject([
      { name: "Stage", type: "status", meanings: { open2: "pending", shipped: "done" } },
      { name: "Level", type: "priority" },
      { name: "Due", type: "date" },
      { name: "Who", type: "person" },
      { name: "Skill", type: "labels" },
      { name: "Size", type: "dropdown" }
    ])
  })

  it("has times of the browser's zone where the file names none", async () => {
    const { body } = await prepared("Task,Due\nDig,2027-04-05 23:30\nSow,2027-04-05T23:30Z\n")
    expect(body.rows.map(({ "1": due }) => due)).toEqual([
      new Date(2027, 3, 5, 23, 30).toISOString(),
      "2027-04-05T23:30:00.000Z"
    ])
  })

  it("asks how dates and numbers are read that could be either", async () => {
    const file = await read("Task,Due,Cost\nDig,1/2/2027,1.234\nSow,3/4/2027,5.678\n")
    const formats = (index: number) => kindsFor(file, index).flatMap((kind) => kind.split(/^(?:date|number) /).slice(1))
    expect([0, 1, 2].map(formats)).toEqual([[], ["day-first", "month-first"], ["1,234.56", "1.234,56"]])
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
        { index: 1, name: "Task" },
        { index: 0, name: "Note", type: "text" }
      ],
      rows: [{ 0: "dry", 1: "Dig" }, {}, { 1: "Sow" }],
      matchPeople: true
    })
    expect(warnings).toEqual([])
  })

  it("assigns the members in the column of people whose header says best that they do the tasks", async () => {
    const { body } = await prepared("Task,Reporter*,Owner,Assignee\nDig,Ada,Bob,Cy\n")
    expect(body.columnMappings.slice(1)).toEqual([
      { index: 1, name: "Reporter*", type: "person" },
      { index: 2, name: "Owner", type: "person" },
      { index: 3, name: "Assignee", type: "person", binds: true }
    ])
    const chosen = await prepared("Task,Reviewer\nDig,Ada\n", (kinds) => kinds.splice(1, 1, "person"))
    expect(chosen.body.columnMappings[1]).toEqual({ index: 1, name: "Reviewer", type: "person" })
  })

  it("maps columns to the parts of a task that they are chosen for", async () => {
    const text = "Task,List,Who,Why\nDig,Done,a@example.com,dry\n"
    const { body } = await prepared(text, (kinds) => kinds.splice(2, 2, "assignees", "description"))
    expect(body.columnMappings.slice(1)).toEqual([
      { index: 4, name: "List", field: "group" },
      { index: 1, name: "List", type: "status", meanings: { done: "done" } },
      { index: 2, name: "Who", field: "assignees" },
      { index: 3, name: "Why", field: "description" }
    ])
    expect(body.rows).toEqual([{ 0: "Dig", 1: "Done", 2: "a@example.com", 3: "dry", 4: "Done" }])
    const only = await prepared(text, (kinds) => kinds.splice(1, 3, "group", "skip", "skip"))
    expect(only.body.columnMappings.slice(1)).toEqual([{ index: 1, name: "List", field: "group" }])
    expect(only.body.rows).toEqual([{ 0: "Dig", 1: "Done" }])
  })

  it("puts the day when a task is due before other dates", async () => {
    const { body } = await prepared("Task,Party,Due\nDig,2027-03-01,2027-03-02\n")
    expect(body.columnMappings.map(({ name }) => name)).toEqual(["Task", "Due", "Party"])
  })

  it("has a date that is not when a task is due as a date that sets no field", async () => {
    const { body } = await prepared("Task,Created,Due\nDig,2027-03-01 14:30,2027-03-02\n")
    expect(body.columnMappings.slice(1)).toEqual([
      { index: 1, name: "Created", type: "date", binds: false },
      { index: 2, name: "Due", type: "date" }
    ])
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

  it("has parts of the task, and the column that the parents name", async () => {
    const { body } = await prepared("Summary,Issue key,Parent key,Subtasks\nDig,S-1,,[x] Rest\nSow,S-2,S-1,\n")
    expect(body.columnMappings.slice(1)).toEqual([
      { index: 1, name: "Issue key", type: "text" },
      { index: 2, name: "Parent key", field: "parent", keyIndex: 1 },
      { index: 3, name: "Subtasks", field: "checklist" }
    ])
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
      [3, "soon", "is not a date from 1000 to 9999; kept as text"]
    ])
    for (const { message } of warnings) expect(germanOf(message)).not.toMatch(ENGLISH)
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
    const refused = read(text)
    await expect(refused).rejects.toThrow(reason)
    const german = await refused.catch((error: Error) => germanOf(error.message))
    expect(german).toMatch(/^plan\.csv.*: /)
    expect(german).not.toMatch(ENGLISH)
  })
})
