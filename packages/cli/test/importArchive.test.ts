import { beforeAll, describe, expect, it } from "vitest"
import { aWorkspaceOf, seen, type TestDatabase, testDatabases, countBoards } from "./boards/database.js"

const databases = testDatabases()

const AT = "2027-01-01T00:00:00.000Z"
const task = (name: string, more: object = {}) => ({
  ...{ id: name, groupId: "g", name, description: "", status: "pending", priority: "medium", assignees: [] },
  ...{ dueDate: null, columnValues: {}, createdAt: AT, updatedAt: AT, comments: [], subtasks: [], timeEntries: [] },
  ...more
})
const archive = (...tasks: ReadonlyArray<object>) => ({
  format: "boardwright-board",
  version: 1,
  exportedAt: AT,
  board: {
    ...{ name: "Spring", description: "", background: { type: "solid", value: "#FFFFFF" } },
    ...{ viewDensity: "default", createdAt: AT, updatedAt: AT }
  },
  groups: [{ id: "g", name: "Beds", color: "#579BFC" }],
  columns: [],
  members: [],
  people: [{ id: "someone", email: "gone@example.com" }],
  tasks
})
const written = (document: object) => JSON.stringify(document, null, 2)

describe("boardwright import of an exported board", () => {
  let database: TestDatabase
  let workspaceId = ""
  beforeAll(async () => {
    database = await databases.sqlite("archives")
    ;({ workspaceId } = await database.run(aWorkspaceOf("ada@example.com")))
  })
  const boards = () => database.run(countBoards(workspaceId))
  const importing = (name: string, text: string, ...words: ReadonlyArray<string>) => {
    database.write(name, text)
    return database.cli(["import", name, ...words])
  }

  it("accepts any layout and order of fields, and standard input", async () => {
    const { tasks, ...header } = archive(task("Sow [peas], {now}"), task('"Dig"'))
    const { code, stdout } = await importing("other.json", written({ tasks, ...header }), "--board", "Other")
    // The format comes after the tasks, and is looked for in the beginning.
    expect(code).toBe(0)
    const read = await database.run(seen(stdout.trim()))
    expect([read.name, read.tasks.map(({ name }) => name)]).toEqual(["Other", ["Sow [peas], {now}", '"Dig"']])
    const piped = await database.cli(["import", "-"], JSON.stringify({ ...header, tasks: [] }))
    expect(piped).toMatchObject({ code: 0, stderr: expect.stringContaining('Imported into "Spring": 0 tasks') })
  })

  it("warns of people without a user, and creates nothing on a dry run", async () => {
    const before = await boards()
    const text = written(archive(task("Sow", { assignees: ["someone"] })))
    const { code, stderr, stdout } = await importing("people.json", text, "--dry-run")
    expect([code, stdout, await boards()]).toEqual([0, "", before])
    expect(stderr).toContain(
      `Would import into "Spring": 1 task, 1 warning; nothing was written
  tasks.0.assignees.0, "gone@example.com": is not a local user; left out\n`
    )
  })

  it("reports invalid values with line, task and field", async () => {
    const before = await boards()
    const text = JSON.stringify(archive(task("Sow"), task("Dig", { status: "" }), task("Reap", { dueDate: "soon" })))
    const lines = text.replaceAll('{"id":', '\n{"id":')
    const { code, stderr, stdout } = await importing("wrong.json", lines)
    expect([code, stdout, await boards()]).toEqual([3, "", before])
    expect(stderr).toMatch(/^line 5, task 2, status, "": must have 1 to 50 characters\n/m)
    expect(stderr).toMatch(/^line 6, task 3, dueDate, "soon": .*\n/m)
    expect(stderr).toMatch(/boardwright: wrong\.json: 2 problems; nothing was written\n$/)
  })

  it.each([
    ["cut.json", JSON.stringify(archive(task("Sow"))).slice(0, -20), /cut\.json, line 1: ends before its JSON does\n$/],
    [
      "more.json",
      `${JSON.stringify(archive())} {}`,
      /more\.json, line 1, "\{\}": goes on after the end of its JSON\n$/
    ],
    ["bad.json", JSON.stringify(archive({})).replace("[{}]", "[{,}]"), /bad\.json, line 1, .*: is not JSON\n$/],
    ["none.json", JSON.stringify({ ...archive(), tasks: 1 }), /must have one list "tasks", and has 0\n$/],
    [
      "later.json",
      JSON.stringify({ ...archive(), version: 2 }),
      /archive\.version: must be 1[^]* 1 problem; nothing was written\n$/
    ]
  ])("refuses %s", async (name, text, line) => {
    const { code, stderr } = await importing(name, text)
    expect([code, stderr]).toEqual([3, expect.stringMatching(line)])
  })

  it("refuses options for spreadsheets", async () => {
    for (const words of [
      ["--map", "Due=date"],
      ["--sheet", "1"],
      ["--encoding", "utf-8"],
      ["--date-format", "day-first"],
      ["--number-format", "1,234.56"],
      ["--time-zone", "Europe/Berlin"]
    ]) {
      const { code, stderr } = await importing("spring.json", JSON.stringify(archive()), ...words)
      expect([words, code, stderr]).toEqual([words, 2, expect.stringContaining("spring.json is an exported board: ")])
    }
  })
})
