import { execFileSync } from "node:child_process"
import { closeSync, fstatSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, it, vi } from "vitest"
import { runCommand } from "../support/childServer.js"
import { get, post, type Standalone, standaloneServers, UNLIMITED } from "../support/standalone.js"
import { newBoard, type SignedIn, somebody } from "./given.js"
import { print } from "./Load.js"
import { mountSmallDisk } from "./smallDisk.js"
import { errorBody } from "../support/errorBody.js"
import { outageLines } from "../support/outageLines.js"

const servers = standaloneServers()
const undo: Array<() => unknown> = []
afterAll(() => {
  for (const each of undo) each()
})

const REFUSED = errorBody("Service unavailable")

/** A new disk of a few megabytes. */
const smallDisk = (name: string, megabytes = 6): string => {
  const path = join(servers.directory, name)
  undo.push(mountSmallDisk(path, megabytes))
  return path
}

/** Creates large tasks until one is refused or a maximum is reached. */
const filledWith = async (server: Standalone, { headers, token }: SignedIn, boardId: string, most = 1_000) => {
  const made: Array<string> = []
  let refusal = null
  for (let count = 0; refusal === null && count < most; count += 1) {
    const task = { boardId, name: `task ${count}`, description: "d".repeat(60_000) }
    const answer = await post(server, "/api/tasks", task, headers)
    if (answer.status === 201) made.push(answer.body.id)
    else refusal = answer
  }
  return { made, refusal, page: await get(server, `/api/tasks?boardId=${boardId}&limit=1000`, token) }
}

it("on a full disk writes are refused and reads are served until there is space again", async () => {
  const disk = smallDisk("disk", 10)
  const server = await servers.start(join("disk", "data"), UNLIMITED)
  const who = await somebody(server, "dee")
  const { boardId } = await newBoard(server, who, "B")
  const ballast = join(disk, "ballast")
  // As much as the write-ahead log can hold by then, so that the file has room for all of it once the ballast is gone.
  writeFileSync(ballast, Buffer.alloc(5 * 1024 * 1024))

  const { made, page, refusal } = await filledWith(server, who, boardId)
  expect(made.length).toBeGreaterThan(5)
  expect(refusal).toMatchObject({ status: 503, body: REFUSED })
  expect(refusal?.headers.get("retry-after")).not.toBeNull()
  expect(page).toMatchObject({ status: 200 })
  expect(page.body.tasks).toHaveLength(made.length)
  expect(await get(server, "/api/health")).toMatchObject({ status: 200 })
  const full = { status: 503, body: { checks: { storage: "ok", writes: "full" } } }
  expect(await get(server, "/api/health/ready")).toMatchObject(full)

  const doctor = runCommand(["doctor", "--json"], { DATA_DIR: join(disk, "data") })
  expect(await doctor.ended).toBe(1)
  const findings: ReadonlyArray<{ readonly check: string }> = JSON.parse(doctor.stdout())
  expect(findings.find(({ check }) => check === "disk")).toMatchObject({
    status: "error",
    finding: expect.stringMatching(/free for .*data$/),
    advice: expect.stringContaining("free some")
  })

  rmSync(ballast)
  const from = performance.now()
  const again = { boardId, name: "there is room", description: "d".repeat(60_000) }
  await vi.waitFor(
    async () => expect(await post(server, "/api/tasks", again, who.headers)).toMatchObject({ status: 201 }),
    { timeout: 10_000, interval: 50 }
  )
  const millis = Math.round(performance.now() - from)
  const after = await get(server, `/api/tasks?boardId=${boardId}&limit=1000`, who.token)
  expect(after.body.tasks).toHaveLength(made.length + 1)
  await vi.waitFor(async () => expect(await get(server, "/api/health/ready")).toMatchObject({ status: 200 }), {
    timeout: 20_000,
    interval: 200
  })
  await server.logged(/storage is available again/)
  expect(await server.stop()).toBe(0)
  expect(outageLines(server)).toEqual([
    expect.stringMatching(/^storage is unavailable \(/),
    expect.stringMatching(/^storage is available again after [\d.]+ s$/)
  ])
  print(
    `full disk: ${made.length} written, the next refused with 503, all read; ${millis} ms after there was room, written`
  )
})

/** The start fails with one line for the operator and no stack. */
const refusesToStart = async (dataDir: string, line: RegExp): Promise<void> => {
  const child = runCommand(["serve"], { DATA_DIR: dataDir, PORT: "0", LOG_FORMAT: "json" })
  expect([69, 78]).toContain(await child.ended)
  const lines = child.stderr().trimEnd().split("\n")
  expect(lines).toEqual([expect.stringMatching(line)])
  expect(child.stdout()).toBe("")
}

/** Overwrites everything after the first page of the file. */
const damage = (file: string): void => {
  const handle = openSync(file, "r+")
  const { size } = fstatSync(handle)
  writeSync(handle, Buffer.alloc(size - 4096, 0xa5), 0, size - 4096, 4096)
  closeSync(handle)
}

it("on a read-only disk the start fails with one line, and succeeds once it is writable", async () => {
  const disk = smallDisk("readonly")
  const dataDir = join(disk, "data")
  const first = await servers.start(join("readonly", "data"), UNLIMITED)
  expect(await first.stop()).toBe(0)
  execFileSync("mount", ["-o", "remount,ro", disk])
  await refusesToStart(dataDir, /boardwright\.db cannot be (written|opened)/)
  await refusesToStart(join(disk, "new"), /DATA_DIR: .*new could not be created/)
  execFileSync("mount", ["-o", "remount,rw", disk])
  expect(await (await servers.start(join("readonly", "data"), UNLIMITED)).stop()).toBe(0)
})

it("a damaged file and one that is not a database are refused with one line", async () => {
  const server = await servers.start("damaged", UNLIMITED)
  const file = join(server.dataDir, "boardwright.db")
  const who = await somebody(server, "dan")
  await newBoard(server, who, "B")
  expect(await server.stop()).toBe(0)
  damage(file)
  await refusesToStart(server.dataDir, /boardwright\.db is damaged.* restore it from a backup/)
  writeFileSync(file, "this is no database".repeat(1_000))
  await refusesToStart(server.dataDir, /boardwright\.db is damaged.* restore it from a backup/)
})

it("doctor reports a disk that is almost full", async () => {
  const dataDir = join(smallDisk("almost-full"), "data")
  const doctor = runCommand(["doctor", "--json"], { DATA_DIR: dataDir })
  expect(await doctor.ended).toBe(1)
  expect(JSON.parse(doctor.stdout())).toContainEqual(expect.objectContaining({ check: "disk", status: "error" }))
})

it("a file that is damaged while in use leads to 503, never to 500", async () => {
  const server = await servers.start("damaging", UNLIMITED)
  const who = await somebody(server, "dot")
  const { boardId } = await newBoard(server, who, "B")
  await filledWith(server, who, boardId, 30)
  expect(await server.stop()).toBe(0)
  const again = await servers.start("damaging", UNLIMITED)
  damage(join(again.dataDir, "boardwright.db"))
  const statuses = new Set<number>()
  for (const path of ["/api/workspaces", `/api/boards/${boardId}`, `/api/tasks?boardId=${boardId}`, "/api/health"]) {
    statuses.add((await get(again, path, who.token)).status)
  }
  for (const name of ["one", "two"])
    statuses.add((await post(again, "/api/tasks", { boardId, name }, who.headers)).status)
  print(`a file damaged under a server: answers ${[...statuses].join(", ")}`)
  expect([...statuses].filter((status) => status === 500)).toEqual([])
  await again.stop()
})

it.each([
  ["its file", ["", "-wal", "-shm"]],
  ["its write-ahead log", ["-wal"]]
])("with %s deleted a server acknowledges no more writes, and says why", async (what, endings) => {
  const server = await servers.start(what, UNLIMITED)
  const who = await somebody(server, "del")
  const { boardId } = await newBoard(server, who, "B")
  for (const ending of endings) rmSync(join(server.dataDir, `boardwright.db${ending}`), { force: true })
  const answer = await post(server, "/api/tasks", { boardId, name: "into the void" }, who.headers)
  expect(answer).toMatchObject({ status: 503, body: REFUSED })
  expect(await get(server, `/api/boards/${boardId}`, who.token)).toMatchObject({ status: 200 })
  for (const name of ["again", "and again"]) {
    expect(await post(server, "/api/tasks", { boardId, name }, who.headers)).toMatchObject({ status: 503 })
  }
  await server.logged(/storage is unavailable .*boardwright\.db(-wal)? .*(moved|deleted)/)
  await server.stop()
  expect(outageLines(server)).toEqual([expect.stringContaining("storage is unavailable")])
})
