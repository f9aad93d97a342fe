import { randomBytes } from "node:crypto"
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { StorageNotUsable } from "@boardwright/sql"
import { Effect } from "effect"
import { attempt } from "./busyRetry.js"
import { checkFile, using } from "./checkFile.js"
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
      (draft) => Effect.sync(() => rmSync(draft, { force: true }))
    )
    // SQLite takes a file that is empty, and it keeps its mode.
    yield* attempt(() => closeSync(openSync(draft, "wx", 0o600)))
    const made = yield* make(draft)
    yield* attempt(() => syncToDisk(draft))
    yield* checkFile(draft)
    return { draft, made }
  })

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
