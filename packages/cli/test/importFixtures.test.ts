import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { aWorkspaceOf, seen, type TestDatabase, testDatabases } from "./boards/database.js"

const databases = testDatabases()
const FIXTURES = join(import.meta.dirname, "../../spreadsheet/test/fixtures")

interface Expected {
  readonly file: string
  readonly counts: {
    readonly imported: number
    readonly subtasks: number
    readonly skipped: number
    readonly warnings: number
  }
  readonly groups: ReadonlyArray<string>
  /** The first task's name, status and priority, the day that it is due, and some of its columns. */
  readonly first: readonly [name: string, status: string, priority: string, due: string, values: object]
  /** The first task's description, subtasks and assignees. */
  readonly parts?: {
    readonly description?: string
    readonly subtasks?: ReadonlyArray<string>
    readonly isAdas?: boolean
  }
  /** Types that are the board's columns. */
  readonly types?: Readonly<Record<string, string>>
  /** The lines of the first warnings. */
  readonly lines?: ReadonlyArray<number>
}

const imported = (count: number, skipped = 0, warnings = 0, subtasks = 0) => {
  return { imported: count, subtasks, skipped, warnings }
}
const PLAIN = ["New group"]
const DUE = "2026-12-31T00:00:00.000Z"

const SHAPES: ReadonlyArray<Expected> = [
  {
    file: "asana.csv",
    counts: imported(2, 0, 1, 1),
    groups: ["To do", "Done"],
    first: [
      ...(["Write the imprint", "pending", "medium", "2026-11-19T00:00:00.000Z"] as const),
      { "Section/Column": "To do", Assignee: "Ada Lovelace", Tags: ["legal", "web"] }
    ],
    parts: { description: '=HYPERLINK("https://example.org")', isAdas: true },
    types: { Tags: "labels", "Start Date": "date", Assignee: "person" },
    lines: [4]
  },
  {
    file: "excel-german.xlsx",
    counts: imported(3, 1, 1),
    groups: ["Vertrieb", "Einkauf"],
    first: ["Angebot schreiben", "working", "high", DUE, { Kosten: "1234.56", Stunden: "7.5", Erledigt: "false" }],
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
    counts: imported(3, 0, 1, 1),
    groups: PLAIN,
    first: ['Fix "the" header', "working", "medium", DUE, { Assignees: "ada, grace", Estimate: "3", Labels: ["bug"] }],
    parts: { subtasks: ["[x] Measure the header"] },
    types: { Labels: "labels", Assignees: "person", Status: "status", "Target Date": "date" },
    lines: [5]
  },
  {
    file: "jira.csv",
    counts: imported(2, 0, 1, 1),
    groups: PLAIN,
    first: [
      ...(["Pay by card", "working", "Highest", DUE] as const),
      { "Issue key": "SHOP-1", Created: "2026-11-14T15:42:00.000Z", Labels: ["payments"], "Labels 2": ["web"] }
    ],
    parts: { description: 'h2. Goal\nCards, "all" of them', subtasks: ["[x] Ask the bank"] },
    types: { Labels: "labels", Priority: "priority", "Due date": "date", Created: "date" },
    lines: [5]
  },
  {
    file: "kanboard.csv",
    counts: imported(3),
    groups: ["Work in progress", "Done", "Backlog"],
    first: [
      // 12/05/2026 is 5 December: other columns have dates such as 11/14/2026.
      ...(["Write the imprint", "pending", "medium", "2026-12-05T00:00:00.000Z"] as const),
      { "Assignee Name": "Ada Lovelace", Category: "Legal", Reference: "SHOP-7", "Time spent": "1.5" }
    ],
    types: { Status: "status", "Due date": "date", "Creation date": "date", "Assignee Name": "person" }
  },
  {
    file: "monday-board.xlsx",
    counts: imported(4, 8, 3, 2),
    groups: ["This week", "Next week"],
    first: [
      ...(["Write the imprint", "working", "high", "2026-11-19T00:00:00.000Z"] as const),
      { Owner: "Ada Lovelace", Budget: "1200.5" }
    ],
    types: { Owner: "person", Status: "status", "Due date": "date", Priority: "priority" },
    lines: [9, 12, 17]
  },
  {
    file: "trello-board.json",
    counts: imported(2, 0, 0, 2),
    groups: ["To Do", "Done"],
    first: [
      ...(["Write the imprint", "pending", "medium", "2026-11-19T09:00:00.000Z"] as const),
      { Labels: ["Urgent", "Design"], Members: "Ada Lovelace", Cost: "12.5", Size: "Large" }
    ],
    parts: { description: "Name, address\nand mail", subtasks: ["[x] Ask the lawyer", "[ ] Publish"] },
    types: { Labels: "labels", Members: "person", Due: "date" }
  },
  {
    file: "trello.csv",
    counts: imported(2),
    groups: ["To Do", "Done"],
    first: [
      ...(["Write the imprint", "pending", "medium", "2026-11-19T09:00:00.000Z"] as const),
      { Labels: ["Urgent (red)", "Design (blue)"], "List Name": "To Do" }
    ],
    parts: { description: "Name, address\nand mail" },
    types: { Labels: "labels", Members: "person", "Due Date": "date" }
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
    first: ["Tür streichen – außen", "pending", "medium", DUE, { Zuständig: "Jürgen", "Kosten (€)": "1234.50" }]
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

  it.each(SHAPES)("$file", async ({ counts, file, first, groups, lines = [], parts = {}, types = {} }) => {
    const { code, stdout } = await database.cli(["import", join(FIXTURES, file), "--json"])
    const report = JSON.parse(stdout) as Report
    expect([code, report]).toMatchObject([0, { ...counts, name: file.replace(/\.\w+$/, "") }])
    expect(report.firstWarnings.map(({ line }) => line)).toEqual(lines)
    const { columns, tasks } = await database.run(seen(report.boardId))
    expect(Object.fromEntries(columns)).toMatchObject(types)
    expect([...new Set(tasks.map(({ group }) => group))]).toEqual(groups)
    const [name, status, priority, dueDate, values] = first
    expect(tasks[0]).toMatchObject({ name, group: groups[0], status, priority, dueDate, values })
    expect(tasks).toHaveLength(counts.imported)
    const { isAdas = false, ...others } = parts
    expect(tasks[0]).toMatchObject(others)
    expect(tasks[0]?.assignees).toHaveLength(isAdas ? 1 : 0)
    expect(tasks.flatMap(({ subtasks = [] }) => subtasks)).toHaveLength(counts.subtasks)
  })
})
