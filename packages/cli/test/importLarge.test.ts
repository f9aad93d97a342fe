import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Board } from "@boardwright/core"
import { beforeAll, describe, expect, it } from "vitest"
import { type Child, runCommand } from "../../../test/support/childServer.js"
import { aWorkspaceOf, testDatabases, testFolder } from "./boards/database.js"
import { largeLines, largeSheet } from "./boards/largeSheet.js"

const ROWS = 100_000

const databases = testDatabases()
const folder = testFolder()
const fileOf = (name: string): string => join(folder, name)

const mibOf = (pid: number | undefined): number => {
  try {
    const [, kib = "0"] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
    return Number(kib) / 1024
  } catch {
    // It has ended.
    return 0
  }
}

/** How a command ended, and the most memory that it had. */
const measured = async (child: Child) => {
  let peak = 0
  const look = setInterval(() => (peak = Math.max(peak, mibOf(child.process.pid))), 50)
  const code = await child.ended
  clearInterval(look)
  return { code, peak }
}

beforeAll(() => {
  writeFileSync(fileOf("large.csv"), largeSheet(ROWS))
  writeFileSync(fileOf("large.ndjson"), largeLines(ROWS))
})

// What reads a sheet does not know the database: each way to read and each database is here once.
describe.each([
  ["SQLite", databases.sqlite, "large.csv", "a file"],
  ["PostgreSQL", databases.postgres, "large.ndjson", "standard input"]
])(`${ROWS} rows of ten cells on %s`, { timeout: 240_000 }, (kind, make, name, source) => {
  it(`are imported in less than 280 MB: ${name}, from ${source}`, async () => {
    const database = await make(`${kind} ${name}`)
    const { workspaceId } = await database.run(aWorkspaceOf("ada@example.com"))
    const [file, input] = source === "a file" ? [fileOf(name)] : ["-", readFileSync(fileOf(name))]
    const began = performance.now()
    const child = runCommand(["import", file, "--board", "Large"], database.environment, database.folder, input)
    const { code, peak } = await measured(child)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    process.stdout.write(`${ROWS} rows, ${kind}, ${name} from ${source}: ${seconds} s, ${peak.toFixed(0)} MiB\n`)
    expect([code, child.stderr()]).toEqual([0, expect.stringContaining(`: ${ROWS} tasks, 0 warnings\n`)])
    expect((await database.run(Board.listBoards({ workspaceId }))).total).toBe(1)
    expect(peak).toBeGreaterThan(50)
    // 190 to 235 were seen, and 390 or more with all rows kept.
    expect(peak).toBeLessThan(280)
  })
})
