import { openSync, writeSync } from "node:fs"
import { join } from "node:path"
import { openSqlite } from "@boardwright/sqlite/driver"
import { expect, it } from "vitest"
import { get, standaloneServers } from "../../../test/support/standalone.js"
import { runCommand } from "../../../test/support/childServer.js"

const servers = standaloneServers()

const NOTICED = /was not closed by the last server/

it("the file is checked in the background after a server was killed, once, and not after a clean stop", async () => {
  const first = await servers.start("killed")
  expect(await first.stop("SIGKILL")).toBe("SIGKILL")
  // A command in between, which recovers the write-ahead log, hides nothing.
  const listed = runCommand(["user", "list"], { DATA_DIR: first.dataDir })
  expect(await listed.ended).toBe(0)
  const second = await servers.start("killed")
  await second.logged(/boardwright\.db is whole/)
  expect(await second.stop()).toBe(0)
  const third = await servers.start("killed")
  expect(await third.stop()).toBe(0)
  expect([first, second, third].map(({ stderr }) => NOTICED.test(stderr()))).toEqual([false, true, false])
})

it("a damaged file is reported loudly at every start, while requests are served", async () => {
  const server = await servers.start("damaged")
  expect(await server.stop("SIGKILL")).toBe("SIGKILL")
  const file = join(server.dataDir, "boardwright.db")
  const db = openSqlite(file)
  db.exec("create table filler (bytes blob); insert into filler values (zeroblob(100000))")
  const root = Number(db.prepare("select rootpage from sqlite_master where name = 'filler'").pluck().get())
  db.close()
  writeSync(openSync(file, "r+"), Buffer.alloc(4096, 0x5a), 0, 4096, (root - 1) * 4096)
  for (let start = 0; start < 2; start++) {
    const again = await servers.start("damaged")
    const [line] = await again.logged(/.*boardwright\.db is damaged.*/)
    expect(line).toContain('"ERROR"')
    expect(line).toContain("put the newest backup in its place by boardwright restore")
    expect((await get(again, "/api/health/ready")).status).toBe(200)
    expect(await again.stop()).toBe(0)
  }
})

it("a copy made by boardwright backup beside a server counts as closed", async () => {
  const server = await servers.start("copied")
  const folder = join(server.dataDir, "backups")
  const made = runCommand(["backup", folder, "--json"], { DATA_DIR: server.dataDir })
  expect(await made.ended).toBe(0)
  const restored = runCommand(["restore", JSON.parse(made.stdout()).file], {
    DATA_DIR: join(servers.directory, "restored")
  })
  expect(await restored.ended).toBe(0)
  const copy = await servers.start("restored")
  expect(await copy.stop()).toBe(0)
  expect(copy.stderr()).not.toMatch(NOTICED)
})
