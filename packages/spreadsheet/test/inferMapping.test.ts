import { assert, describe, it } from "vitest"
import type { MappingChoices } from "../src/ColumnPlan.js"
import { sheetTargets } from "../src/sheetTargets.js"
import { fileOf, inferFile } from "./support/sheets.js"

const inferred = async (rows: ReadonlyArray<string>, choices: MappingChoices = {}) =>
  (await inferFile(fileOf("x.csv", rows.join("\n")), { delimiter: ";" }, choices)).mapping

describe("types", () => {
  it("come from headers in several languages, and from cells where headers say nothing", async () => {
    const { columns, groupIndex, nameIndex } = await inferred([
      "Nr;Titel;Liste;Zustand;Dringlichkeit;Frist;Zuständig;A;B;C;D;E;F;Leer",
      "1;Eins;L1;Offen;Hoch;31.12.2026;Ada;a@b.de;https://x.de;ja;1,5;19/Nov/26;in progress;",
      "2;Zwei;L2;Fertig;Tief;01.02.2027;Bob;c@d.de;http://y.de;nein;2;20/Nov/26;Done;"
    ])
    assert.deepStrictEqual([nameIndex, groupIndex], [1, 2])
    assert.deepStrictEqual(
      columns.map(({ type }) => type),
      [..."number status priority date person email url checkbox number date status".split(" ")]
    )
  })

  it("that headers promise and cells do not keep are text", async () => {
    const { columns } = await inferred(["Name;Due;Code;Created", "A;soon;007;2026-01-01", "B;later;012;2026-01-02"])
    assert.deepStrictEqual(
      columns.map(({ type }) => type),
      ["text", "text", "timestamp"]
    )
  })

  it("of dates are those of most cells, and of half of them where the header says so", async () => {
    const types = async (header: string, ...cells: ReadonlyArray<string>) => {
      const { columns } = await inferred([`Name;${header}`, ...cells.map((cell) => `A;${cell}`)])
      return columns[0]?.type
    }
    assert.strictEqual(await types("Due", "2026-01-01", "tbd"), "date")
    assert.strictEqual(await types("Due", "2026-01-01", "tbd", "later"), "text")
    assert.strictEqual(await types("When", "2026-01-01", "2026-01-02", "tbd"), "text")
    assert.strictEqual(await types("PLZ", "80331", "10115", "20095", "50667", "01067"), "text")
  })

  it("of versions are text, and of milliseconds dates where the header says so", async () => {
    const { columns } = await inferred([
      "Name;Version;Fix Version/s;Due Date;EAN",
      "A;1.4.12;1.9;1767225600000;4006381333931",
      "B;1.5.12;1.10;1769904000000;4006381333948"
    ])
    assert.deepStrictEqual(Object.fromEntries(columns.map(({ header, type }) => [header, type])), {
      Version: "text",
      "Fix Version/s": "text",
      "Due Date": "date",
      EAN: "number"
    })
  })

  it("of amounts in one currency are numbers, which the column names", async () => {
    const { mapping, sheet } = await inferFile(
      fileOf("x.csv", "Name;Budget;Cost in $;Price;Rate\nA;1.200,50 €;$5.00;5 €;50 %\nB;(80 €);;$6;60 %"),
      { delimiter: ";" }
    )
    const { convert, targets } = sheetTargets(mapping, sheet.headers)
    assert.deepStrictEqual(
      targets.map(({ header, type }) => [header, type]),
      [
        ["Name", undefined],
        ["Budget (€)", "number"],
        ["Cost in $", "number"],
        ["Price", "text"],
        ["Rate", "text"]
      ]
    )
    const chosen = { columns: new Map([[3, { type: "number" }]]) }
    const two = await inferred(["Name;A;B;Price", "A;1;(1);5 €", "B;2;(2);$6"], chosen)
    assert.deepStrictEqual(
      two.columns.map(({ name, type }) => [name, type]),
      [
        ["A", "number"],
        ["B", "text"],
        ["Price", "number"]
      ]
    )
    assert.deepStrictEqual(
      sheet.rows.map((row) => convert(row).cells),
      [
        ["A", "1200.50", "5.00", "5 €", "50 %"],
        ["B", "-80", "", "$6", "60 %"]
      ]
    )
  })

  it("are the same for numbers with spaces and for labels in German", async () => {
    const { columns } = await inferred(["Name;Cost;Stand", "A;1 234;zu erledigen", "B;12 345 678;Erledigt"])
    assert.deepStrictEqual(
      columns.map(({ number, type }) => [type, number]),
      [
        ["number", "1,234.56"],
        ["status", null]
      ]
    )
  })

  it("of a status and a priority have the meanings of labels that are known", async () => {
    const { columns } = await inferred([
      "Name;Status;Wichtigkeit;Notiz",
      "A;ERLEDIGT;Hoch;Gut so",
      "B;Blockiert;Gering;Offen",
      "C;Offen;Anders;Offen"
    ])
    assert.deepStrictEqual(
      columns.map(({ meanings }) => meanings),
      [{ erledigt: "done", offen: "pending" }, { hoch: "high", gering: "low" }, undefined]
    )
    const [chosen] = (await inferred(["Name;S", "A;x"], { columns: new Map([[1, { type: "status" }]]) })).columns
    assert.strictEqual(chosen?.meanings, undefined)
  })

  it("that fill a field of the task begin with the column whose header says so", async () => {
    const firstOf = async (header: string, ...rows: ReadonlyArray<string>) => {
      const { columns } = await inferred([`Name;${header}`, ...rows])
      return ["date", "status", "priority"].map(
        (type) => columns.find((column) => column.type === type)?.header ?? null
      )
    }
    assert.deepStrictEqual(await firstOf("Eingang;Fällig bis", "A;01.02.2027;15.03.2027"), ["Fällig bis", null, null])
    assert.deepStrictEqual(await firstOf("Created time;Last edited time", "A;2027-02-01;2027-02-02"), [
      null,
      null,
      null
    ])
    assert.deepStrictEqual(await firstOf("Timeline - Start;Timeline - End", "A;2027-02-01;2027-02-02"), [
      ...["Timeline - End", null, null]
    ])
    assert.deepStrictEqual(await firstOf("Angelegt am;Submission deadline", "A;2027-02-01;2027-02-02"), [
      ...["Submission deadline", null, null]
    ])
    assert.deepStrictEqual(await firstOf("Screening interview", "A;2027-02-01"), ["Screening interview", null, null])
    assert.deepStrictEqual(await firstOf("Design;Status", "A;Done;In progress"), [null, "Status", null])
    assert.deepStrictEqual(await firstOf("Risiko;Priorität", "A;hoch;niedrig", "B;niedrig;hoch"), [
      ...[null, null, "Priorität"]
    ])
  })

  it("of no name column: the first that tells rows apart is the name", async () => {
    const rows = Array.from({ length: 30 }, (_, n) => `${n};L${n % 3};Thing ${n}`)
    assert.strictEqual((await inferred(["Id;Kind;What", ...rows])).nameIndex, 2)
    assert.strictEqual((await inferred(["A;B;C", "x;done;Sow", "x;done;Mow", "x;done;Dig"])).nameIndex, 2)
  })

  it("of a column headed as the name: it is the name though half of its cells are blank", async () => {
    const nameOf = async (...rows: ReadonlyArray<string>) => (await inferred(rows)).nameIndex
    assert.strictEqual(await nameOf("Area;Task;Due", "North;Roof;2027-01-01", "South;;2027-01-02", "East;Paint;"), 1)
    assert.strictEqual(await nameOf("Task;Status;Owner Notes", "1;Open;Ask Ada", ";Done;Ask Bob", "3;Open;Call"), 0)
    assert.strictEqual(await nameOf("Ticket;Title;Comment", "T-1;Sow;Soon", "T-2;;Later"), 1)
    assert.strictEqual(await nameOf("Area;Task", "North;Roof", "South;", "East;"), 0)
  })

  it("of two columns for the name: the one that every row has, and of tasks before people", async () => {
    assert.strictEqual((await inferred(["Task name;Title", "Dig;Sow", ";Mow"])).nameIndex, 1)
    assert.strictEqual((await inferred(["Name;Task", "Ada;Sow", "Bob;Mow"])).nameIndex, 1)
  })
})

describe("an exported sheet", () => {
  it("has its fields first, and columns of the board that set none", async () => {
    const { columns, groupIndex, left, nameIndex } = await inferred([
      "Name;Group;Status;Priority;Due date;Assignees;Description;Task name;Parent;Subtasks;Notes;Review",
      "Sow;Beds;done;high;;;;Dig;Mow;Rake;Call Ada;2027-01-01",
      "Mow;Beds;done;high;;;;Hoe;;[x] Weed;Call Bob;2027-01-02"
    ])
    assert.deepStrictEqual([nameIndex, groupIndex, left.length], [0, 1, 3])
    assert.deepStrictEqual(
      columns.map(({ type }) => type),
      ["status", "priority", "text", "text", "text", "text", "timestamp"]
    )
  })

  it("has the parts that are chosen", async () => {
    const { columns } = await inferred(
      ["Name;Group;Status;Priority;Due date;Assignees;Description;Parent", "Sow;;;;;;;", "Mow;;;;;;;Sow"],
      { columns: new Map([[7, { type: "parent" }]]) }
    )
    assert.deepStrictEqual(
      columns.map(({ type }) => type),
      ["parent"]
    )
  })
})

describe("the order of day and month", () => {
  const dates = (...values: ReadonlyArray<string>) => ["Name;Due", ...values.map((value) => `A;${value}`)]

  it("is that of the one date that shows it, wherever it is", async () => {
    const many = Array.from({ length: 500 }, () => "01/02/2026")
    const orderOf = async (...values: ReadonlyArray<string>) => {
      const { dotted, order } = (await inferred(dates(...values))).columns[0]?.date ?? {}
      return values[0]?.includes(".") === true ? dotted : order
    }
    assert.strictEqual(await orderOf(...many, "13/02/2026"), "day-first")
    assert.strictEqual(await orderOf(...many, "02/13/2026"), "month-first")
    assert.strictEqual(await orderOf("01.02.2026"), "day-first")
    assert.strictEqual(await orderOf("01.13.2026", "01.02.2026"), "month-first")
  })

  it("of dates with dots shows nothing of others", async () => {
    const mixed = async (...values: ReadonlyArray<string>) => {
      const { columns, questions } = await inferred(dates(...values))
      return [columns[0]?.date?.order, columns[0]?.date?.dotted, questions.length]
    }
    assert.deepStrictEqual(await mixed("04.03.2027", "12/31/2026"), ["month-first", "day-first", 0])
    assert.deepStrictEqual(await mixed("12.31.2027", "04.03.2027"), ["day-first", "month-first", 0])
    assert.deepStrictEqual(await mixed("31.12.2027", "04/03/2027"), [undefined, undefined, 1])
    assert.deepStrictEqual(await mixed("31.12.2027", "12.31.2027"), [undefined, undefined, 1])
  })

  it("is that of the other date columns with the same separator, where its own dates leave it open", async () => {
    const of = async (...rows: ReadonlyArray<string>) => await inferred(["Name;Due;Start", ...rows])
    const shown = await of("A;01/02/2026;13/02/2026", "B;;")
    assert.deepStrictEqual(
      shown.columns.map(({ date }) => date?.order),
      ["day-first", "day-first"]
    )
    assert.deepStrictEqual(shown.questions, [])
    assert.strictEqual((await of("A;01/02/2026;02/13/2026")).columns[0]?.date?.order, "month-first")
    const asked = async (...rows: ReadonlyArray<string>) => (await of(...rows)).questions.map(({ ask }) => ask)
    assert.deepStrictEqual(await asked("A;01/02/2026;13-02-2026"), ["date-order"])
    assert.deepStrictEqual(await asked("A;01/02/2026;13/02/2026", "B;;02/13/2026"), ["date-order", "date-conflict"])
  })

  it("is asked for where no date or two dates show it, and can be said", async () => {
    const unclear = await inferred(dates("05/05/2026", "01/02/2026"))
    assert.deepStrictEqual(unclear.questions, [
      { column: 1, header: "Due", ask: "date-order", examples: [{ line: 3, value: "01/02/2026" }] }
    ])
    const conflict = await inferred(dates("13/02/2026", "02/13/2026"))
    assert.deepStrictEqual(
      conflict.questions[0]?.examples.map(({ line }) => line),
      [2, 3]
    )
    assert.strictEqual(conflict.questions[0]?.ask, "date-conflict")
    const said = await inferred(dates("01/02/2026"), { dateFormat: "month-first" })
    assert.deepStrictEqual([said.questions.length, said.columns[0]?.date?.order], [0, "month-first"])
    const format = await inferred(dates("01/02/2026"), {
      columns: new Map([[1, { dateFormat: "dd/MM/yyyy" }]])
    })
    assert.strictEqual(format.columns[0]?.date?.format, "dd/MM/yyyy")
    assert.deepStrictEqual((await inferred(dates("05/05/2026"))).questions, [])
  })
})

it("the format of numbers is that of the number that shows it, and asked for where none does", async () => {
  const numbers = (...values: ReadonlyArray<string>) => ["Name;N", ...values.map((value) => `A;${value}`)]
  assert.strictEqual((await inferred(numbers("1.234", "1.234,5"))).columns[0]?.number, "1.234,56")
  assert.strictEqual((await inferred(numbers("1,234", "0.5"))).columns[0]?.number, "1,234.56")
  const unclear = await inferred(numbers("5", "1.234"))
  assert.deepStrictEqual(
    unclear.questions.map(({ ask }) => ask),
    ["number-format"]
  )
  const said = await inferred(numbers("1.234"), { numberFormat: "1.234,56" })
  assert.deepStrictEqual([said.questions.length, said.columns[0]?.number], [0, "1.234,56"])
  assert.strictEqual((await inferred(numbers("1.5", "1,5"))).columns[0]?.number, null)
})

it("what is chosen takes precedence over what is inferred", async () => {
  const mapping = await inferred(["Name;Title;Stage;Due;Notes", "A;B;To do;2026-01-02;x"], {
    nameIndex: 1,
    groupIndex: 2,
    columns: new Map([
      [3, { type: "text", name: "Fällig" }],
      [4, { type: "skip" }]
    ])
  })
  assert.deepStrictEqual([mapping.nameIndex, mapping.groupIndex], [1, 2])
  assert.deepStrictEqual(
    mapping.columns.map(({ name, type }) => `${name}: ${type}`),
    ["Name: text", "Stage: status", "Fällig: text"]
  )
  assert.deepStrictEqual(mapping.left, [{ index: 4, header: "Notes", reason: "skipped" }])
})

describe("parts of the task", () => {
  const typesOf = async (rows: ReadonlyArray<string>, choices: MappingChoices = {}) =>
    Object.fromEntries((await inferred(rows, choices)).columns.map(({ header, type }) => [header, type]))

  it("come from headers, one column each, as far as the cells fit", async () => {
    assert.deepStrictEqual(
      await typesOf([
        "Name;Beschreibung;Notes;Tags;Subtasks;Parent task;Assignee;Assignee Email",
        "A;Text;More;x, y;[x] One;B;Ada;ada@example.org",
        "B;;;;;;Bob;"
      ]),
      {
        ...{ Beschreibung: "text", Notes: "description", Tags: "labels", Subtasks: "checklist" },
        ...{ "Parent task": "parent", Assignee: "person", "Assignee Email": "assignees" }
      }
    )
    assert.deepStrictEqual(await typesOf(["Name;Notes;Subtasks;Assignee Email", "A;12;3;ada"]), {
      ...{ Notes: "number", Subtasks: "number", "Assignee Email": "email" }
    })
  })

  it("are not taken for addresses where they are JSON", async () => {
    assert.deepStrictEqual(await typesOf(["Name;Value", `A;"{""@"":{"""":7.4e-323}}"`]), {
      Value: "text"
    })
    assert.deepStrictEqual(await typesOf(["Name;Value", "A;ada@example.org"]), { Value: "email" })
  })

  it("are choices where few texts fill many rows", async () => {
    const rows = Array.from({ length: 20 }, (_, at) => `Task ${at};${["Web", "App"][at % 2]};Area ${at % 5};${at % 4}x`)
    assert.deepStrictEqual(await typesOf(["Name;Area;Part;Mark", ...rows]), {
      ...{ Area: "dropdown", Part: "text", Mark: "dropdown" }
    })
    assert.deepStrictEqual(await typesOf(["Name;Area;Part;Mark", ...rows.slice(1)]), {
      ...{ Area: "text", Part: "text", Mark: "text" }
    })
  })

  it("give way to columns that are chosen", async () => {
    const choices = { columns: new Map([[2, { type: "description" }]]) }
    assert.deepStrictEqual(await typesOf(["Name;Notes;Long", "A;one;two"], choices), {
      Notes: "text",
      Long: "description"
    })
  })

  it("have the keys of parents in the column that their header is about", async () => {
    const keyOf = async (header: string) =>
      (await inferred([header, "A;1;2;3;u"])).columns.find(({ type }) => type === "parent")
    assert.strictEqual((await keyOf("Summary;Issue key;Issue id;Parent id;URL"))?.keyIndex, 2)
    assert.strictEqual((await keyOf("Summary;Issue key;Issue id;Parent key;URL"))?.keyIndex, 1)
    assert.strictEqual((await keyOf("Title;A;B;Parent issue;URL"))?.keyIndex, 4)
    assert.isUndefined((await keyOf("Name;A;B;Parent task;C"))?.keyIndex)
  })

  it("have no parent among epics, whose tasks have fields of their own", async () => {
    const rows = ["Summary;Issue Type;Issue key;Parent key", "A;Epic;S-1;", "B;Story;S-2;S-1"]
    assert.strictEqual((await typesOf(rows))["Parent key"], "text")
  })
})

describe("the marks of done tasks", () => {
  const statuses = async (rows: ReadonlyArray<string>, choices: MappingChoices = {}) => {
    const { mapping, sheet } = await inferFile(fileOf("x.csv", rows.join("\n")), { delimiter: ";" }, choices)
    const { convert, targets } = sheetTargets(mapping, sheet.headers)
    const status = targets.find(({ type }) => type === "status")
    return { status, cells: sheet.rows.map((row) => convert(row).cells[status?.index ?? -1]), targets }
  }

  it("become a status: dates of completion, crosses and what means yes", async () => {
    const asana = await statuses(["Name;Completed At;Due Date", "A;2026-01-02;2026-01-01", "B;;2026-01-01"])
    assert.deepStrictEqual([asana.status?.header, asana.cells], ["Status", ["Done", ""]])
    assert.deepInclude(
      asana.targets.find(({ header }) => header === "Completed At"),
      { type: "date", binds: false }
    )
    const german = await statuses(["Aufgabe;Erledigt", "A;x", "B;nein", "C;", "D;ja"])
    assert.deepStrictEqual(german.cells, ["Erledigt", "", "", "Erledigt"])
  })

  it("do not where a column is a status, says when tasks are due, or holds something else", async () => {
    const none = { status: undefined }
    assert.include(await statuses(["Name;Erledigt bis", "A;2026-01-02"]), none)
    for (const header of ["Not done", "Noch nicht erledigt", "To be completed by", "Done by", "Target completed date"])
      assert.include(await statuses([`Name;${header}`, "A;x"]), none, header)
    assert.include(await statuses(["Name;Done", "A;the wall"]), none)
    const { status } = await statuses(["Name;Stage;Done", "A;in progress;x", "B;done;"])
    assert.strictEqual(status?.header, "Stage")
  })

  it("are in the column that is chosen for them, besides a status of its own", async () => {
    const columns = new Map([[2, { type: "Done" }]])
    const { cells, status, targets } = await statuses(["Name;Status;Resolution", "A;open;Fixed", "B;open;"], {
      columns
    })
    assert.deepStrictEqual([status?.header, cells], ["Status 2", ["Done", ""]])
    assert.deepStrictEqual(targets.at(-1)?.type, "text")
  })
})
