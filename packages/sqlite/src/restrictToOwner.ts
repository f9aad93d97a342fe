import { chmodSync, closeSync, existsSync, openSync, statSync } from "node:fs"

/** Errors that SQLite reports itself when it opens the file, or that are no reason to refuse it. */
const IGNORED = new Set(["ENOENT", "ENOTDIR", "EACCES", "EPERM", "EROFS"])

const isShared = (path: string): boolean => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true && (found.mode & 0o077) !== 0
}

/**
 * Makes a database file readable by its owner only (mode 0600): creates a missing one, and restricts an existing one with
 * its write-ahead log if we own it. SQLite gives the files that it adds the mode of the database.
 */
export const restrictToOwner = (filename: string): void => {
  if (filename === ":memory:" || filename === "") return
  try {
    if (!existsSync(filename)) closeSync(openSync(filename, "a", 0o600))
    for (const path of [filename, `${filename}-wal`, `${filename}-shm`]) if (isShared(path)) chmodSync(path, 0o600)
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && IGNORED.has(String(cause.code)))) throw cause
  }
}
