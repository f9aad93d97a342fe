import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { basename, join } from "node:path"
import { describe, expect, it, vi } from "vitest"
import { get, post } from "../../../test/support/standalone.js"
import { openSqlite } from "@boardwright/sqlite/driver"
import { places, refused } from "./userRuns.js"

// Several commands are started in each test, on a machine that has more to do.
vi.setConfig({ testTimeout: 60_000 })

const place = places()

const makeTemplate = async () => {
  const at = await place()
  await at.user("ada@example.com", "correct horse battery")
  const token = (await at.run(["token", "mint", "--as", "ada@example.com"])).stdout.trim()
  return { folder: at.environment["DATA_DIR"] ?? "", token }
}
let template: ReturnType<typeof makeTemplate> | undefined

/** A place with a user, whose token it gives: a copy of a folder that is made once. */
const filled = async () => {
  const { folder, token } = await (template ??= makeTemplate())
  const at = await place()
  const { DATA_DIR: dataDir = "" } = at.environment
  cpSync(folder, dataDir, { recursive: true })
  return { ...at, dataDir, database: join(dataDir, "boardwright.db"), token }
}

/** Such a place with a running server. */
const served = async () => {
  const at = await filled()
  const server = await at.start()
  const headers = { authorization: `Bearer ${at.token}` }
  const create = async (name: string) => (await post(server, "/api/workspaces", { name }, headers)).status
  const names = async () =>
    (await at.run(["workspace", "list"])).stdout
      .split("\n")
      .flatMap((line) => line.split("\t")[0] || [])
      .toSorted()
  const stop = async () => {
    server.process.kill("SIGTERM")
    expect(await server.ended).toBe(0)
  }
  return { ...at, create, names, server, stop }
}

const lastBackup = (database: string): unknown => {
  const db = openSqlite(database)
  const value = db.prepare("select value from boardwright_state where name = 'last-backup'").pluck().get()
  db.close()
  return JSON.parse(String(value))
}

const backupsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.startsWith("boardwright-"))
    .toSorted()

describe("backup", () => {
  it("says in words why its folder cannot be used", async () => {
    const { dataDir, run } = await filled()
    const file = join(dataDir, "a file")
    writeFileSync(file, "")
    const taken = await run(["backup", file])
    expect(taken).toEqual(refused(1, `${file} cannot be used: there is a file of that name`))
    const below = join(file, "backups")
    expect(await run(["backup", below])).toEqual(refused(1, `${below} cannot be used: a folder in its path is a file`))
  })

  it("copies what was acknowledged, beside a server that goes on writing", async () => {
    const { create, dataDir, names, run, stop } = await served()
    const stopping = new AbortController()
    const acknowledged: Array<string> = []
    const writing = async () => {
      for (let at = 0; !stopping.signal.aborted; at++) {
        expect(await create(`During ${at}`)).toBe(201)
        acknowledged.push(`During ${at}`)
      }
    }
    expect(await create("Before")).toBe(201)
    const writer = writing()
    const folder = join(dataDir, "backups")
    const made = await run(["backup", folder, "--json"])
    stopping.abort()
    await writer
    const { bytes, file, removed } = JSON.parse(made.stdout)
    expect([made.code, removed, statSync(file).size]).toEqual([0, [], bytes])
    expect([statSync(file).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700])
    expect(readdirSync(folder)).toEqual([file.slice(folder.length + 1)])
    expect(await names()).toEqual(["Before", ...acknowledged].toSorted())

    await stop()
    expect((await run(["restore", file, "--force"])).code).toBe(0)
    const restored = await names()
    expect(restored).toEqual(["Before", ...acknowledged.slice(0, restored.length - 1)].toSorted())
  })

  it("removes all but the newest backups, and nothing else in the folder", async () => {
    const { dataDir, run } = await filled()
    const folder = join(dataDir, "backups")
    mkdirSync(folder)
    const others = ["boardwright.db", "boardwright-20200101T000000Z.db.before", "notes.txt"]
    const old = [1, 2, 3].map((day) => `boardwright-2020010${day}T000000Z.db`)
    for (const name of [...others, ...old]) writeFileSync(join(folder, name), "")
    const { file, removed } = JSON.parse((await run(["backup", folder, "--keep", "2", "--json"])).stdout)
    expect(removed).toEqual(old.slice(0, 2))
    expect(readdirSync(folder).toSorted()).toEqual(
      [...others, ...old.slice(2), file.slice(folder.length + 1)].toSorted()
    )
  })

  it("keeps the one that it has just made, also beside one that a wrong clock has dated later", async () => {
    const { dataDir, run } = await filled()
    const folder = join(dataDir, "backups")
    mkdirSync(folder)
    const later = "boardwright-21380101T000000Z.db"
    writeFileSync(join(folder, later), "")
    const { file, removed } = JSON.parse((await run(["backup", folder, "--keep", "1", "--json"])).stdout)
    expect(removed).toEqual([later])
    expect(backupsIn(folder)).toEqual([basename(file)])
  })

  it("removes what killed backups have left, and nothing else in the folder", async () => {
    const { dataDir, run } = await filled()
    const folder = join(dataDir, "backups")
    mkdirSync(folder)
    const others = ["notes.txt.01234567.part", "boardwright-20200101T000000Z.db.part"]
    const left = ["boardwright-20200101T000000Z.db.01234567.part", "boardwright-20200102T000000Z.db.89abcdef.part"]
    for (const name of [...others, ...left, `${left[0]}-journal`]) writeFileSync(join(folder, name), "")
    const { file } = JSON.parse((await run(["backup", folder, "--json"])).stdout)
    expect(readdirSync(folder).toSorted()).toEqual([...others, file.slice(folder.length + 1)].toSorted())
  })

  it("leaves the draft of a running backup alone: there is one at a time", async () => {
    const { database, dataDir, run } = await filled()
    const folder = join(dataDir, "backups")
    mkdirSync(folder)
    const draft = join(folder, "boardwright-20200101T000000Z.db.01234567.part")
    writeFileSync(draft, "")
    const other = openSqlite(`${database}.backup.lock`)
    other.exec("begin exclusive")
    const beside = await run(["backup", folder])
    other.close()
    expect([beside.code, beside.stderr]).toEqual([
      69,
      expect.stringContaining(`another backup of ${database} is being made`)
    ])
    expect(readdirSync(folder)).toEqual(["boardwright-20200101T000000Z.db.01234567.part"])
  })

  it("is recorded in the database, with its name and size, and so is one of another tool", async () => {
    const { database, dataDir, run } = await served()
    const { bytes, file } = JSON.parse((await run(["backup", join(dataDir, "backups"), "--json"])).stdout)
    expect(lastBackup(database)).toEqual({ name: file.slice(join(dataDir, "backups/").length), bytes })
    const copy = join(dataDir, "copy.db")
    writeFileSync(copy, "12345")
    expect((await run(["backup", "--record", copy])).code).toBe(0)
    expect(lastBackup(database)).toEqual({ name: "copy.db", bytes: 5 })
    const named = await run(["backup", "--record", "snapshot-17", "--json"])
    expect([named.code, JSON.parse(named.stdout)]).toEqual([0, { name: "snapshot-17", bytes: null, recorded: true }])
    expect(lastBackup(database)).toEqual({ name: "snapshot-17", bytes: null })
  })

  it("leaves nothing behind when it fails", async () => {
    const { dataDir, run } = await place().then((at) => ({ ...at, dataDir: at.environment["DATA_DIR"] ?? "" }))
    const folder = join(dataDir, "backups")
    for (const words of [["backup", "--verify"], ["restore"]]) {
      const none = await run([...words, "none.db"])
      expect([none.code, none.stderr]).toEqual([4, expect.stringContaining("none.db does not exist")])
    }
    for (const words of [["backup", "--verify"], ["restore"]]) {
      const none = await run([...words, "/tmp"])
      expect([none.code, none.stderr]).toEqual([4, "boardwright: /tmp is a folder, not a backup\n"])
    }
    expect((await run(["backup", "--record", ""])).code).toBe(2)
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, "boardwright.db"), "no database")
    const damaged = await run(["backup", folder])
    expect([damaged.code, damaged.stderr]).toEqual([69, expect.stringContaining("is damaged or is no SQLite database")])
    expect(readdirSync(folder)).toEqual([])
  })

  it("checks a backup from end to end", async () => {
    const { dataDir, run } = await filled()
    const folder = join(dataDir, "backups")
    const { file } = JSON.parse((await run(["backup", folder, "--json"])).stdout)
    const whole = await run(["backup", "--verify", file, "--json"])
    expect([whole.code, JSON.parse(whole.stdout), whole.stderr]).toEqual([0, { file }, `${file} is whole\n`])
    const bytes = readFileSync(file)
    bytes.fill(0xff, bytes.byteLength - 4096)
    writeFileSync(file, bytes)
    const damaged = await run(["backup", "--verify", file])
    expect([damaged.code, damaged.stderr]).toEqual([3, expect.stringContaining("is damaged")])
    writeFileSync(file, "no database at all")
    const other = await run(["backup", "--verify", file])
    expect([other.code, other.stderr]).toEqual([3, `boardwright: ${file} is damaged or is no SQLite database\n`])
    truncateSync(file, 0)
    const empty = await run(["backup", "--verify", file])
    expect([empty.code, empty.stderr]).toEqual([3, `boardwright: ${file} is no database of Boardwright\n`])
    expect(backupsIn(folder)).toHaveLength(1)
  })

  it("names what is wrong with the command line, and does not work with PostgreSQL", async () => {
    const { run } = await place()
    for (const words of [
      ["backup"],
      ["backup", "folder", "--verify", "file"],
      ["backup", "--record", "n", "--keep", "1"]
    ])
      expect((await run(words)).code).toBe(2)
    const onPostgres = await place(async () => ({ DATABASE_URL: "postgres://ada@db.example.com/boards" }))
    for (const words of [
      ["backup", "folder"],
      ["restore", "file"]
    ]) {
      const { code, stderr } = await onPostgres.run(words)
      expect([code, stderr]).toEqual([2, expect.stringContaining("use pg_dump and pg_restore")])
    }
  })
})

describe("restore", () => {
  it("needs --force to replace a database, which it keeps, and refuses while a server runs", async () => {
    const { create, dataDir, database, names, run, server, start, stop, token } = await served()
    expect(await create("Kept")).toBe(201)
    const { file } = JSON.parse((await run(["backup", join(dataDir, "backups"), "--json"])).stdout)
    const { cursor } = (await get(server, "/api/changes", token)).body
    expect(await create("Later")).toBe(201)

    const beside = await run(["restore", file, "--force"])
    expect([beside.code, beside.stderr]).toEqual([69, expect.stringContaining("is in use by another server")])
    await stop()
    const unasked = await run(["restore", file])
    expect([unasked.code, unasked.stderr]).toEqual([
      5,
      `boardwright: ${database} already exists; --force replaces it\n`
    ])
    expect(await names()).toEqual(["Kept", "Later"])

    const { code, stderr } = await run(["restore", file, "--force"])
    const kept = readdirSync(dataDir).find((name) => name.startsWith("boardwright.db.before-")) ?? ""
    expect([code, stderr]).toEqual([0, expect.stringContaining(`is kept as ${join(dataDir, kept)}`)])
    expect([statSync(database).mode & 0o777, existsSync(`${database}-wal`)]).toEqual([0o600, false])
    expect(await names()).toEqual(["Kept"])
    const again = await start()
    expect((await get(again, `/api/changes?since=${cursor}`, token)).status).toBe(410)
    again.process.kill("SIGTERM")
    expect(await again.ended).toBe(0)

    expect((await run(["restore", join(dataDir, kept), "--force"])).code).toBe(0)
    expect(await names()).toEqual(["Kept", "Later"])
  })

  it("changes nothing if the backup is damaged", async () => {
    const { create, dataDir, database, names, run, stop } = await served()
    expect(await create("Kept")).toBe(201)
    await stop()
    const damaged = join(dataDir, "damaged.db")
    writeFileSync(damaged, readFileSync(database).subarray(0, 40_000))
    const { code, stderr } = await run(["restore", damaged, "--force"])
    expect([code, stderr]).toEqual([3, expect.stringContaining("is damaged")])
    expect(readdirSync(dataDir).filter((name) => /before|part/.test(name))).toEqual([])
    expect(await names()).toEqual(["Kept"])
  })
})
