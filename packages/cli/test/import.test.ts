import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { aWorkspaceOf, seen, testDatabases } from "./boards/database.js"

const databases = testDatabases()

const SPRING = `Task;Bereich;Status;Due;Owner
Dig the beds;Beds;Done;01.03.2027;ada@example.com
Sow peas;Beds;Working on it;25.03.2027;
;;;;
Plant beans;Later;Not started;soon;nobody@example.com
`

describe.each([
  ["SQLite", databases.sqlite],
  ["PostgreSQL", databases.postgres]
])("boardwright import on %s", (kind, make) => {
  it("makes a board of a spreadsheet, and writes its id", async () => {
    const { cli, folder, run } = await make(`${kind} main`)
    const { ownerId } = await run(aWorkspaceOf("ada@example.com"))
    writeFileSync(join(folder, "Spring.csv"), SPRING)
    const { code, stderr, stdout } = await cli([
      "import",
      "Spring.csv",
      "--map",
      "Owner=assignees",
      "--map",
      "Due=date"
    ])
    expect([code, stderr]).toEqual([
      0,
      `Spring.csv: text, utf-8, cells divided by semicolon; 3 rows
COLUMN   BECOMES           FIRST CELLS
Task     task's name       Dig the beds | Sow peas | Plant beans
Bereich  group             Beds | Beds | Later
Status   status            Done | Working on it | Not started
Due      date (day-first)  01.03.2027 | 25.03.2027 | soon
Owner    assignees         ada@example.com | nobody@example.com
Imported into "Spring": 3 tasks, 1 row skipped, 2 warnings
  line 5, column "Due", "soon": is no date from 1970 to 9999; kept as text
  line 5, column "Owner", "nobody@example.com": is no user's address; left out
`
    ])
    expect(stdout).toMatch(/^[0-9a-f-]{36}\n$/)
    const { tasks, ...board } = await run(seen(stdout.trim()))
    expect(board).toMatchObject({
      name: "Spring",
      columns: [
        ["Status", "status"],
        ["Due", "date"]
      ]
    })
    expect(tasks).toMatchObject([
      {
        name: "Dig the beds",
        group: "Beds",
        status: "done",
        dueDate: "2027-03-01T00:00:00.000Z",
        assignees: [ownerId]
      },
      { name: "Sow peas", group: "Beds", status: "working", dueDate: "2027-03-25T00:00:00.000Z", assignees: [] },
      { name: "Plant beans", group: "Later", status: "pending", dueDate: null, values: { Due: "soon" } }
    ])
  })
})
