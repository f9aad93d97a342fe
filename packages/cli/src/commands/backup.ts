import { mkdirSync, readdirSync, rmSync } from "node:fs"
import { join, resolve } from "node:path"
import { backUp, checkFile, restoreFile } from "@boardwright/sqlite"
import { Clock, Effect } from "effect"
import { makeDataDir } from "../dataDir.js"
import { readSettings } from "../settings.js"
import { sqliteFile } from "../storage.js"
import { UsageError } from "../terminal/failures.js"
import { mayReplace, NotWritten } from "../terminal/openDraft.js"
import { type Form, printRecord } from "../terminal/output.js"
import { note } from "../terminal/print.js"

const NAME = /^boardwright-\d{8}T\d{6}Z\.db$/

/** A time in UTC as in the names of backups: 20261122T180500Z. */
const stamp = Effect.map(Clock.currentTimeMillis, (millis) =>
  new Date(millis).toISOString().replaceAll(/[-:]|\.\d{3}/g, "")
)

/** The settings, and their SQLite file. */
const configured = Effect.gen(function* () {
  const settings = yield* readSettings(process.env)
  const file = sqliteFile(settings)
  if (file !== null) return { settings, file: resolve(file) }
  const message = "DATABASE_URL names a PostgreSQL database: use pg_dump and pg_restore (docs/upgrading.md)"
  return yield* new UsageError({ message })
})

/** Removes all but the newest backups of a folder. Returns their names. */
const removeOld = (folder: string, keep: number): ReadonlyArray<string> => {
  const backups = readdirSync(folder).filter((name) => NAME.test(name))
  const old = backups.toSorted().slice(0, Math.max(0, backups.length - keep))
  for (const name of old) rmSync(join(folder, name))
  return old
}

const inFolder = <A>(folder: string, work: () => A) =>
  Effect.try({
    try: work,
    catch: (cause) => new NotWritten({ message: `${folder} cannot be used: ${String(cause)}`, cause })
  })

interface Backup {
  readonly file: string
  readonly bytes: number
  readonly removed: ReadonlyArray<string>
}

const FIELDS = { file: ({ file }: Backup) => file, bytes: ({ bytes }: Backup) => bytes }

const writeBackup = Effect.fnUntraced(function* (folder: string, keep: number | undefined, form: Form) {
  const { file: database } = yield* configured
  yield* inFolder(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }))
  const file = resolve(folder, `boardwright-${yield* stamp}.db`)
  const bytes = yield* backUp(database, file)
  const removed = keep === undefined ? [] : yield* inFolder(folder, () => removeOld(folder, keep))
  yield* printRecord({ file, bytes, removed }, FIELDS, form)
  yield* note(`${database} is backed up and the copy is checked; older backups removed: ${removed.length}`)
})

/** `boardwright backup`: writes a backup into a folder, or with `verify` checks one. */
export const backup = (
  { json, keep, verify }: Form & { readonly keep: number | undefined; readonly verify: string | undefined },
  folder?: string
) => {
  if (verify === undefined) {
    if (folder !== undefined) return writeBackup(folder, keep, { json })
    return Effect.fail(new UsageError({ message: "give a folder, or --verify FILE", help: "boardwright backup" }))
  }
  if (folder !== undefined || keep !== undefined) {
    const message = "--verify goes with neither a folder nor --keep"
    return Effect.fail(new UsageError({ message, help: "boardwright backup" }))
  }
  return Effect.zipRight(checkFile(verify), note(`${verify} is whole`))
}

/** `boardwright restore`. */
export const restore = Effect.fnUntraced(function* ({ force }: { readonly force: boolean | undefined }, from: string) {
  const { file, settings } = yield* configured
  yield* mayReplace(file, force === true)
  yield* makeDataDir(settings.dataDir)
  const kept = `${file}.before-${yield* stamp}`
  const replaced = yield* restoreFile(from, file, kept)
  yield* note(`${file} is restored from ${from}${replaced ? `; the database before is kept as ${kept}` : ""}`)
})
