import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"

/** A folder that is removed after the tests of the file. */
export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "boardwright-own-storage-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
