import { execFile } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { gunzipSync, gzipSync } from "node:zlib"
import { openSqlite } from "@boardwright/sqlite/driver"
import pg from "pg"
import { describe, expect, it, vi } from "vitest"
import { get, post } from "../../../test/support/standalone.js"
import { LAUNCHER, runCommand } from "../../../test/support/childServer.js"
import { onTerminal } from "../../../test/support/pseudoTerminal.js"
import { oldSchema } from "../../../test/support/oldSchema.js"
import { bodyOf, columnsWithoutValue, dumpOf, rowsOf, succeed } from "./dumps.js"
import { fillEveryColumn } from "./fillEveryColumn.js"
import { DATABASES, places } from "./userRuns.js"

vi.setConfig({ testTimeout: 120_000 })

const [[, sqlite], [, postgres]] = DATABASES
const place = places()

const folderOf = ({ environment }: { readonly environment: Readonly<Record<string, string>> }): string => {
  const folder = environment["DATA_DIR"] ?? ""
  mkdirSync(folder, { recursive: true })
  return folder
}

const queried = async (url: string, text: string) => {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ readonly id: number; readonly position: number | null }>(text)
  await client.end()
  return rows
}

const dumpLarge = async (): Promise<string> => {
  const at = await place(sqlite)
  await succeed(at, "seed", "--boards", "8", "--tasks", "1000")
  await succeed(at, "seed", "--demo")
  fillEveryColumn(join(folderOf(at), "boardwright.db"))
  return dumpOf(at)
}
let large: Promise<string> | undefined
/** A dump of 8,000 tasks and of a value in every column, made once. */
const largeDump = (): Promise<string> => (large ??= dumpLarge())

it("8,000 tasks and a value in every column, from SQLite to PostgreSQL and back, are the same dump byte for byte after its header", async () => {
  const [second, third] = [await place(postgres), await place(sqlite)]
  const dumps = [await largeDump()]
  expect(columnsWithoutValue(dumps[0] ?? "")).toEqual([])
  for (const next of [second, third]) {
    folderOf(next)
    await succeed(next, "load", dumps.at(-1) ?? "")
    dumps.push(await dumpOf(next))
  }
  const [body, ...others] = dumps.map(bodyOf)
  expect(rowsOf(dumps[0] ?? "", "task").length).toBeGreaterThan(8_000)
  expect(others.map((other) => other === body)).toEqual([true, true])
  const loaded = join(folderOf(third), "boardwright.db")
  expect([...dumps, loaded].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600, 0o600, 0o600])
  await succeed(third, "backup", "--verify", loaded)
})

it("goes through a pipe, from one database into another", async () => {
  const [from, to] = [await place(sqlite), await place(sqlite)]
  await succeed(from, "seed", "--demo")
  folderOf(to)
  const command = `"${process.execPath}" "${LAUNCHER}"`
  const line = `${command} dump - | DATA_DIR="${folderOf(to)}" ${command} load -`
  const { stderr, stdout } = await promisify(execFile)("sh", ["-c", line], {
    env: { PATH: process.env["PATH"], ...from.environment }
  })
  expect(stdout).toBe("")
  expect(stderr).toMatch(/is dumped to standard output: [\d,]+ rows/)
  expect(stderr).toMatch(/has what standard input contains: [\d,]+ rows/)
  expect(bodyOf(await dumpOf(to))).toBe(bodyOf(await dumpOf(from)))
  expect(readdirSync(".")).not.toContain("-")
  expect((await from.run(["dump", "-", "--json"])).stderr).toMatch(/--json prints to .*, where the dump goes/)
  const third = await place(sqlite)
  expect((await third.run(["load", "-"], "no dump")).stderr).toMatch(/standard input is damaged, or is not a dump/)
})

it.each(DATABASES)(
  "gives changes on %s the ids of their positions, and new ones none that was used before",
  async (_, database) => {
    const [from, to] = [await place(postgres), await place(database)]
    await succeed(from, "seed", "--boards", "1", "--tasks", "1")
    const ids = (url: string) => queried(url, "select id::int, position::int from boardwright_change order by id")
    const { DATABASE_URL: source = "" } = from.environment
    // As transactions that were rolled back leave it.
    await queried(source, "select setval(pg_get_serial_sequence('boardwright_change', 'id'), 1000)")
    await succeed(from, "seed", "--boards", "1", "--tasks", "1")
    const used = Math.max(...(await ids(source)).map(({ id }) => id))
    expect(used).toBeGreaterThan(1000)
    folderOf(to)
    const dump = await dumpOf(from)
    await succeed(to, "load", dump)
    await succeed(to, "resume")
    await succeed(to, "seed", "--boards", "1", "--tasks", "1")
    const kept = rowsOf(dump, "change").length
    const after = rowsOf(await dumpOf(to), "change").map(({ position }) => Number(position))
    expect(Math.min(...after.slice(kept))).toBe(used + 1)
    if (database === sqlite) return
    for (const { id, position } of await ids(to.environment["DATABASE_URL"] ?? "")) expect(position ?? id).toBe(id)
  }
)

describe.each(DATABASES)("dump on %s", (_, database) => {
  it("is one snapshot while a server goes on writing", async () => {
    const at = await place(database)
    const { headers, server } = await at.startWithAda()
    const stopping = new AbortController()
    const acknowledged: Array<string> = []
    const write = async (name: string) => {
      expect((await post(server, "/api/workspaces", { name }, headers)).status).toBe(201)
      acknowledged.push(name)
    }
    await write("Before")
    const writing = (async () => {
      for (let count = 0; !stopping.signal.aborted; count++) await write(`During ${count}`)
    })()
    const file = await dumpOf(at)
    stopping.abort()
    await writing
    const names = rowsOf(file, "workspace").map(({ name }) => name)
    expect(names.length).toBeGreaterThan(0)
    expect(names.toSorted()).toEqual(acknowledged.slice(0, names.length).toSorted())
    const changes = rowsOf(file, "change")
    expect(changes.map(({ position }) => position)).toEqual(names.map((_, index) => index + 1))
    expect(rowsOf(file, "feed")).toEqual([{ position: names.length }])
  })

  it("replaces no file unless it is told to, and leaves nothing behind when it fails", async () => {
    const at = await place(database)
    await succeed(at, "migrate", "up")
    const folder = folderOf(at)
    const file = join(folder, "boardwright.dump")
    writeFileSync(file, "kept", { mode: 0o644 })
    const refused = await at.run(["dump", file])
    expect([refused.code, refused.stderr]).toEqual([5, `boardwright: ${file} already exists; --force replaces it\n`])
    await succeed(at, "dump", file, "--force")
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const piped = await at.run(["dump", "-", "--force"])
    expect([piped.code, piped.stdout, piped.stderr]).toEqual([
      2,
      "",
      "boardwright: --force is for a file, and the dump goes to standard output (see boardwright dump --help)\n"
    ])
    const before = readdirSync(folder)
    expect((await at.run(["dump", join(folder, "none", "boardwright.dump")])).code).toBe(1)
    expect(readdirSync(folder)).toEqual(before)
  })

  it("of an older version is loaded into the newest schema of either database", async () => {
    const file = join(folderOf(await place(sqlite)), "old.dump")
    const old = await place(sqlite)
    const db = openSqlite(join(folderOf(old), "boardwright.db"))
    db.exec(oldSchema(9, "sqlite", "datetime").join(";\n"))
    db.close()
    await succeed(old, "dump", file)
    const next = await place(database)
    await succeed(next, "load", file)
    expect(JSON.parse(await succeed(next, "user", "list", "--json"))).toMatchObject([{ email: "Ada@example.com" }])
    expect((await next.run(["migrate", "status"])).stderr).toContain("is up to date")
    expect(rowsOf(await dumpOf(next), "account")).toMatchObject([{ id: "ada", disabled_at: null, token_version: 3 }])
  })
})

it("a dump and a load draw their progress on a terminal, and erase it", async () => {
  const [from, to] = [await place(sqlite), await place(sqlite)]
  await succeed(from, "seed", "--demo")
  const file = join(folderOf(to), "boardwright.dump")
  for (const [at, command, label] of [
    [from, "dump", "Dumping"],
    [to, "load", "Loading"]
  ] as const) {
    const child = onTerminal([process.execPath, LAUNCHER, command, file], at.environment)
    expect(await child.ended).toBe(0)
    expect(child.output()).toMatch(new RegExp(`${label} .*\\r\\u001B\\[2K.*boardwright\\.d`))
  }
})

it("names what is wrong with a file that is no whole dump, and leaves no database", async () => {
  const from = await place(sqlite)
  await succeed(from, "seed", "--demo")
  const dump = await dumpOf(from)
  const [packed, text] = [readFileSync(dump), gunzipSync(readFileSync(dump)).toString("utf8")]
  const lines = text.split("\n")
  const header = JSON.parse(lines[0] ?? "") as { readonly schema: number }
  const changed = (change: (lines: Array<string>) => void) => {
    const copy = [...lines]
    change(copy)
    return gzipSync(copy.join("\n"))
  }
  const bad: ReadonlyArray<readonly [Buffer, RegExp]> = [
    [packed.subarray(0, packed.length - 40), /is cut off/],
    [changed((copy) => copy.splice(-3)), /is cut off after line \d+, or was not written to its end/],
    [Buffer.from("no dump"), /is not a dump of Boardwright/],
    [gzipSync("no dump\n"), /is not a dump of Boardwright/],
    [gzipSync('{"name":"x"}\n'), /is not a dump of Boardwright/],
    [changed((copy) => (copy[2] = (copy[2] ?? "").replace("@", "a"))), /its checksum is not that of its content/],
    [changed((copy) => copy.splice(2, 1)), /numbers of rows/],
    [changed((copy) => (copy[2] = '["too few"]')), /line 3 is not a row of its table/],
    [
      changed((copy) => (copy[1] = '{"table":"boardwright_other","columns":[]}')),
      /line 2 does not name boardwright_account/
    ],
    [changed((copy) => (copy[0] = JSON.stringify({ ...header, schema: 9999 }))), /newer version of Boardwright/],
    [changed((copy) => (copy[0] = JSON.stringify({ ...header, version: 2 }))), /newer version of Boardwright/]
  ]
  const at = await place(sqlite)
  const file = join(folderOf(at), "bad.dump")
  for (const [bytes, reason] of bad) {
    writeFileSync(file, bytes)
    const { code, stderr } = await at.run(["load", file])
    expect([code, stderr]).toEqual([3, expect.stringMatching(reason)])
    expect(stderr.startsWith(`boardwright: ${file} `)).toBe(true)
    expect(readdirSync(folderOf(at)).toSorted()).toEqual(["bad.dump", "boardwright.db.lock"])
  }
  const missing = await at.run(["load", join(folderOf(at), "none.dump")])
  expect([missing.code, missing.stderr]).toEqual([4, expect.stringContaining("none.dump")])
})

describe.each(DATABASES)("load on %s", (kind, database) => {
  it("refuses a database with rows, which it counts, and one that a server has open", async () => {
    const from = await place(sqlite)
    await from.user("ada@example.com", "correct horse battery")
    const file = await dumpOf(from)
    const full = await place(database)
    await full.user("bob@example.com", "correct horse battery")
    const refused = await full.run(["load", file])
    const line =
      "the database is not empty (rows: boardwright_account has 1, boardwright_security_event has 2); a dump is loaded into an empty one"
    expect([refused.code, refused.stderr]).toEqual([5, `boardwright: ${line}\n`])
    expect(await succeed(full, "user", "list")).toContain("bob@example.com")
  })

  it("killed, it leaves nothing, and the next load succeeds", async () => {
    const file = await largeDump()
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const at = await place(database)
      const folder = folderOf(at)
      const child = runCommand(["load", file], at.environment)
      const isLoading = await watcher(kind, at.environment)
      await vi.waitFor(async () => expect(await isLoading()).toBe(true), { timeout: 60_000, interval: 2 })
      child.process.kill(signal)
      expect(await child.ended).toBe(signal === "SIGTERM" ? 143 : signal)
      const drafts = () => readdirSync(folder).filter((name) => name.endsWith(".part"))
      expect(signal === "SIGTERM" ? drafts() : []).toEqual([])
      expect(readdirSync(folder)).not.toContain("boardwright.db")
      await succeed(at, "load", file)
      expect(drafts()).toEqual([])
      expect(bodyOf(await dumpOf(at))).toBe(bodyOf(file))
    }
  })

  it("brings passwords and tokens of users, and cursors of the feed expire", async () => {
    const from = await place(sqlite)
    const secret = { JWT_SECRET: "a secret of at least thirty-two bytes" }
    const server = await from.start()
    await from.user("ada@example.com", "correct horse battery")
    const credentials = { email: "ada@example.com", password: "correct horse battery" }
    const { body: signedIn } = await post(server, "/api/auth/signin", credentials)
    const headers = { authorization: `Bearer ${signedIn.token}` }
    const { body: made } = await post(server, "/api/workspaces", { name: "Garden" }, headers)
    const { cursor } = (await get(server, "/api/changes", signedIn.token)).body
    const file = await dumpOf(from)
    const at = await place(async () => ({ ...secret, ...(await database()) }))
    await succeed(at, "load", file)
    const copy = await at.start()
    const { body, status } = await post(copy, "/api/auth/signin", credentials)
    expect([status, body.user.id]).toEqual([200, signedIn.user.id])
    expect((await get(copy, `/api/workspaces/${made.workspace.id}`, body.token)).status).toBe(200)
    expect((await get(copy, `/api/changes?since=${cursor}`, body.token)).status).toBe(410)
    const later = await post(copy, "/api/workspaces", { name: "Later" }, { authorization: `Bearer ${body.token}` })
    expect(later.status).toBe(201)
    expect(rowsOf(await dumpOf(at), "change").map(({ position }) => position)).toEqual([1, 2])
  })
})

/** Whether a load has begun to store rows. */
const watcher = async (kind: string, environment: Readonly<Record<string, string>>) => {
  if (kind === "SQLite") {
    const folder = environment["DATA_DIR"] ?? ""
    return async () => readdirSync(folder).some((name) => name.endsWith(".part"))
  }
  const client = new pg.Client(environment["DATABASE_URL"])
  await client.connect()
  return async () => {
    const sessions =
      "select from pg_stat_activity where datname = current_database() and query like 'copy boardwright_task %'"
    const found = (await client.query(sessions)).rows.length > 0
    if (found) await client.end()
    return found
  }
}
