import { randomBytes } from "node:crypto"
import { chmodSync, chownSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { scratchFolder } from "../support/postgres/folders.js"
import { serverUser } from "../support/postgres/serverUser.js"
import { type PostgresServer, startPostgres } from "../support/postgres/startPostgres.js"
import { withAdmin } from "../support/postgres/TestPostgres.js"
import { get, post, standaloneServers, UNLIMITED } from "../support/standalone.js"
import { newBoard, somebody } from "./given.js"
import { print } from "./Load.js"
import { mountSmallDisk } from "./smallDisk.js"

const servers = standaloneServers()
const DISK_MB = 40
const BALLAST_MB = 12
const MOST_TASKS = 1_000

let scratch: string
let postgres: PostgresServer
let unmount: () => void
beforeAll(async () => {
  scratch = await scratchFolder()
  chmodSync(scratch, 0o755)
  const disk = join(scratch, "disk")
  unmount = mountSmallDisk(disk, DISK_MB)
  const { gid = -1, uid = -1 } = serverUser()
  chownSync(disk, uid, gid)
  chmodSync(disk, 0o700)
  postgres = await startPostgres()
  await withAdmin(postgres.url, async (admin) => {
    await admin.query(`create tablespace small location '${disk}'`)
    await admin.query("create database crowded tablespace small")
  })
})
afterAll(async () => {
  await postgres.remove()
  unmount()
  rmSync(scratch, { recursive: true })
})

it("while the disk of PostgreSQL is full writes are refused and reads are served until there is space again", async () => {
  const url = new URL(postgres.url)
  url.pathname = "/crowded"
  const environment = { DATABASE_URL: url.href, JWT_SECRET: "a-secret-of-the-tests-of-32-bytes" }
  const server = await servers.start("crowded", { ...UNLIMITED, ...environment })
  const who = await somebody(server, "dee")
  const { boardId } = await newBoard(server, who, "B")
  const ballast = join(scratch, "disk", "ballast")
  writeFileSync(ballast, Buffer.alloc(BALLAST_MB * 1024 * 1024))

  // Random data, because PostgreSQL compresses text; one word, because the index of words needs room too.
  const description = () => randomBytes(48_000).toString("base64").replace(/[+/=]/g, "0")
  const task = () => ({ boardId, name: "heavy", description: description() })
  const write = () => post(server, "/api/tasks", task(), who.headers)
  let made = 0
  let answer = await write()
  for (; answer.status === 201 && made < MOST_TASKS; made += 1) answer = await write()
  expect(made).toBeGreaterThan(5)
  expect(answer).toMatchObject({ status: 503, body: { error: "Service unavailable", details: [] } })
  expect(answer.headers.get("retry-after")).not.toBeNull()
  const list = () => get(server, `/api/tasks?boardId=${boardId}&limit=1000`, who.token)
  expect((await list()).body.tasks).toHaveLength(made)
  expect(await get(server, "/api/health")).toMatchObject({ status: 200 })
  const full = { status: 503, body: { checks: { storage: "ok", writes: "full" } } }
  expect(await get(server, "/api/health/ready")).toMatchObject(full)

  rmSync(ballast)
  const from = performance.now()
  await vi.waitFor(async () => expect(await write()).toMatchObject({ status: 201 }), { timeout: 10_000, interval: 50 })
  const millis = Math.round(performance.now() - from)
  expect((await list()).body.tasks).toHaveLength(made + 1)
  await vi.waitFor(async () => expect(await get(server, "/api/health/ready")).toMatchObject({ status: 200 }), {
    timeout: 20_000,
    interval: 200
  })
  expect(await server.stop()).toBe(0)
  print(
    `PostgreSQL, full disk: ${made} written, the next refused with 503, all read; ${millis} ms after there was room, written`
  )
})
