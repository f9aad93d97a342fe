import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as later } from "node:timers/promises"
import { beforeAll, describe, expect, it, vi } from "vitest"
import { type Child, runCommand } from "../../../test/support/childServer.js"
import { aWorkspaceOf, type TestDatabase, testDatabases, testFolder } from "./boards/database.js"
import { largeSheet } from "./boards/largeSheet.js"
import { type Watched, watched } from "./boards/watched.js"

const ROWS = 30_000
const MAPPING = /^Aufgabe +task's name/m

const databases = testDatabases()
const sheet = join(testFolder(), "large.csv")
beforeAll(() => writeFileSync(sheet, largeSheet(ROWS)))

const importing = ({ environment, folder }: TestDatabase): Child => runCommand(["import", sheet], environment, folder)

/** The measurements of an undisturbed import. */
interface Whole {
  /** Milliseconds until the columns are shown. */
  readonly surveyed: number
  /** Bytes that are written. */
  readonly written: number
}

const importWhole = async (database: TestDatabase): Promise<Whole> => {
  const storage = await watched(database)
  const [before, began] = [await storage.bytes(), performance.now()]
  const child = importing(database)
  await child.logged(MAPPING)
  const surveyed = performance.now() - began
  let most = before
  while (child.process.exitCode === null) {
    most = Math.max(most, await storage.bytes())
    await later(2)
  }
  expect(await child.ended).toBe(0)
  await storage.close()
  return { surveyed, written: most - before }
}

type Point = (run: { readonly child: Child; readonly storage: Watched; readonly whole: Whole }) => Promise<unknown>

/** When such a part is written of what a whole import writes. */
const stored =
  (part: number): Point =>
  async ({ child, storage, whole }) => {
    const until = (await storage.bytes()) + whole.written * part
    const isThere = async () => expect(child.process.exitCode !== null || (await storage.bytes()) >= until).toBe(true)
    await vi.waitFor(isThere, { timeout: 60_000, interval: 2 })
  }

// SQLite keeps the first 16 MB in memory, and writes its last ones as it commits.
const POINTS: ReadonlyArray<
  readonly [signal: "SIGKILL" | "SIGINT", when: string, point: Point, ended: number | string]
> = [
  ["SIGKILL", "while the file is surveyed", ({ whole }) => later(whole.surveyed * 0.8), "SIGKILL"],
  ["SIGKILL", "while its rows are checked", ({ child }) => child.logged(MAPPING), "SIGKILL"],
  ["SIGKILL", "when the first of it is written", stored(0.05), "SIGKILL"],
  ["SIGKILL", "when most of it is written", stored(0.75), "SIGKILL"],
  ["SIGINT", "when the first of it is written", stored(0.05), 130]
]

describe.each(databases.both)("an import of %s", { timeout: 120_000 }, (kind, make) => {
  let whole: Whole
  beforeAll(async () => {
    const database = await make(`${kind} whole`)
    await database.run(aWorkspaceOf("ada@example.com"))
    whole = await importWhole(database)
    process.stdout.write(
      `${kind}: surveyed after ${Math.round(whole.surveyed)} ms, ${whole.written >> 20} MiB written\n`
    )
  })

  it.each(POINTS)("that gets %s %s leaves nothing, and the next one succeeds", async (signal, when, point, ended) => {
    // Smaller imports cannot be killed at a chosen point.
    expect(whole.written).toBeGreaterThan(4 << 20)
    const database = await make(`${kind} ${signal} ${when}`)
    await database.run(aWorkspaceOf("ada@example.com"))
    const storage = await watched(database)
    const child = importing(database)
    await point({ child, storage, whole })
    child.process.kill(signal)
    expect([await child.ended, child.stdout()]).toEqual([ended, ""])
    expect(await storage.rows()).toBe(0)
    database.write("next.csv", largeSheet(100))
    const next = await database.cli(["import", "next.csv"])
    expect([next.code, next.stderr]).toEqual([0, expect.stringContaining(": 100 tasks, 0 warnings\n")])
    expect(await storage.rows()).toBeGreaterThan(100)
    await storage.close()
  })
})
