import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Board, Task } from "@boardwright/core"
import { Effect } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { aWorkspaceOf, seen, type TestDatabase, testDatabases } from "./boards/database.js"

const databases = testDatabases()

const given = Effect.gen(function* () {
  const { ownerId, workspaceId } = yield* aWorkspaceOf("ada@example.com")
  const board = yield* Board.createBoard({ name: "Spring", workspaceId })
  const cost = yield* Board.addColumn(board.id, { name: "Cost", type: "number" })
  yield* Task.createTask({
    ...{ boardId: board.id, name: "=SUM(A1)", description: 'Say "hi",\nplease', status: "Done" },
    ...{ assignees: [ownerId], dueDate: "2027-03-01", columnValues: { [cost.id]: { amount: 5 } } }
  })
  yield* Task.createTask({ boardId: board.id, name: "Sow peas", columnValues: { [cost.id]: "12.5" } })
  return { boardId: board.id, workspaceId }
})

const CSV =
  "Name,Group,Status,Priority,Due date,Assignees,Description,Cost\r\n" +
  `'=SUM(A1),New group,Done,medium,2027-03-01T00:00:00.000Z,ada@example.com,"Say ""hi"",\nplease","{""amount"":5}"\r\n` +
  "Sow peas,New group,pending,medium,,,,12.5\r\n"

describe.each([
  ["SQLite", databases.sqlite],
  ["PostgreSQL", databases.postgres]
])("boardwright export on %s", (kind, make) => {
  let database: TestDatabase
  let boardId = ""
  let workspaceId = ""
  beforeAll(async () => {
    database = await make(kind)
    ;({ boardId, workspaceId } = await database.run(given))
  })

  it("writes CSV to standard output, by the board's name or its id", async () => {
    const { cli } = database
    expect(await cli(["export", "Spring", "--format", "csv"])).toEqual({ code: 0, stdout: CSV, stderr: "" })
    expect((await cli(["export", boardId, "--format", "csv", "--bom", "-o", "-"])).stdout).toBe(`\ufeff${CSV}`)
  })

  it("removes what an export that was killed left, but no file of another name or that may be in use", async () => {
    const { cli, folder } = database
    const [left, used, others] = [".left.csv.0a1b2c3d", ".left.csv.4e5f6071", ".left.csv.other"]
    const before = new Date(Date.now() - 2 * 3600 * 1000)
    for (const name of [left, used, others]) writeFileSync(join(folder, name), "half")
    for (const name of [left, others]) utimesSync(join(folder, name), before, before)
    expect((await cli(["export", "Spring", "-o", "left.csv"])).code).toBe(0)
    expect(readdirSync(folder).filter((name) => name.includes("left.csv"))).toEqual([used, others, "left.csv"])
  })

  it("writes JSON with a line for each task, which is imported without loss", async () => {
    const { cli, folder, run } = database
    const stderr = 'Exported "Spring": 2 tasks\n'
    expect(await cli(["export", "Spring", "-o", "whole.json"])).toEqual({ code: 0, stdout: "", stderr })
    const text = readFileSync(join(folder, "whole.json"), "utf8")
    expect(text.split("\n")).toHaveLength(5)
    expect(JSON.parse(text)).toMatchObject({ format: "boardwright-board", tasks: [{ name: "=SUM(A1)" }, {}] })
    const { code, stderr: messages, stdout } = await cli(["import", "whole.json", "--board", "Again"])
    expect([code, messages]).toEqual([
      0,
      `whole.json: the exported board "Again"\nImported into "Again": 2 tasks, 0 warnings\n`
    ])
    const [before, after] = [await run(seen(boardId)), await run(seen(stdout.trim()))]
    expect(after).toEqual({ ...before, name: "Again" })
  })

  it("writes CSV that is imported as the same tasks from standard input", async () => {
    const { cli, run } = database
    const before = await run(seen(boardId))
    const [first, ...others] = before.tasks
    const tasks = [{ ...first, values: { Cost: '{"amount":5}' } }, ...others]
    const { code, stderr, stdout } = await cli(["import", "-", "--board", "Piped", "--workspace", workspaceId], CSV)
    expect([code, stderr]).toEqual([0, expect.stringContaining('Imported into "Piped": 2 tasks, 0 warnings\n')])
    expect(await run(seen(stdout.trim()))).toMatchObject({ tasks })
  })

  it("says how many texts of an Excel file were cut, which CSV has whole", async () => {
    const { cli, read, run } = database
    const tasks = [32_767, 32_768, 40_000].map((length) => ({ name: `T${length}`, description: "a".repeat(length) }))
    await run(
      Effect.gen(function* () {
        const { id } = yield* Board.createBoard({ name: "Long", workspaceId })
        for (const task of tasks) yield* Task.createTask({ ...task, boardId: id })
      })
    )
    const stderr = 'Exported "Long": 3 tasks\n'
    const cut = "2 texts were cut: a cell of Excel holds at most 32,767 characters; CSV and JSON have them whole\n"
    expect(await cli(["export", "Long", "-o", "long.xlsx"])).toEqual({ code: 0, stdout: "", stderr: stderr + cut })
    expect((await cli(["export", "Long", "--format", "xlsx"])).stderr).toBe(cut)
    expect(await cli(["export", "Long", "-o", "long.csv"])).toEqual({ code: 0, stdout: "", stderr })
    expect(read("long.csv")).toContain("a".repeat(40_000))
  })

  it("writes an Excel file, which is imported as the same tasks", async () => {
    const { cli, run } = database
    expect((await cli(["export", "Spring", "-o", "spring.xlsx"])).code).toBe(0)
    const { code, stderr, stdout } = await cli([
      "import",
      "spring.xlsx",
      "--board",
      "Excel",
      "--workspace",
      workspaceId
    ])
    expect([code, stderr]).toEqual([0, expect.stringContaining('Imported into "Excel": 2 tasks, 0 warnings\n')])
    const [before, after] = [await run(seen(boardId)), await run(seen(stdout.trim()))]
    expect(after.tasks.map(({ name }) => name)).toEqual(before.tasks.map(({ name }) => name))
  })

  it("writes an Excel file whose times are in UTC, whatever zone an import is given", async () => {
    const { cli, run } = database
    const made = Effect.gen(function* () {
      const { id: boardId } = yield* Board.createBoard({ name: "Times", workspaceId })
      const review = yield* Board.addColumn(boardId, { name: "Review", type: "date" })
      for (const [dueDate, value] of [
        ["2027-03-01T13:45:00.000Z", "2027-07-01T12:30:00.000Z"],
        ["2027-03-02T00:00:00.000Z", "2027-07-02"]
      ] as const)
        yield* Task.createTask({ boardId, name: "Mow", dueDate, columnValues: { [review.id]: value } })
      return boardId
    })
    const before = await run(Effect.flatMap(made, seen))
    await cli(["export", "Times", "-o", "times.xlsx"])
    const importing = ["import", "times.xlsx", "--yes", "--workspace", workspaceId]
    for (const options of [[], ["--time-zone", "Europe/Berlin"]]) {
      const { code, stdout } = await cli([...importing, ...options])
      expect(code).toBe(0)
      expect((await run(seen(stdout.trim()))).tasks).toEqual(before.tasks)
    }
  })

  it("writes a sheet of which an import shows what becomes of each column", async () => {
    const { cli, run } = database
    await run(
      Effect.gen(function* () {
        const { id: boardId } = yield* Board.createBoard({ name: "Parts", workspaceId })
        const columnValues: Record<string, Task.Json> = {}
        for (const [name, type, value] of [
          ["Parent", "text", "Mow"],
          ["Subtasks", "text", "Rake; Hoe"],
          ["Skill", "labels", ["Care"]],
          ["Empty", "text", ""],
          ["Review", "date", "2027-07-02"]
        ] as const)
          columnValues[(yield* Board.addColumn(boardId, { name, type })).id] = value
        yield* Task.createTask({ boardId, name: "Mow", columnValues })
      })
    )
    await cli(["export", "Parts", "-o", "parts.csv"])
    const { stderr } = await cli(["import", "parts.csv", "--dry-run", "--workspace", workspaceId])
    const table = stderr.split("\n").map((line) => line.split(/ {2,}/))
    expect(table.slice(2, -2)).toEqual([
      ["Name", "task's name", "Mow"],
      ["Group", "task's group", "New group"],
      ["Status", "task's status", "pending"],
      ["Priority", "task's priority", "medium"],
      ["Due date", "task's due date"],
      ["Assignees", "task's assignees"],
      ["Description", "task's description"],
      ["Parent", "text", "Mow"],
      ["Subtasks", "text", "Rake; Hoe"],
      ["Skill (labels)", "labels, called Skill", "Care"],
      ["Empty", "text"],
      ["Review", "date", "2027-07-02"]
    ])
  })

  it("overwrites a file only with --force, and leaves no temporary file", async () => {
    const { cli, folder } = database
    writeFileSync(join(folder, "mine.csv"), "mine")
    expect(await cli(["export", "Spring", "-o", "mine.csv"])).toEqual({
      code: 5,
      stdout: "",
      stderr: "boardwright: mine.csv already exists; --force replaces it\n"
    })
    expect(readFileSync(join(folder, "mine.csv"), "utf8")).toBe("mine")
    expect((await cli(["export", "Spring", "-o", "mine.csv", "--force"])).code).toBe(0)
    expect(readFileSync(join(folder, "mine.csv"), "utf8")).toBe(CSV)
    expect(readdirSync(folder).filter((name) => name.includes(".mine"))).toEqual([])
  })

  it("reports a wrong command line in one line", async () => {
    const { cli, run } = database
    const twins = await run(
      Effect.all([1, 2].map(() => Effect.map(Board.createBoard({ name: "Twin", workspaceId }), ({ id }) => id)))
    )
    const see = "(see boardwright export --help)"
    expect(await cli(["export", "Twin", "--format", "csv"])).toEqual({
      code: 2,
      stdout: "",
      stderr: `boardwright: several boards are called "Twin"; name one by its id: ${twins.join(", ")} ${see}\n`
    })
    expect(await cli(["export", "nothing", "--format", "csv"])).toEqual({
      code: 4,
      stdout: "",
      stderr: 'boardwright: no board has the id or the name "nothing"\n'
    })
    for (const more of [[], ["--format", "csv"]]) {
      expect(await cli(["export", "Sprng", ...more])).toEqual({
        code: 4,
        stdout: "",
        stderr: 'boardwright: no board has the id or the name "Sprng"; did you mean "Spring"?\n'
      })
    }
    const usage = (line: string) => ({ code: 2, stdout: "", stderr: `boardwright: ${line} ${see}\n` })
    expect(await cli(["export", "Spring"])).toEqual(usage("--format is missing: csv, json or xlsx"))
    expect(await cli(["export", "Spring", "--format", "xlsx", "-o", "spring.CSV"])).toEqual(
      usage("--format is xlsx, but spring.CSV ends in csv")
    )
    expect(await cli(["export", "Spring", "--format", "json", "--bom"])).toEqual(usage("--bom is for CSV"))
    for (const more of [[], ["-o", "-"]])
      expect(await cli(["export", "Spring", "--format", "csv", "--force", ...more])).toEqual(
        usage("--force is for a file: give --output FILE")
      )
    const missing = await cli(["export", "Spring", "-o", "no/folder.csv"])
    expect(missing).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^boardwright: no\/folder.csv was not written: .*\n$/)
    })
  })
})
