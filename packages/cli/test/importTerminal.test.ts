import { beforeAll, describe, expect, it } from "vitest"
import { LAUNCHER } from "../../../test/support/childServer.js"
import { onTerminal } from "../../../test/support/pseudoTerminal.js"
import { largeSheet } from "./boards/largeSheet.js"
import { aWorkspaceOf, type TestDatabase, testDatabases, countBoards } from "./boards/database.js"

const databases = testDatabases()

describe("boardwright import on a terminal", () => {
  let database: TestDatabase
  let workspaceId = ""
  beforeAll(async () => {
    database = await databases.sqlite("terminal")
    ;({ workspaceId } = await database.run(aWorkspaceOf("ada@example.com")))
    database.write("spring.csv", "Task,Status\nSow peas,Done\nDig,To do\n")
    database.write("large.csv", largeSheet(20_000))
  })

  const importing = (words: ReadonlyArray<string>, redirections = "") =>
    onTerminal([process.execPath, LAUNCHER, "import", ...words], database.environment, {
      cwd: database.folder,
      redirections
    })
  const boards = () => database.run(countBoards(workspaceId))

  it("shows the mapping, and imports after confirmation", async () => {
    const before = await boards()
    const child = importing(["spring.csv"], ">id.txt")
    await child.shown(/COLUMN +BECOMES +FIRST CELLS\nTask +task's name +Sow peas \| Dig\n/)
    await child.shown(/Import it as "spring"\? \[y\/N\] $/)
    expect(await boards()).toBe(before)
    child.type("y\r")
    expect(await child.ended).toBe(0)
    expect(child.text()).toMatch(/Imported into "spring": 2 tasks, 0 warnings\n$/)
    expect(database.read("id.txt")).toMatch(/^[0-9a-f-]{36}\n$/)
    expect(await boards()).toBe(before + 1)
  })

  it.each([
    ["no", "n\r"],
    ["Ctrl-C", "\u0003"]
  ])("writes nothing when the answer is %s", async (_, keys) => {
    const before = await boards()
    const child = importing(["spring.csv"])
    await child.shown(/\[y\/N\] $/)
    child.type(keys)
    expect(await child.ended).toBe(130)
    expect(await boards()).toBe(before)
  })

  it("asks nothing with --yes, on a dry run, and with piped data", async () => {
    for (const [words, redirections] of [
      [["spring.csv", "--yes"], ""],
      [["spring.csv", "--dry-run"], ""],
      [["-", "--board", "Piped"], "<spring.csv"]
    ] as const) {
      const child = importing(words, redirections)
      expect(await child.ended).toBe(0)
      expect(child.text()).not.toContain("?")
    }
  })

  it("does not wait for standard input on a terminal", async () => {
    const child = importing(["-", "--board", "Piped"])
    expect([await child.ended, child.text()]).toEqual([
      2,
      "boardwright: FILE is -, and nothing is piped in (see boardwright import --help)\n"
    ])
  })

  it("draws its progress, and erases it", async () => {
    const child = importing(["large.csv", "--yes"])
    await child.shown(/Reading [\d,]+/)
    await child.shown(/Importing \[#*-*\] \d+%/)
    expect(await child.ended).toBe(0)
    expect(child.output()).toContain("\r\u001B[2KImported into")
  })
})

describe("boardwright export on a terminal", () => {
  it("draws its progress on standard error only", async () => {
    const { cli, environment, folder, read, run, write } = await databases.sqlite("exported")
    await run(aWorkspaceOf("ada@example.com"))
    write("spring.csv", "Task\nSow peas\nDig\n")
    await cli(["import", "spring.csv"])
    const words = [process.execPath, LAUNCHER, "export", "spring", "--format", "csv"]
    const child = onTerminal(words, environment, { cwd: folder, redirections: ">out.csv" })
    expect(await child.ended).toBe(0)
    expect(child.output()).toContain("Exporting 2")
    expect(read("out.csv")).toBe(
      "Name,Group,Status,Priority,Due date,Assignees,Description\r\n" +
        "Sow peas,New group,pending,medium,,,\r\nDig,New group,pending,medium,,,\r\n"
    )
  })
})
