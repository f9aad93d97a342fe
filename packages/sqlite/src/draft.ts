import { randomBytes } from "node:crypto"
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync
} from "node:fs"
import { dirname, join } from "node:path"
import { StorageNotUsable } from "@boardwright/sql"
import { Effect } from "effect"
import { attempt } from "./busyRetry.js"
import { checkFile, refuse, using } from "./checkFile.js"
import { isBusy } from "./errors.js"

const syncToDisk = (path: string): void => {
  const file = openSync(path, "r")
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

const DRAFT = /^(.+)\.[0-9a-f]{8}\.part(?:-journal)?$/

/** Removes the drafts of these files that a process left when it was killed. Nobody else may be writing one. */
export const removeDrafts = (folder: string, isOurs: (name: string) => boolean): void => {
  for (const name of readdirSync(folder)) {
    const [, of = ""] = DRAFT.exec(name) ?? []
    if (of !== "" && isOurs(of)) rmSync(join(folder, name), { force: true })
  }
}

/**
 * Makes a file beside `filename`, readable by its owner only, which `make` fills with a database; checks it, and removes it with
 * the scope unless it was renamed.
 */
export const draftOf = <A, E>(filename: string, make: (draft: string) => Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const draft = yield* Effect.acquireRelease(
      Effect.sync(() => `${filename}.${randomBytes(4).toString("hex")}.part`),
      // SQLite leaves the journal of a change that it could not undo, as on a full disk.
      (draft) => Effect.sync(() => [draft, `${draft}-journal`].forEach((name) => rmSync(name, { force: true })))
    )
    // SQLite takes a file that is empty, and it keeps its mode.
    yield* attempt(() => closeSync(openSync(draft, "wx", 0o600)))
    const made = yield* make(draft)
    yield* attempt(() => syncToDisk(draft))
    yield* Effect.catchTag(checkFile(draft), "FileRejected", ({ message }) => refuse(message))
    return { draft, made }
  })

/** The file that a name refers to, which a symbolic link may lead to. Fails for a link to nothing. */
export const linkedFile = Effect.fnUntraced(function* (filename: string) {
  const isLink = yield* attempt(() => lstatSync(filename, { throwIfNoEntry: false })?.isSymbolicLink() === true)
  if (!isLink) return filename
  if (existsSync(filename)) return yield* attempt(() => realpathSync(filename))
  const target = yield* attempt(() => readlinkSync(filename))
  return yield* refuse(`${target}, which ${filename} links to, is missing`)
})

/** The endings of logs that SQLite would apply to the next file of a database's name, whatever that contains. */
const LOGS = ["-wal", "-journal"]

/** The name, with a number if there is a database or a log of that name. */
export const unused = (name: string, at = 1): string => {
  const tried = at === 1 ? name : `${name}-${at}`
  return ["", ...LOGS].some((ending) => existsSync(tried + ending)) ? unused(name, at + 1) : tried
}

/** Moves the logs of a file that is replaced, or is gone, to another name. Returns the new name of the first, null without one. */
export const keepLogs = (filename: string, kept: string): string | null => {
  const logs = LOGS.filter((ending) => existsSync(filename + ending))
  for (const ending of logs) renameSync(filename + ending, kept + ending)
  rmSync(`${filename}-shm`, { force: true })
  return logs[0] === undefined ? null : kept + logs[0]
}

/** Gives a draft the name of a file, which it replaces. */
export const putInPlace = (draft: string, filename: string) =>
  attempt(() => {
    renameSync(draft, filename)
    syncToDisk(dirname(filename))
  })

/** Moves the write-ahead log into the file, unless the file is damaged. Fails if another process has it open. */
export const settle = (filename: string) =>
  using(filename, (db) => {
    db.pragma("wal_checkpoint(truncate)")
    db.pragma("journal_mode = delete")
  }).pipe(
    Effect.catchAll((cause) =>
      isBusy(cause) ? new StorageNotUsable({ message: `${filename} is in use by another program`, cause }) : Effect.void
    )
  )
