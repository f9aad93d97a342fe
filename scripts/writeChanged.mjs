import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

const isThere = (path, contents) => {
  try {
    return readFileSync(path).equals(contents)
  } catch (error) {
    if (error.code !== "ENOENT") throw error
    return false
  }
}

/** Writes a file that has other contents, by a rename: somebody may be reading it. Returns whether it did. */
export const writeChanged = (path, contents) => {
  if (isThere(path, contents)) return false
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, contents)
  renameSync(draft, path)
  return true
}
