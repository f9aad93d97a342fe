import { chmodSync, closeSync, existsSync, openSync, statSync } from "node:fs"

/** What SQLite reports too when it opens the file, or what is no reason to refuse it. */
const LEFT_TO_SQLITE = new Set(["ENOENT", "ENOTDIR", "EACCES", "EPERM", "EROFS"])

const isShared = (path: string): boolean => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true && (found.mode & 0o077) !== 0
}

/**
 * Makes a database's file, where there is none, readable by its owner alone (mode 0600), and takes the rights of others
 * from one that is there and from its write-ahead log, as far as it is ours. SQLite gives files that it adds the mode of
 * the database.
 */
export const ownerOnly = (filename: string): void => {
  if (filename === ":memory:" || filename === "") return
  try {
    if (!existsSync(filename)) closeSync(openSync(filename, "a", 0o600))
    for (const path of [filename, `${filename}-wal`, `${filename}-shm`]) if (isShared(path)) chmodSync(path, 0o600)
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && LEFT_TO_SQLITE.has(String(cause.code)))) throw cause
  }
}
