import { readdirSync, readlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as later } from "node:timers/promises"
import { beforeAll, expect, it } from "vitest"
import { type Child, runCommand } from "../../../test/support/childServer.js"
import { testFolder } from "./boards/database.js"
import { xlsx } from "../../../test/support/xlsx.js"

const ROWS = 80_000

const folder = testFolder()
const sheet = join(folder, "large.xlsx")
beforeAll(() => {
  const cells = ["A task of some length", "Working on it", "somebody@example.org", "2026-01-01"]
  writeFileSync(sheet, xlsx({ Tasks: Array.from({ length: ROWS }, () => cells) }))
})

const openFiles = (pid: number): ReadonlyArray<string> => {
  const descriptors = `/proc/${pid}/fd`
  return readdirSync(descriptors).flatMap((each) => {
    try {
      return [readlinkSync(join(descriptors, each))]
    } catch {
      return []
    }
  })
}

/** An import that has opened its file. */
const reading = async (): Promise<Child> => {
  const child = runCommand(["import", sheet, "--dry-run"], { DATA_DIR: folder })
  while (!openFiles(child.process.pid ?? 0).includes(sheet)) await later(1)
  return child
}

const millisUntilEnd = async ({ ended }: Child): Promise<readonly [end: number | string, millis: number]> => {
  const began = performance.now()
  return [await ended, performance.now() - began]
}

it("SIGTERM ends an import while its Excel file is read", async () => {
  const [, whole] = await millisUntilEnd(await reading())
  const child = await reading()
  child.process.kill("SIGTERM")
  const [end, millis] = await millisUntilEnd(child)
  expect(end).toBe(143)
  expect(millis / whole).toBeLessThan(0.5)
})
