import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { aWorkspaceOf, seen, type TestDatabase, testDatabases } from "./boards/database.js"
import { xlsx } from "../../../test/support/xlsx.js"

const databases = testDatabases()

interface Case {
  readonly option: string
  readonly file: string
  readonly content: string | Buffer
  readonly words?: ReadonlyArray<string>
  /** A part of standard error. */
  readonly printed: string
  readonly columns: ReadonlyArray<readonly [name: string, type: string]>
  /** Each task's name, and its cell in each column. */
  readonly tasks: ReadonlyArray<ReadonlyArray<string>>
}

const TWO_SHEETS = xlsx({
  Plan: [
    ["Task", "Note"],
    ["Sow peas", "deep"]
  ],
  Later: [
    ["Task", "Note"],
    ["Plant beans", "in May"]
  ]
})
const NOTE = [["Note", "text"]] as const

// Each says what is not so, or not the same, without the option.
const CASES: ReadonlyArray<Case> = [
  {
    option: "lines of JSON, and no option",
    file: "lines.ndjson",
    content: '{"Task":"Sow peas","Note":"deep"}\n{"Task":"Dig","Note":"twice"}\n',
    printed: "lines.ndjson: NDJSON, utf-8; 2 rows\n",
    columns: NOTE,
    tasks: [
      ["Sow peas", "deep"],
      ["Dig", "twice"]
    ]
  },
  {
    option: "--name-column",
    file: "names.csv",
    content: "Note,Task,Title\ndeep,Sow peas,T1\n",
    words: ["--name-column", "Title"],
    printed: "Title   task's name  T1\n",
    columns: [
      ["Note", "text"],
      ["Task", "text"]
    ],
    tasks: [["T1", "deep", "Sow peas"]]
  },
  {
    option: "--delimiter",
    file: "plus.csv",
    content: "Task+Note\nSow, hoe; rake+deep\n",
    words: ["--delimiter", "+"],
    printed: 'plus.csv: text, utf-8, cells divided by "+"; 1 row\n',
    columns: NOTE,
    tasks: [["Sow, hoe; rake", "deep"]]
  },
  {
    option: "--encoding",
    file: "eight.csv",
    // Bytes that are UTF-8 as well, and another text.
    content: Buffer.from("Task,Note\nSÃ¤en,tief\n", "latin1"),
    words: ["--encoding", "windows-1252"],
    printed: "eight.csv: text, windows-1252, cells divided by comma; 1 row\n",
    columns: NOTE,
    tasks: [["SÃ¤en", "tief"]]
  },
  {
    option: "--sheet by its name",
    file: "named.xlsx",
    content: TWO_SHEETS,
    words: ["--sheet", "Later"],
    printed: 'named.xlsx: XLSX, sheet "Later" (--sheet takes others: "Plan"); 1 row',
    columns: NOTE,
    tasks: [["Plant beans", "in May"]]
  },
  {
    option: "--sheet by its number",
    file: "numbered.xlsx",
    content: TWO_SHEETS,
    words: ["--sheet", "2"],
    printed: 'numbered.xlsx: XLSX, sheet "Later" (--sheet takes others: "Plan"); 1 row',
    columns: NOTE,
    tasks: [["Plant beans", "in May"]]
  },
  {
    option: "--no-header",
    file: "bare.csv",
    content: "Task,Note\nSow peas,deep\n",
    words: ["--no-header"],
    printed: "Column 1  task's name  Task | Sow peas\n",
    columns: [["Column 2", "text"]],
    tasks: [
      ["Task", "Note"],
      ["Sow peas", "deep"]
    ]
  }
]

describe("boardwright import of", () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await databases.sqlite("options")
    await database.run(aWorkspaceOf("ada@example.com"))
  })

  it.each(CASES)("a file with $option", async ({ columns, content, file, tasks, printed, words = [] }) => {
    writeFileSync(join(database.folder, file), content)
    const { code, stderr, stdout } = await database.cli(["import", file, ...words])
    expect([code, stderr]).toEqual([0, expect.stringContaining(printed)])
    const board = await database.run(seen(stdout.trim()))
    expect(board.columns).toEqual(columns)
    expect(board.tasks.map(({ name, values }) => [name, ...columns.map(([column]) => values[column])])).toEqual(tasks)
  })

  it.each([
    [["plan.csv", "--sheet", "Plan"], "--sheet is for Excel files, and plan.csv is text"],
    [["plan.json", "--sheet", "2"], "--sheet is for Excel files, and plan.json is JSON"],
    [["plan.json", "--no-header"], "--no-header is for text and Excel files, and plan.json is JSON"],
    [["plan.xlsx", "--delimiter", ";"], "--delimiter is for text, and plan.xlsx is an Excel file"],
    [["plan.xlsx", "--encoding", "utf-8"], "--encoding is for text and JSON, and plan.xlsx is an Excel file"],
    [["plan.csv", "--force"], "--force goes with --rejects"]
  ])("a file with an option that has no effect on it is refused: %j", async (words, message) => {
    writeFileSync(join(database.folder, "plan.csv"), "Task\nSow peas\n")
    writeFileSync(join(database.folder, "plan.json"), '[{"Task":"Sow peas"}]')
    writeFileSync(join(database.folder, "plan.xlsx"), TWO_SHEETS)
    expect(await database.cli(["import", ...words])).toEqual({
      code: 2,
      stdout: "",
      stderr: `boardwright: ${message} (see boardwright import --help)\n`
    })
  })
})
