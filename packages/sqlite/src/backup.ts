import { chmodSync, constants, copyFileSync, existsSync, linkSync, renameSync, rmSync, statSync } from "node:fs"
import { basename, dirname } from "node:path"
import { System } from "@boardwright/core"
import { explained, type StorageNotUsable } from "@boardwright/sql"
import { Effect } from "effect"
import { attempt } from "./busyRetry.js"
import { checkFile, existing, refuse, using } from "./checkFile.js"
import { draftOf, putInPlace, removeDrafts, settle } from "./draft.js"
import type { SqliteDatabase } from "./driver.js"
import { holdFile } from "./dump.js"
import { holdLock, holdServerLock } from "./holdServerLock.js"
import { notUsable } from "./notUsable.js"

/** Forgets what is true of the original alone: that a server uses it. */
const forgetServing = (db: SqliteDatabase): void => {
  if (db.prepare("select 1 from sqlite_master where name = 'boardwright_state'").get() === undefined) return
  db.prepare("delete from boardwright_state where name = ?").run(System.SERVING)
}

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
    const { draft } = yield* draftOf(target, (draft) =>
      Effect.zipRight(
        using(filename, (db) => db.prepare("vacuum into ?").run(draft)),
        using(draft, forgetServing)
      )
    )
    yield* putInPlace(draft, target)
    return statSync(target).size
  })
  return explained(Effect.scoped(copied), (cause) => notUsable(target, cause))
}

const unused = (name: string, at = 1): string => {
  const tried = at === 1 ? name : `${name}-${at}`
  return existsSync(tried) ? unused(name, at + 1) : tried
}

/**
 * Gives the files of a database another name, of which the file itself keeps its first one until it is replaced. Returns that
 * name: `name`, or with a number if there is such a file.
 */
const keepAs = (filename: string, name: string) =>
  attempt(() => {
    const kept = unused(name)
    linkSync(filename, kept)
    if (existsSync(`${filename}-wal`)) renameSync(`${filename}-wal`, `${kept}-wal`)
    rmSync(`${filename}-shm`, { force: true })
    return kept
  })

/**
 * Puts a copy of a backup in a database's place, checked before anything changes. A database that is there is kept with its
 * log under the name `kept`, with a number if that is taken; returns its new name, or null if there was none. With `heldAt`, an
 * instant, the copy is brought to this program's schema and held. Fails while a server or another program has the database open.
 */
export const restoreFile = (
  backup: string,
  filename: string,
  kept: string,
  heldAt?: string
): Effect.Effect<string | null, StorageNotUsable> => {
  const restored = Effect.gen(function* () {
    yield* checkFile(backup)
    yield* holdServerLock(filename)
    yield* attempt(() => removeDrafts(dirname(filename), (name) => name === basename(filename)))
    const { draft } = yield* draftOf(filename, (draft) =>
      attempt(() => {
        copyFileSync(backup, draft, constants.COPYFILE_FICLONE)
        chmodSync(draft, 0o600)
      }).pipe(Effect.zipRight(heldAt === undefined ? Effect.void : holdFile(draft, heldAt)))
    )
    const before = existsSync(filename) ? yield* Effect.zipRight(settle(filename), keepAs(filename, kept)) : null
    yield* putInPlace(draft, filename)
    return before
  })
  return explained(Effect.scoped(restored), (cause) => notUsable(filename, cause))
}
