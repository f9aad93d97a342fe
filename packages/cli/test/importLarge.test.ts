import { readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Board } from "@boardwright/core"
import Database from "better-sqlite3"
import { describe, expect, it, vi } from "vitest"
import { runCommand } from "../../../test/support/childServer.js"
import { largeSheet } from "./boards/largeSheet.js"
import { aWorkspaceOf, testDatabases } from "./boards/database.js"

const ROWS = 200_000

const databases = testDatabases()

const mibOf = (pid: number | undefined): number => {
  try {
    const [, kib = "0"] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
    return Number(kib) / 1024
  } catch {
    // It has ended.
    return 0
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

describe(`a spreadsheet of ${ROWS} rows of ten cells`, { timeout: 240_000 }, () => {
  it("is imported in less than 300 MB", async () => {
    const { environment, folder, run } = await databases.sqlite("memory")
    const { workspaceId } = await run(aWorkspaceOf("ada@example.com"))
    writeFileSync(join(folder, "large.csv"), largeSheet(ROWS))
    const began = performance.now()
    const child = runCommand(["import", "large.csv"], environment, folder)
    let peak = 0
    const look = setInterval(() => (peak = Math.max(peak, mibOf(child.process.pid))), 50)
    const code = await child.ended
    clearInterval(look)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    process.stdout.write(`${ROWS} rows: ${seconds} s, at most ${peak.toFixed(0)} MiB\n`)
    expect([code, child.stderr()]).toEqual([0, expect.stringContaining(`: ${ROWS} tasks, 0 warnings\n`)])
    const { total } = await run(Board.listBoards({ workspaceId }))
    expect(total).toBe(1)
    expect(peak).toBeGreaterThan(50)
    expect(peak).toBeLessThan(300)
  })

  it("leaves nothing when its import is killed while it is written", async () => {
    const { environment, folder, run } = await databases.sqlite("killed")
    const { workspaceId } = await run(aWorkspaceOf("ada@example.com"))
    writeFileSync(join(folder, "large.csv"), largeSheet(ROWS))
    const child = runCommand(["import", "large.csv"], environment, folder)
    const file = join(folder, "boardwright.db")
    await vi.waitFor(() => expect(sizeOf(`${file}-wal`)).toBeGreaterThan(8 << 20), { timeout: 120_000, interval: 5 })
    child.process.kill("SIGKILL")
    expect([await child.ended, child.stdout()]).toEqual(["SIGKILL", ""])
    const database = new Database(file)
    expect(database.pragma("integrity_check")).toEqual([{ integrity_check: "ok" }])
    expect(database.prepare("select count(*) as count from boardwright_task").get()).toEqual({ count: 0 })
    database.close()
    expect((await run(Board.listBoards({ workspaceId }))).total).toBe(0)
  })

  it("leaves nothing when it is told to stop", async () => {
    const { environment, folder, run } = await databases.sqlite("stopped")
    const { workspaceId } = await run(aWorkspaceOf("ada@example.com"))
    writeFileSync(join(folder, "large.csv"), largeSheet(60_000))
    const child = runCommand(["import", "large.csv"], environment, folder)
    const wal = join(folder, "boardwright.db-wal")
    await vi.waitFor(() => expect(sizeOf(wal)).toBeGreaterThan(8 << 20), { timeout: 120_000, interval: 5 })
    child.process.kill("SIGINT")
    expect([await child.ended, child.stdout()]).toEqual([130, ""])
    expect((await run(Board.listBoards({ workspaceId }))).total).toBe(0)
  })
})
