import { SchemaMismatch, StorageNotUsable } from "@boardwright/sql"
import { codeOf } from "./errors.js"

const reasons: ReadonlyArray<readonly [code: RegExp, reason: string]> = [
  [/^SQLITE_(NOTADB|CORRUPT)/, "is damaged or is no SQLite database; restore it from a backup"],
  [/^SQLITE_(READONLY|PERM|AUTH)/, "cannot be written by this user"],
  [/^SQLITE_(BUSY|LOCKED|PROTOCOL)/, "is held by another program"],
  [/^SQLITE_(FULL|IOERR|NOMEM)/, "cannot be used: the disk is full or failing"],
  [
    /^SQLITE_CANTOPEN/,
    "cannot be opened: its folder is missing, it is a folder itself, or this user may not write there"
  ]
]

const reasonOf = (cause: unknown): string => {
  if (cause instanceof SchemaMismatch) return cause.message
  // better-sqlite3 checks the folder itself.
  const code = cause instanceof TypeError ? "SQLITE_CANTOPEN" : (codeOf(cause) ?? "")
  return reasons.find(([pattern]) => pattern.test(code))?.[1] ?? "cannot be used"
}

/** Explains in one line why the file cannot be used. */
export const notUsable = (filename: string, cause: unknown): StorageNotUsable =>
  cause instanceof StorageNotUsable ? cause : new StorageNotUsable({ message: `${filename} ${reasonOf(cause)}`, cause })
