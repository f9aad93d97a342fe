import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, vi } from "vitest"
import { LAUNCHER, runCommand } from "../../../test/support/childServer.js"
import { onTerminal } from "../../../test/support/pseudoTerminal.js"
import { get, signIn } from "../../../test/support/standalone.js"
import { cellsOf, listed, seedDatabases } from "./seedDatabases.js"

const { both, directory, sqlite } = seedDatabases()

describe.each(both)("boardwright seed --boards N --tasks N on %s", (kind, fresh) => {
  it("creates boards with so many tasks, whose owner can sign in", async () => {
    const database = await fresh(`${kind} load`)
    const { code, stderr, stdout } = await database.seed("--boards", "3", "--tasks", "1200", "--json")
    expect(code).toBe(0)
    expect(stderr).toMatch(/^3 boards with 3,600 tasks in \d+\.\d s, [\d,]+ tasks a second\n$/)
    process.stdout.write(`${kind}: ${stderr}`)
    const { boards, owner, tasks, tasksPerBoard, workspace } = JSON.parse(stdout)
    expect([new Set(boards).size, tasksPerBoard, tasks]).toEqual([3, 1200, 3600])
    const made = { account: 1, workspace: 1, board: 3, group: 12, column: 15, member: 3, invitation: 0, task: 3600 }
    expect(await database.counts()).toMatchObject(made)

    const server = await database.serve()
    const token = await signIn(server, owner)
    const found = await listed(server, `/api/boards?workspaceId=${workspace.id}`, "boards", token)
    expect(found.map(({ id }) => id).toSorted()).toEqual(boards.toSorted())
    const { body } = await get(server, `/api/tasks?boardId=${boards[2]}&page=2&limit=1000`, token)
    expect([body.tasks.length, body.pagination.total]).toEqual([200, 1200])
  })

  it("prints the owner first; if stopped, it leaves complete boards and says so", async () => {
    const database = await fresh(`${kind} stopped`)
    const child = database.start("--boards", "10000", "--tasks", "20")
    const hasBoards = async () => expect((await database.counts())["board"]).toBeGreaterThan(0)
    const endedFirst = child.ended.then((code) => {
      throw new Error(`ended with ${code}: ${child.stderr()}`)
    })
    await Promise.race([vi.waitFor(hasBoards, { timeout: 30_000 }), endedFirst])
    child.process.kill("SIGINT")
    expect(await child.ended).toBe(130)
    const [[, email] = [], ...others] = cellsOf(child.stdout())
    expect(others.map(([name]) => name)).toEqual(["password", "workspace"])
    expect(child.stderr()).toBe(`stopped; the boards created so far belong to ${email} and are complete\n`)
    const { board = 0, column, group, task } = await database.counts()
    expect([column, group, task]).toEqual([board * 5, board * 4, board * 20])
  })
})

it("each run creates its own workspace, and a board may have no tasks", async () => {
  const database = await sqlite("again")
  const seed = () => database.seed("--boards", "1", "--tasks", "0")
  const [first, second] = [await seed(), await seed()]
  expect([first.code, second.code]).toEqual([0, 0])
  expect(first.stdout).not.toBe(second.stdout)
  expect(await database.counts()).toMatchObject({ account: 2, workspace: 2, board: 2, task: 0 })
})

it("on a terminal a progress bar is drawn, and erased at the end", async () => {
  const { environment } = await sqlite("bar")
  const words = [process.execPath, LAUNCHER, "seed", "--boards", "4", "--tasks", "100"]
  const child = onTerminal(words, environment, { cwd: directory })
  expect(await child.ended).toBe(0)
  expect(child.output()).toContain("\r\u001B[2Kseeding [########################] 100%\r\u001B[2K")
  expect(child.text()).toMatch(/^email +\S+@load\.example\npassword +\S{19}\nworkspace +\S+\n/)
})

describe("a wrong command line of seed", () => {
  const MISSING = "give --demo, or both --boards and --tasks"
  const TOGETHER = "--demo takes neither --boards nor --tasks"
  it.each([
    ["", MISSING],
    ["--json", MISSING],
    ["--boards 3", MISSING],
    ["--tasks 3", MISSING],
    ["--demo --boards 3", TOGETHER],
    ["--demo --tasks 3", TOGETHER],
    ["--boards -1 --tasks 3", "--boards must be 1 to 10000, not -1"],
    ["--boards 0 --tasks 3", "--boards must be 1 to 10000, not 0"],
    ["--boards 1 --tasks -3", "--tasks must be 0 to 100000, not -3"],
    ["--boards=1 --tasks=100001", "--tasks must be 0 to 100000, not 100001"],
    ["--boards 1.5 --tasks 3", '--boards must be a whole number, not "1.5"'],
    ["--boards many --tasks 3", '--boards must be a whole number, not "many"'],
    ["--demo all", '"all" is one argument too many']
  ])("%j gets one line, exit code 2 and no database", async (line, message) => {
    const dataDir = join(directory, "none")
    const words = line === "" ? [] : line.split(" ")
    const child = runCommand(["seed", ...words], { DATA_DIR: dataDir }, directory)
    expect(await child.ended).toBe(2)
    expect([child.stdout(), child.stderr()]).toEqual(["", `boardwright: ${message} (see boardwright seed --help)\n`])
    expect(existsSync(dataDir)).toBe(false)
  })
})
