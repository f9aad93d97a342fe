import { existsSync, mkdirSync, statSync } from "node:fs"
import { dirname } from "node:path"

/**
 * Creates a folder and those above it that are missing, readable by their owner only. Throws as `mkdirSync` does, which
 * with `recursive` never returns below /proc, or in a working folder that was deleted (Node 20).
 */
export const makeFolder = (path: string): void => {
  const above = dirname(path)
  if (above !== path && !existsSync(above)) makeFolder(above)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (cause) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw cause
  }
}
