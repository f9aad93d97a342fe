import { existsSync, linkSync, statSync } from "node:fs"
import { basename, dirname } from "node:path"
import { System } from "@boardwright/core"
import { explained, type StorageNotUsable } from "@boardwright/sql"
import { Effect } from "effect"
import { attempt } from "./busyRetry.js"
import { checkFile, existing, FileRejected, refuse, using } from "./checkFile.js"
import { draftOf, keepLogs, linkedFile, putInPlace, removeDrafts, settle, unused } from "./draft.js"
import type { SqliteDatabase } from "./driver.js"
import { holdFile } from "./dump.js"
import { holdLock, holdServerLock } from "./holdServerLock.js"
import { notUsable } from "./notUsable.js"

/** Forgets what is true of the original alone: that a server uses it. */
const forgetServing = (db: SqliteDatabase): void => {
  // Older schemas have no such table.
  const isThere = db.prepare("select 1 from sqlite_master where name = 'boardwright_state'").get() !== undefined
  if (isThere) db.prepare("delete from boardwright_state where name = ?").run(System.SERVING)
}

/** Copies what is committed, also what is in the log alone, into a draft. */
const copyInto = (filename: string, draft: string) =>
  Effect.zipRight(
    using(filename, (db) => db.prepare("vacuum into ?").run(draft)),
    using(draft, forgetServing)
  )

/**
 * Copies what is committed into a new file, readable by its owner only, and checks the copy; nobody else waits. A failure
 * leaves no file; what a killed process has left of a file that `isBackup` accepts is removed. Fails while another backup of
 * the same database is being made. Returns the size in bytes.
 */
export const backUp = (
  filename: string,
  target: string,
  isBackup: (name: string) => boolean
): Effect.Effect<number, StorageNotUsable> => {
  const copied = Effect.gen(function* () {
    yield* existing(filename)
    if (existsSync(target)) return yield* refuse(`${target} already exists`)
    yield* holdLock(`${filename}.backup`, `another backup of ${filename} is being made`)
    yield* attempt(() => removeDrafts(dirname(target), isBackup))
    const { draft } = yield* draftOf(target, (draft) => copyInto(filename, draft))
    yield* putInPlace(draft, target)
    return statSync(target).size
  })
  return explained(Effect.scoped(copied), (cause) => notUsable(target, cause))
}

/**
 * Gives the files of a database another name, of which the file itself keeps its first one until it is replaced. Returns the
 * file's new name. Without a file it returns that of its log, and null without either.
 */
const keepAs = (filename: string, name: string) =>
  attempt(() => {
    const kept = unused(name)
    const isThere = existsSync(filename)
    if (isThere) linkSync(filename, kept)
    const log = keepLogs(filename, kept)
    return isThere ? kept : log
  })

/**
 * Puts a copy of a backup, which may be in use, in a database's place, checked before anything changes. A database that is there
 * is kept with its log under its name with `ending`, and a number if that is taken; so is the log of one that was moved away.
 * Returns the new name of the database, else of the log, or null if there was neither. With `heldAt`, an instant, the copy is
 * brought to this program's schema and held. Fails with `FileRejected` for what is no backup, and while a server or another program has the database open.
 */
export const restoreFile = (
  backup: string,
  filename: string,
  ending: string,
  heldAt?: string
): Effect.Effect<string | null, StorageNotUsable | FileRejected> => {
  const restored = Effect.gen(function* () {
    yield* checkFile(backup)
    yield* holdServerLock(filename)
    const file = yield* linkedFile(filename)
    yield* attempt(() => removeDrafts(dirname(file), (name) => name === basename(file)))
    const { draft } = yield* draftOf(file, (draft) =>
      Effect.zipRight(copyInto(backup, draft), heldAt === undefined ? Effect.void : holdFile(draft, heldAt))
    )
    if (existsSync(file)) yield* settle(file)
    const kept = yield* keepAs(file, file + ending)
    yield* putInPlace(draft, file)
    return kept
  })
  return explained(Effect.scoped(restored), (cause) =>
    cause instanceof FileRejected ? cause : notUsable(filename, cause)
  )
}
