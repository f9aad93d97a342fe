import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { LAUNCHER, runCommand } from "../../../test/support/childServer.js"
import { freePort } from "../../../test/support/freePort.js"
import { onTerminal } from "../../../test/support/pseudoTerminal.js"
import { get, post } from "../../../test/support/standalone.js"
import { type Ended, places, refused } from "./userRuns.js"

const place = places()
const ADA = "ada@example.com"
const BOARD = JSON.stringify({ id: "x", name: "Cut" })

let url = ""
let token = ""
let dataDir = ""
let elsewhere = ""

const runWith = async (environment: Readonly<Record<string, string>>, words: ReadonlyArray<string>): Promise<Ended> => {
  const child = runCommand(words, { DATA_DIR: elsewhere, ...environment })
  return { code: await child.ended, stdout: child.stdout(), stderr: child.stderr() }
}
const onDatabase = (...words: ReadonlyArray<string>) => runWith({ DATA_DIR: dataDir }, words)
const remote = (...words: ReadonlyArray<string>) => runWith({ BOARDWRIGHT_URL: url, BOARDWRIGHT_TOKEN: token }, words)
const mint = async (...words: ReadonlyArray<string>) =>
  (await onDatabase("token", "mint", "--as", ADA, ...words)).stdout.trim()

const made = { workspaceId: "", boardId: "" }

beforeAll(async () => {
  // The server itself ignores the variable.
  const at = await place(async () => ({ BOARDWRIGHT_URL: "nonsense", WEBHOOK_ALLOWED_HOSTS: "127.0.0.1" }))
  const server = await at.start()
  url = server.url
  dataDir = at.environment["DATA_DIR"] ?? ""
  elsewhere = join(dataDir, "elsewhere")
  const create = ["user", "create", "--email", ADA, "--name", "Ada", "--verified", "--password-stdin"]
  await runCommand(create, { DATA_DIR: dataDir }, undefined, "correct horse battery\n").ended
  token = await mint()
  const headers = { authorization: `Bearer ${token}` }
  made.workspaceId = (await post(server, "/api/workspaces", { name: "Garden" }, headers)).body.workspace.id
  const board = { name: "Spring", workspaceId: made.workspaceId }
  made.boardId = (await post(server, "/api/boards", board, headers)).body.board.id
})

describe("a command with BOARDWRIGHT_URL and a token", () => {
  it("lists workspaces and boards of the server, and opens no database", async () => {
    const listed = await remote("workspace", "list")
    expect(listed).toMatchObject({ code: 0, stderr: "" })
    expect(listed.stdout).toMatch(new RegExp(`^Garden\t${ADA}\t\\S+\t${made.workspaceId}\n$`))
    const [board] = JSON.parse((await remote("board", "list", "--workspace", "Garden", "--json")).stdout)
    expect(board).toMatchObject({ id: made.boardId, name: "Spring" })
    expect(existsSync(elsewhere)).toBe(false)
  })

  it("takes the token from --token too", async () => {
    const given = await runWith({ BOARDWRIGHT_URL: url }, ["workspace", "list", "--token", token])
    expect([given.code, given.stdout]).toEqual([0, expect.stringContaining("Garden")])
  })

  it("lists, restores and purges what was deleted", async () => {
    const headers = { authorization: `Bearer ${token}` }
    const remove = () => fetch(`${url}/api/boards/${made.boardId}`, { method: "DELETE", headers })
    const deletion = async () =>
      JSON.parse((await remote("trash", "list", "--workspace", made.workspaceId, "--json")).stdout)[0].id as string
    await remove()
    const restored = await remote("trash", "restore", await deletion())
    expect([restored.code, restored.stderr]).toEqual([0, `board ${made.boardId} is back\n`])
    const nowhere = await remote("trash", "list")
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining("--board or --workspace is missing")])
    const { body } = await post({ url }, "/api/boards", { name: "Gone", workspaceId: made.workspaceId }, headers)
    await fetch(`${url}/api/boards/${body.board.id}`, { method: "DELETE", headers })
    expect((await remote("trash", "purge", await deletion())).code).toBe(0)
    expect(await remote("trash", "restore", "nothing")).toEqual(refused(4, "Deletion not found"))
  })

  it("creates, lists, disables and deletes webhooks", async () => {
    const at = ["--workspace", made.workspaceId]
    const created = await remote(
      "webhook",
      "create",
      ...at,
      "--url",
      "http://127.0.0.1:1/hook",
      "--type",
      "task.created",
      "--json"
    )
    const { secret, webhook } = JSON.parse(created.stdout)
    expect(secret).toMatch(/^whsec_/)
    const listed = (await remote("webhook", "list", ...at)).stdout
    expect(listed).toBe(`http://127.0.0.1:1/hook\tactive\ttask.created\t\t${webhook.id}\n`)
    expect(await remote("webhook", "test", webhook.id)).toEqual(refused(1, "no answer: connection"))
    expect((await remote("webhook", "deliveries", webhook.id)).code).toBe(0)
    const disabled = JSON.parse((await remote("webhook", "disable", webhook.id, "--json")).stdout)
    expect(disabled).toMatchObject({ status: "disabled" })
    expect((await remote("webhook", "delete", webhook.id)).code).toBe(0)
    const words = [process.execPath, LAUNCHER, "webhook", "create", ...at, "--url", "http://127.0.0.1:1/hook"]
    const unshown = onTerminal(
      words,
      { BOARDWRIGHT_URL: url, BOARDWRIGHT_TOKEN: token },
      { redirections: ">/dev/full" }
    )
    expect([await unshown.ended, unshown.text()]).toEqual([
      1,
      expect.stringMatching(/^the secret could not be written, /)
    ])
    expect((await remote("webhook", "list", ...at)).stdout).toBe("")
    const wrong = await remote("webhook", "create", ...at, "--url", "ftp://127.0.0.1")
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/^boardwright: --url /)])
  })
})

describe("an import over the API", () => {
  const importing = async (text: string, ...words: ReadonlyArray<string>): Promise<Ended> => {
    const environment = { DATA_DIR: elsewhere, BOARDWRIGHT_URL: url, BOARDWRIGHT_TOKEN: token }
    const child = runCommand(["import", "-", "--yes", "--json", ...words], environment, undefined, text)
    return { code: await child.ended, stdout: child.stdout(), stderr: child.stderr() }
  }

  it("creates a board with the tasks of a spreadsheet, and names lines and columns in warnings", async () => {
    const sheet = "Task,Group,Points\nDig,North,1\nSow,South,many\n\nReap,South,3\n"
    const options = ["--board", "Fields", "--workspace", "Garden", "--map", "Points=number"]
    const dry = JSON.parse((await importing(sheet, ...options, "--dry-run")).stdout)
    expect(dry).toMatchObject({ boardId: null, imported: 3 })
    const { code, stdout } = await importing(sheet, ...options)
    const { boardId, firstWarnings, imported, workspaceId } = JSON.parse(stdout)
    expect([code, imported, workspaceId]).toEqual([0, 3, made.workspaceId])
    expect(firstWarnings).toMatchObject([{ line: 3, column: "Points", value: "many" }])
    const { body } = await get({ url }, `/api/tasks?boardId=${boardId}`, token)
    expect(body.tasks.map(({ name }: { readonly name: string }) => name)).toEqual(["Dig", "Sow", "Reap"])
  })

  it("keeps the columns of an exported sheet that are headed as parts of a task", async () => {
    const sheet =
      "Name,Group,Status,Priority,Due date,Assignees,Description,Parent,Subtasks\r\n" +
      "Dig,Beds,done,high,,,,,Rake; Hoe\r\nSow,Beds,done,high,,,,Dig,\r\n"
    const { stderr, stdout } = await importing(sheet, "--board", "Own", "--workspace", "Garden")
    const { boardId, imported, subtasks } = JSON.parse(stdout)
    expect([imported, subtasks]).toEqual([2, undefined])
    expect(stderr).toMatch(/Parent +text +Dig\nSubtasks +text +Rake; Hoe\n/)
    const { body } = await get({ url }, `/api/boards/${boardId}`, token)
    expect(body.columns.map(({ name }: { readonly name: string }) => name)).toEqual(
      expect.arrayContaining(["Parent", "Subtasks"])
    )
  })

  it("takes neither an exported board nor more rows than the API does", async () => {
    const archive = await importing('{"format":"boardwright-board","version":1,"tasks":[]}', "--board", "A")
    expect(archive).toMatchObject({ code: 2, stderr: expect.stringContaining("is imported on the database only") })
    const long = await importing(`Task\n${"Dig\n".repeat(10_001)}`, "--board", "A", "--workspace", "Garden")
    expect(long).toMatchObject({ code: 3, stderr: expect.stringContaining("the API imports at most 10000") })
  })
})

describe("an export over the API", () => {
  const files = () => readdirSync(dataDir).filter((name) => name.includes("plan"))
  const file = (name: string) => join(dataDir, name)

  it("writes what the database's does, by the board's name or id", async () => {
    const headers = { authorization: `Bearer ${token}` }
    const { body } = await post({ url }, "/api/boards", { name: "The plan", workspaceId: made.workspaceId }, headers)
    const boardId = body.board.id as string
    for (const name of ["Sow peas", "=SUM(A1)", 'Ä, "quoted"'])
      await post({ url }, "/api/tasks", { boardId, name, dueDate: "2027-03-01" }, headers)
    for (const format of ["csv", "json", "xlsx"]) {
      const exported = await remote("export", "The plan", "-o", file(`plan.${format}`))
      expect(exported).toEqual({ code: 0, stdout: "", stderr: 'Exported "The plan"\n' })
      await onDatabase("export", boardId, "-o", file(`own.${format}`))
      const [theirs, own] = [`plan.${format}`, `own.${format}`].map((name) => readFileSync(file(name), "latin1"))
      // An Excel file has the time of its making within.
      const seen = (text = "") =>
        format === "xlsx" ? [text.slice(0, 2), text.length] : text.replace(/"exportedAt":"[^"]*"/, "")
      expect(seen(theirs)).toEqual(seen(own))
    }
    const csv = readFileSync(file("own.csv"), "utf8")
    expect(await remote("export", boardId, "--format", "csv")).toEqual({ code: 0, stdout: csv, stderr: "" })
    const marked = await remote("export", boardId, "--format", "csv", "--bom", "-o", "-")
    expect(marked.stdout).toBe(`\ufeff${csv}`)
    expect(files().toSorted()).toEqual(["plan.csv", "plan.json", "plan.xlsx"])
    expect(existsSync(elsewhere)).toBe(false)
  })

  it("is refused as on the database", async () => {
    writeFileSync(file("mine.csv"), "mine")
    const there = await remote("export", made.boardId, "-o", file("mine.csv"))
    expect([there.code, readFileSync(file("mine.csv"), "utf8")]).toEqual([5, "mine"])
    const nobody = 'the token\'s user can read no board with the id or the name "nothing/../x"'
    expect(await remote("export", "nothing/../x", "--format", "csv")).toEqual(refused(4, nobody))
    const headers = { authorization: `Bearer ${token}` }
    for (const name of ["Twin", "Twin"])
      await post({ url }, "/api/boards", { name, workspaceId: made.workspaceId }, headers)
    const twins = await remote("export", "Twin", "--format", "csv")
    expect([twins.code, twins.stderr]).toEqual([2, expect.stringContaining('several boards are called "Twin"')])
    const as = await remote("export", "Twin", "--format", "csv", "--as", ADA)
    expect([as.code, as.stderr]).toEqual([2, expect.stringContaining("--as is for the database")])
  })
})

describe("a command with BOARDWRIGHT_URL is refused", () => {
  const LIST = ["workspace", "list"]
  const RULE = "must be an https:// address without credentials, query and fragment, or an http:// one of this machine"

  it("without a token, and at an address that is not safe", async () => {
    const missing = "BOARDWRIGHT_TOKEN: is required with BOARDWRIGHT_URL, or --token"
    expect(await runWith({ BOARDWRIGHT_URL: url }, LIST)).toEqual(refused(78, missing))
    const open = { BOARDWRIGHT_URL: "http://boards.example.com", BOARDWRIGHT_TOKEN: token }
    expect(await runWith(open, LIST)).toEqual(refused(78, `BOARDWRIGHT_URL: ${RULE}`))
    const nowhere = "--token needs BOARDWRIGHT_URL, the address of the server (see boardwright workspace list --help)"
    expect(await runWith({}, [...LIST, "--token", token])).toEqual(refused(2, nowhere))
  })

  it("if it works on the database only, and with --as", async () => {
    const rule = "this command works on the database, not over the API: unset BOARDWRIGHT_URL"
    for (const command of ["token list", "token revoke x", "user list", "changes consumers", "backup x", "dump x"]) {
      const { code, stderr } = await remote(...command.split(" "))
      const [group, name] = command.split(" ")
      const path = name === "x" ? group : `${group} ${name}`
      expect([code, stderr]).toEqual([2, `boardwright: ${rule} (see boardwright ${path} --help)\n`])
    }
    const as = await remote("webhook", "create", "--workspace", "x", "--url", "https://example.com", "--as", ADA)
    expect([as.code, as.stderr]).toEqual([2, expect.stringContaining("--as is for the database")])
  })

  it("by the server: the token is void, or lacks a scope", async () => {
    const changed = { BOARDWRIGHT_URL: url, BOARDWRIGHT_TOKEN: `${token}x` }
    expect(await runWith(changed, LIST)).toEqual(
      refused(78, `${url} refuses the token: it is wrong, expired or revoked`)
    )
    const reading = await mint("--scopes", "read")
    expect(await runWith({ BOARDWRIGHT_URL: url, BOARDWRIGHT_TOKEN: reading }, ["trash", "purge", "x"])).toEqual(
      refused(1, "not allowed: This needs the scope manage.")
    )
  })
})

describe("a server that does not answer as one", () => {
  interface Given {
    readonly status: number
    readonly headers: Record<string, string>
    readonly body: string
    readonly isCut?: boolean
    readonly next?: Given
  }
  let latest: Given
  const strange = createServer((request, response) => {
    const answer = latest
    latest = answer.next ?? answer
    if (answer.isCut !== true) return void response.writeHead(answer.status, answer.headers).end(answer.body)
    if (!request.url?.includes("/export")) return void response.end(BOARD)
    response.writeHead(200, answer.headers).write(answer.body, () => response.destroy())
  })
  let at = ""
  beforeAll(async () => {
    await new Promise<void>((resolve) => strange.listen(0, "127.0.0.1", resolve))
    at = `http://127.0.0.1:${(strange.address() as AddressInfo).port}`
  })
  afterAll(() => void strange.close())

  const listing = (BOARDWRIGHT_URL: string) =>
    runWith({ BOARDWRIGHT_URL, BOARDWRIGHT_TOKEN: token }, ["board", "list", "--workspace", "x"])
  const answered = (status: number, headers: Record<string, string>, body: string) => {
    latest = { status, headers, body }
    return listing(at)
  }

  it("is reported in one line", async () => {
    const json = { "content-type": "application/json" }
    const limited = '{"error":"Too many requests","message":"Wait.","code":"RateLimited"}'
    expect(await answered(429, { ...json, "retry-after": "90" }, limited)).toEqual(
      refused(69, "too many requests; try again in 90 s")
    )
    const other = (status: number) =>
      refused(69, `${at} is no Boardwright server of this version: it answered with status ${status}`)
    expect(await answered(200, {}, "<html>Hello</html>")).toEqual(other(200))
    expect(await answered(404, {}, "<html>Hello</html>")).toEqual(other(404))
    expect(await listing(`${url}/api`)).toEqual(
      refused(69, `${url}/api is no Boardwright server of this version: it answered with status 404`)
    )
    const closed = `http://127.0.0.1:${await freePort()}`
    const { code, stderr } = await listing(closed)
    expect([code, stderr]).toEqual([
      69,
      expect.stringMatching(`^boardwright: ${closed} cannot be reached: .*ECONNREFUSED`)
    ])
  })
  it("is waited for when it limits the rate, and a line says so", async () => {
    const found = { status: 200, headers: {}, body: '{"workspaces":[],"pagination":{"total":0}}' }
    latest = { status: 429, headers: { "retry-after": "1" }, body: "{}", next: found }
    const { code, stderr } = await listing(at)
    expect([code, stderr.split("\n")[0]]).toEqual([4, "the server asks to wait 1 s (rate limit)"])
  })

  it("leaves a file as it was, if it is cut or is none", async () => {
    const plan = join(dataDir, "cut.csv")
    writeFileSync(plan, "mine")
    const exporting = () =>
      runWith({ BOARDWRIGHT_URL: at, BOARDWRIGHT_TOKEN: token }, ["export", "x", "--force", "-o", plan])
    const headers = { "content-type": "text/csv", "content-disposition": "attachment" }
    latest = { status: 200, headers, body: "Name,Group\r\n", isCut: true }
    const cut = await exporting()
    expect([cut.code, cut.stderr]).toEqual([69, expect.stringMatching(/^boardwright: the server broke off the file: /)])
    latest = { status: 200, headers: { "content-type": "application/json" }, body: BOARD }
    expect(await exporting()).toEqual(
      refused(69, `${at} is no Boardwright server of this version: it answered with status 200`)
    )
    expect(readFileSync(plan, "utf8")).toBe("mine")
    expect(readdirSync(dataDir).filter((name) => name.includes("cut"))).toEqual(["cut.csv"])
  })
})
