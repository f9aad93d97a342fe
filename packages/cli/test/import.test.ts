import { beforeAll, describe, expect, it } from "vitest"
import { aWorkspaceOf, seen, type TestDatabase, testDatabases, countBoards } from "./boards/database.js"

const databases = testDatabases()

const SPRING = `Task;Bereich;Status;Due;Owner
Dig the beds;Beds;Done;01.03.2027;ada@example.com
Sow peas;Beds;Working on it;25.03.2027;
;;;;
Plant beans;Later;Not started;soon;nobody@example.com
`

describe.each(databases.both)("boardwright import on %s", (kind, make) => {
  it("creates a board from a spreadsheet, and writes its id", async () => {
    const { cli, run, write } = await make(`${kind} main`)
    const { ownerId } = await run(aWorkspaceOf("ada@example.com"))
    write("Spring.csv", SPRING)
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
  line 5, column "Due", "soon": is not a date from 1000 to 9999; kept as text
  line 5, column "Owner", "nobody@example.com": is not the address of a user; left out
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

describe("boardwright import", () => {
  let database: TestDatabase
  let workspaceId = ""
  beforeAll(async () => {
    database = await databases.sqlite("rules")
    ;({ workspaceId } = await database.run(aWorkspaceOf("ada@example.com")))
    database.write("spring.csv", SPRING)
  })
  const boards = () => database.run(countBoards(workspaceId))
  const see = "(see boardwright import --help)"

  it("on a dry run prints the plan, the counts and the warnings, and creates no board", async () => {
    const before = await boards()
    const words = ["import", "spring.csv", "--map", "Due=date", "--dry-run"]
    const { code, stderr, stdout } = await database.cli(words)
    expect([code, stdout]).toEqual([0, ""])
    expect(stderr).toMatch(/^spring\.csv: .*\nCOLUMN /)
    expect(stderr).toContain(
      `Would import into "spring": 3 tasks, 1 row skipped, 1 warning; nothing was written
  line 5, column "Due", "soon": is not a date from 1000 to 9999; kept as text\n`
    )
    const json = JSON.parse((await database.cli([...words, "--json"])).stdout) as unknown
    const warning = { line: 5, column: "Due", value: "soon", message: "is not a date from 1000 to 9999; kept as text" }
    const counts = { imported: 3, subtasks: 0, skipped: 1, warnings: 1, firstWarnings: [warning] }
    expect(json).toEqual({ boardId: null, name: "spring", workspaceId, ...counts })
    expect(await boards()).toBe(before)
  })

  it("reads standard input, for which --board is required", async () => {
    expect(await database.cli(["import", "-"], SPRING)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/boardwright: --board is missing: standard input has no name \(see .*\)\n$/)
    })
    expect(await database.cli(["import", "-", "--board", " "], SPRING)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("boardwright: --board must have 1 to 255 characters (see")
    })
    const { code, stderr } = await database.cli(["import", "-", "--board", "Piped"], SPRING)
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^standard input: text[^]*Imported into "Piped": 3 tasks/)
    ])
  })

  it("requires an option for ambiguous dates, and shows examples", async () => {
    database.write("dates.csv", "Task,Due\nSow,01/02/2027\nReap,03/04/2027\n")
    const { code, stderr, stdout } = await database.cli(["import", "dates.csv"])
    const line = `"Due" could have the day or the month first (line 2: "01/02/2027"): give --date-format day-first or --date-format month-first`
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringMatching(/\n$/)])
    expect(stderr.trimEnd().split("\n").at(-1)).toBe(`boardwright: ${line} ${see}`)
    const unknown = await database.cli(["import", "dates.csv", "--date-format", "foo"])
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('such as dd.MM.yyyy, not "foo"')])
    const said = await database.cli(["import", "dates.csv", "--date-format", "month-first"])
    const { tasks } = await database.run(seen(said.stdout.trim()))
    expect(tasks.map(({ dueDate }) => dueDate)).toEqual(["2027-01-02T00:00:00.000Z", "2027-03-04T00:00:00.000Z"])
  })

  it("reports line, column, value and rule of the first 20 problems", async () => {
    const before = await boards()
    const rows = Array.from({ length: 30 }, (_, n) => `${"x".repeat(256)}${n},Done\n`).join("")
    database.write("long.csv", `Task,Status\nSow,Done\n${rows}`)
    const { code, stderr, stdout } = await database.cli(["import", "long.csv"])
    const lines = stderr.trimEnd().split("\n").slice(-21)
    expect([code, stdout, lines.at(-1)]).toEqual([3, "", "boardwright: long.csv: 30 problems; nothing was written"])
    expect(lines[0]).toBe(`line 3, column "Task", "${"x".repeat(60)}...": must have at most 255 characters`)
    expect(lines[19]).toMatch(/^line 22, /)
    expect(await boards()).toBe(before)
  })

  it("refuses an invalid, an empty and a missing file in one line", async () => {
    database.write("quote.csv", 'Task,Status\n"Sow,Done\n')
    expect(await database.cli(["import", "quote.csv"])).toEqual({
      code: 3,
      stdout: "",
      stderr: expect.stringMatching(
        /^boardwright: quote\.csv, line 2, .*: the row has a quote \("\) that is never closed\n$/
      )
    })
    database.write("empty.csv", "")
    expect(await database.cli(["import", "empty.csv"])).toEqual({
      code: 3,
      stdout: "",
      stderr: "boardwright: empty.csv: is empty\n"
    })
    expect(await database.cli(["import", "no.csv"])).toEqual({
      code: 4,
      stdout: "",
      stderr: "boardwright: no.csv: there is no such file\n"
    })
    expect(await database.cli(["import", "spring.csv", "--map", "Du=date"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`boardwright: --map: there is no column "Du"; did you mean "Due"?`)
    })
  })

  it("writes the rows with warnings to a file that is safe to open", async () => {
    database.write(
      "tasks.csv",
      "Task;Due;Note\nSow;01.03.2027;\n=1+1;soon;a, b\nReap;02.03.2027;\nEat;03.03.2027;\nRest;04.03.2027;\n"
    )
    const words = ["import", "tasks.csv", "--rejects", "rejects.csv"]
    expect((await database.cli([...words, "--dry-run"])).code).toBe(0)
    expect(database.read("rejects.csv")).toBe(
      `Task,Due,Note,Line,Reasons\r\n'=1+1,soon,"a, b",3,"Due is not a date from 1000 to 9999; kept as text"\r\n`
    )
    expect(await database.cli(words)).toMatchObject({
      code: 5,
      stdout: "",
      stderr: expect.stringContaining("boardwright: --rejects: rejects.csv already exists; --force replaces it\n")
    })
    expect((await database.cli([...words, "--force"])).code).toBe(0)
    const into = async (path: string) =>
      (await database.cli(["import", "tasks.csv", "--force", "--rejects", path])).code
    expect([await into("-"), await into("tasks.csv"), await into("no/folder.csv")]).toEqual([2, 2, 1])
    expect((await database.cli(["import", "tasks.csv", "--rejects", "/dev/null"])).code).toBe(0)
    expect(database.files().filter((name) => name.startsWith("."))).toEqual([])
  })

  it("reads a mapping from a file and from options", async () => {
    const columns = { Wer: "assignees", Text: "description", Preis: { type: "number", numberFormat: "1.234,56" } }
    database.write("mapping.json", JSON.stringify({ name: "Was", group: "Wo", columns: { ...columns, Egal: "skip" } }))
    database.write("alles.csv", "Egal;Was;Wo;Wer;Text;Preis\nx;Säen;Beet;ADA@example.com;Tief;1.234\n")
    const { code, stderr, stdout } = await database.cli(["import", "alles.csv", "--mapping", "mapping.json"])
    expect([code, stderr]).toEqual([0, expect.stringContaining('Imported into "alles": 1 task, 0 warnings\n')])
    const { columns: made, tasks } = await database.run(seen(stdout.trim()))
    expect(made).toEqual([["Preis", "number"]])
    const [task] = tasks
    expect(task).toMatchObject({ name: "Säen", group: "Beet", description: "Tief", values: { Preis: "1234" } })
    expect(task?.assignees).toHaveLength(1)
  })
})

describe("the workspace of an import", () => {
  const file = ["import", "a.csv"]
  it("is the only one, or must be named", async () => {
    const { cli, run, write } = await databases.sqlite("workspaces")
    write("a.csv", "Task\nSow\nReap\n")
    expect(await cli(["migrate", "up"])).toMatchObject({ code: 0 })
    expect(await cli(file)).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("there is no workspace for the board\n")
    })
    const garden = await run(aWorkspaceOf("ada@example.com", "Garden"))
    const house = await run(aWorkspaceOf("bob@example.com", "House"))
    const list = `${garden.workspaceId} (Garden), ${house.workspaceId} (House)`
    expect(await cli(file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`--workspace is missing; there are ${list} (see`)
    })
    const into = async (...words: ReadonlyArray<string>) => {
      const { code, stdout } = await cli([...file, ...words, "--json"])
      return code === 0 ? (JSON.parse(stdout) as { readonly workspaceId: string }).workspaceId : code
    }
    expect(await into("--workspace", "House")).toBe(house.workspaceId)
    expect(await into("--workspace", garden.workspaceId)).toBe(garden.workspaceId)
    expect(await into("--as", "bob@example.com")).toBe(house.workspaceId)
    expect(await into("--as", "bob@example.com", "--workspace", garden.workspaceId)).toBe(1)
    expect(await into("--as", "nobody@example.com")).toBe(4)
    expect(await into("--workspace", "Shed")).toBe(4)
    const other = await run(aWorkspaceOf("eve@example.com", "House"))
    expect(await cli([...file, "--workspace", "House"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`name one by its id: ${house.workspaceId}, ${other.workspaceId} (see`)
    })
  })
})
