import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { aWorkspaceOf, seen, type TestDatabase, testDatabases } from "./boards/database.js"

const databases = testDatabases()
const FIXTURES = join(import.meta.dirname, "../../spreadsheet/test/fixtures")

interface Expected {
  readonly file: string
  readonly counts: { readonly imported: number; readonly skipped: number; readonly warnings: number }
  readonly groups: ReadonlyArray<string>
  /** The first task's name, status and priority, the day that it is due, and some of its columns. */
  readonly first: readonly [name: string, status: string, priority: string, due: string, values: object]
  /** The lines of the first warnings. */
  readonly lines?: ReadonlyArray<number>
}

const imported = (count: number, skipped = 0, warnings = 0) => ({ imported: count, skipped, warnings })
const PLAIN = ["New group"]
const DUE = "2026-12-31T00:00:00.000Z"

const SHAPES: ReadonlyArray<Expected> = [
  {
    file: "asana.csv",
    counts: imported(3),
    groups: ["To do", "Done", "New group"],
    first: [
      ...(["Write the imprint", "pending", "medium", "2026-11-19T00:00:00.000Z"] as const),
      { "Section/Column": "To do", "Assignee Email": "ada@example.org", Notes: '=HYPERLINK("https://example.org")' }
    ]
  },
  {
    file: "excel-german.xlsx",
    counts: imported(3, 1, 1),
    groups: ["Vertrieb", "Einkauf"],
    first: ["Angebot schreiben", "In Arbeit", "Hoch", DUE, { Kosten: "1234.56", Stunden: "7.5", Erledigt: "false" }],
    lines: [3]
  },
  {
    file: "excel-us.xlsx",
    counts: imported(2),
    groups: ["Sales", "Buying"],
    first: ["Write the offer", "pending", "high", DUE, { Cost: "1234.56", "Start Date": "2026-12-01" }]
  },
  {
    file: "github-project.tsv",
    counts: imported(3),
    groups: PLAIN,
    first: ['Fix "the" header', "working", "medium", DUE, { Assignees: "ada, grace", Estimate: "3", Labels: "bug" }]
  },
  {
    file: "jira.csv",
    counts: imported(2),
    groups: PLAIN,
    first: [
      ...(["Pay by card", "working", "Highest", DUE] as const),
      { "Issue key": "SHOP-1", Created: "2026-11-14T15:42:00.000Z", Description: 'h2. Goal\nCards, "all" of them' }
    ]
  },
  {
    file: "monday-board.xlsx",
    counts: imported(4, 8, 4),
    groups: ["This week", "Next week"],
    first: [
      ...(["Write the imprint", "working", "high", "2026-11-19T00:00:00.000Z"] as const),
      { Owner: "Ada Lovelace", Budget: "1200.5" }
    ],
    lines: [9, 10, 12, 17]
  },
  {
    file: "trello-board.json",
    counts: imported(2),
    groups: ["To Do", "Done"],
    first: [
      ...(["Write the imprint", "pending", "medium", "2026-11-19T09:00:00.000Z"] as const),
      { Labels: "Urgent, Design", Members: "Ada Lovelace", Cost: "12.5", Size: "Large" }
    ]
  },
  {
    file: "trello.csv",
    counts: imported(2),
    groups: ["To Do", "Done"],
    first: [
      ...(["Write the imprint", "pending", "medium", "2026-11-19T09:00:00.000Z"] as const),
      { "Card Description": "Name, address\nand mail", "List Name": "To Do" }
    ]
  },
  ...["utf-16be.tsv", "utf-16le-bom.tsv"].map((file): Expected => ({
    file,
    counts: imported(2),
    groups: PLAIN,
    first: ["Paint the café", "pending", "medium", DUE, { Owner: "Zoë" }]
  })),
  {
    file: "windows-1252.csv",
    counts: imported(2),
    groups: PLAIN,
    first: ["Tür streichen – außen", "pending", "medium", DUE, { Zuständig: "Jürgen", Kosten: "1.234,50 €" }]
  }
]

interface Report {
  readonly boardId: string
  readonly firstWarnings: ReadonlyArray<{ readonly line: number }>
}

describe("boardwright import takes, without a word said", () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await databases.sqlite("shapes")
    await database.run(aWorkspaceOf("ada@example.org"))
  })

  it.each(SHAPES)("$file", async ({ counts, file, first, groups, lines = [] }) => {
    const { code, stdout } = await database.cli(["import", join(FIXTURES, file), "--json"])
    const report = JSON.parse(stdout) as Report
    expect([code, report]).toMatchObject([0, { ...counts, name: file.replace(/\.\w+$/, "") }])
    expect(report.firstWarnings.map(({ line }) => line)).toEqual(lines)
    const { tasks } = await database.run(seen(report.boardId))
    expect([...new Set(tasks.map(({ group }) => group))]).toEqual(groups)
    const [name, status, priority, dueDate, values] = first
    expect(tasks[0]).toMatchObject({ name, group: groups[0], status, priority, dueDate, values })
    expect(tasks).toHaveLength(counts.imported)
  })
})
