import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"

/** Writes files into a folder that is removed when the tests of this file are done. */
export const temporaryFiles = () => {
  const folder = mkdtempSync(join(tmpdir(), "spreadsheet-test-"))
  afterAll(() => rmSync(folder, { recursive: true }))
  return (name: string, content: string | Buffer): string => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
}
