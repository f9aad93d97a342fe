import { statSync } from "node:fs"
import { resolve } from "node:path"
import { Effect } from "effect"
import type { Settings } from "./settings.js"
import { sqliteFile } from "./storage.js"
import { NoSuchThing } from "./terminal/failures.js"

/** Whether there is no such file. Opening one that this user may not look at says so. */
export const isMissing = (file: string): boolean => {
  try {
    return statSync(file, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}

/** Fails with `NoSuchThing` if the SQLite file does not exist: a command in the wrong folder must not create one there. */
export const requireDatabase = (settings: Settings): Effect.Effect<void, NoSuchThing> => {
  const file = sqliteFile(settings)
  if (file === null || !isMissing(file)) return Effect.void
  const message = `no database at ${resolve(file)}: set DATA_DIR or DATABASE_URL, or create one with \`boardwright serve\``
  return new NoSuchThing({ message })
}
