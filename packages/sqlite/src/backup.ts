import { randomBytes } from "node:crypto"
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync
} from "node:fs"
import { basename, dirname, join } from "node:path"
import { System } from "@boardwright/core"
import { explained, StorageNotUsable } from "@boardwright/sql"
import { Effect, type Scope } from "effect"
import { attempt, deadlineIn, retryWhileBusy } from "./busyRetry.js"
import { openSqlite } from "./driver.js"
import { isBusy } from "./errors.js"
import { holdLock, holdServerLock } from "./holdServerLock.js"
import { migrationStatus } from "./migrations.js"
import { notUsable } from "./notUsable.js"

/** How long to retry while another process holds the database. */
const PATIENCE_MILLIS = 10_000

export const using = <A>(filename: string, work: (db: ReturnType<typeof openSqlite>) => A) =>
  retryWhileBusy(
    attempt(() => {
      const db = openSqlite(filename, { timeout: 0 })
      try {
        return work(db)
      } finally {
        db.close()
      }
    }),
    deadlineIn(PATIENCE_MILLIS)
  )

const refuse = (message: string) => new StorageNotUsable({ message })

export const existing = (filename: string) =>
  existsSync(filename) ? Effect.void : Effect.fail(refuse(`${filename} does not exist`))

/**
 * Checks a database's file from end to end: its pages, indexes and references. Fails if it is damaged, is no database of
 * Boardwright, or was written by a newer version. Reads the whole file, and changes nothing.
 */
export const checkFile = (filename: string): Effect.Effect<void, StorageNotUsable> =>
  explained(
    Effect.gen(function* () {
      yield* existing(filename)
      const problems = yield* using(filename, (db) => [
        db.pragma("integrity_check(1)", { simple: true }),
        db.pragma("foreign_key_check", { simple: true }) ?? "ok"
      ])
      if (problems.some((problem) => problem !== "ok")) return yield* refuse(`${filename} is damaged`)
      const { applied, unknown } = yield* migrationStatus({ filename })
      if (applied.length === 0) return yield* refuse(`${filename} is no database of Boardwright`)
      if (unknown.length > 0) return yield* refuse(`${filename} was written by a newer version of Boardwright`)
    }),
    (cause) => notUsable(filename, cause)
  )

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
const removeDrafts = (folder: string, isOurs: (name: string) => boolean): void => {
  for (const name of readdirSync(folder)) {
    const [, of = ""] = DRAFT.exec(name) ?? []
    if (of !== "" && isOurs(of)) rmSync(join(folder, name), { force: true })
  }
}

/** A file beside `filename` that `make` fills, removed with the scope unless it was renamed. */
const draftOf = (
  filename: string,
  make: (draft: string) => Effect.Effect<unknown, unknown>
): Effect.Effect<string, unknown, Scope.Scope> =>
  Effect.gen(function* () {
    const draft = yield* Effect.acquireRelease(
      Effect.sync(() => `${filename}.${randomBytes(4).toString("hex")}.part`),
      (draft) => Effect.sync(() => rmSync(draft, { force: true }))
    )
    yield* make(draft)
    yield* attempt(() => syncToDisk(draft))
    yield* checkFile(draft)
    return draft
  })

const putInPlace = (draft: string, filename: string) =>
  attempt(() => {
    renameSync(draft, filename)
    syncToDisk(dirname(filename))
  })

/** Forgets what is true of the original alone: that a server uses it. */
const forgetServing = (db: ReturnType<typeof openSqlite>): void => {
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
    const draft = yield* draftOf(target, (draft) =>
      Effect.zipRight(
        // Accepted because it is empty, and it keeps its mode.
        attempt(() => closeSync(openSync(draft, "wx", 0o600))),
        Effect.zipRight(
          using(filename, (db) => db.prepare("vacuum into ?").run(draft)),
          using(draft, forgetServing)
        )
      )
    )
    yield* putInPlace(draft, target)
    return statSync(target).size
  })
  return explained(Effect.scoped(copied), (cause) => notUsable(target, cause))
}

/** Moves the write-ahead log into the file, unless the file is damaged. Fails if another process has it open. */
const settle = (filename: string) =>
  using(filename, (db) => {
    db.pragma("wal_checkpoint(truncate)")
    db.pragma("journal_mode = delete")
  }).pipe(
    Effect.catchAll((cause) =>
      isBusy(cause) ? new StorageNotUsable({ message: `${filename} is in use by another program`, cause }) : Effect.void
    )
  )

/** Gives the files of a database another name, of which the file itself keeps its first one until it is replaced. */
const keepAs = (filename: string, kept: string) =>
  attempt(() => {
    linkSync(filename, kept)
    if (existsSync(`${filename}-wal`)) renameSync(`${filename}-wal`, `${kept}-wal`)
    rmSync(`${filename}-shm`, { force: true })
  })

/**
 * Puts a copy of a backup in a database's place, checked before anything changes. A database that is there is kept with its
 * log under the name `kept`; returns whether there was one. Fails while a server or another program has it open.
 */
export const restoreFile = (
  backup: string,
  filename: string,
  kept: string
): Effect.Effect<boolean, StorageNotUsable> => {
  const restored = Effect.gen(function* () {
    yield* checkFile(backup)
    yield* holdServerLock(filename)
    yield* attempt(() => removeDrafts(dirname(filename), (name) => name === basename(filename)))
    const draft = yield* draftOf(filename, (draft) =>
      attempt(() => {
        copyFileSync(backup, draft, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
        chmodSync(draft, 0o600)
      })
    )
    const replaces = existsSync(filename)
    if (replaces) yield* Effect.zipRight(settle(filename), keepAs(filename, kept))
    yield* putInPlace(draft, filename)
    return replaces
  })
  return explained(Effect.scoped(restored), (cause) => notUsable(filename, cause))
}
