import { readdirSync, rmSync, statSync } from "node:fs"
import { basename, join, resolve } from "node:path"
import { System, Values } from "@boardwright/core"
import { backUp, checkFile, restoreFile } from "@boardwright/sqlite"
import { Clock, Effect } from "effect"
import { makeDataDir } from "../dataDir.js"
import { makeFolder } from "../makeFolder.js"
import { requireDatabase } from "../requireDatabase.js"
import { readSettings, type Settings } from "../settings.js"
import { databaseName, migrationStatus, sqliteFile } from "../storage.js"
import { NoSuchThing, UsageError } from "../terminal/failures.js"
import { mayReplace, notWritten } from "../terminal/openDraft.js"
import { type Form, printJson, printRecord } from "../terminal/output.js"
import { note } from "../terminal/print.js"
import { withApp } from "../terminal/withApp.js"
import { HELD } from "./resume.js"

const NAME = /^boardwright-\d{8}T\d{6}Z\.db$/

/** A time in UTC as in the names of backups: 20261122T180500Z. */
const stamp = Effect.map(Clock.currentTimeMillis, (millis) =>
  new Date(millis).toISOString().replaceAll(/[-:]|\.\d{3}/g, "")
)

/** The ending of the name of what a restore or a load keeps: .before-20261122T180500Z. */
export const keptEnding = Effect.map(stamp, (time) => `.before-${time}`)

/** What a command says that keeps files; nothing if there were none. */
export const keptText = (kept: string | null): string =>
  kept === null ? "" : `; what was there before is kept as ${kept}`

/** The settings, and their SQLite file. */
const configured = Effect.gen(function* () {
  const settings = yield* readSettings(process.env)
  const file = sqliteFile(settings)
  if (file !== null) return { settings, file: resolve(file) }
  const message = "DATABASE_URL names a PostgreSQL database: use pg_dump and pg_restore (docs/upgrading.md)"
  return yield* new UsageError({ message })
})

/** Removes all backups of a folder but `made` and the newest others, together at most `keep`. Returns their names. */
const removeOld = (folder: string, made: string, keep: number): ReadonlyArray<string> => {
  const others = readdirSync(folder).filter((name) => NAME.test(name) && name !== made)
  const old = others.toSorted().slice(0, Math.max(0, others.length + 1 - keep))
  for (const name of old) rmSync(join(folder, name))
  return old
}

const inFolder = <A>(folder: string, work: () => A) =>
  Effect.try({ try: work, catch: notWritten(folder, "cannot be used") })

interface Backup {
  readonly file: string
  readonly bytes: number
  readonly removed: ReadonlyArray<string>
}

const FIELDS = { file: ({ file }: Backup) => file, bytes: ({ bytes }: Backup) => bytes }

/** Records in the database that it is backed up, unless that would have to update its schema first. Returns whether it did. */
const record = Effect.fnUntraced(function* (settings: Settings, made: System.Backup) {
  const database = yield* databaseName(settings)
  yield* requireDatabase(settings)
  const isCurrent = (yield* migrationStatus(settings)).pending.length === 0
  if (isCurrent) yield* withApp(System.recordBackup(made))
  yield* note(
    isCurrent
      ? `${database} records ${made.name} as its last backup`
      : `${database} does not record the backup, because its schema is out of date`
  )
  return isCurrent
})

const writeBackup = Effect.fnUntraced(function* (folder: string, keep: number | undefined, form: Form) {
  const { file: database, settings } = yield* configured
  yield* requireDatabase(settings)
  yield* inFolder(folder, () => makeFolder(folder))
  const file = resolve(folder, `boardwright-${yield* stamp}.db`)
  const bytes = yield* backUp(database, file, (name) => NAME.test(name))
  const removed = keep === undefined ? [] : yield* inFolder(folder, () => removeOld(folder, basename(file), keep))
  yield* printRecord({ file, bytes, removed }, FIELDS, form)
  yield* note(`${database} is backed up and the copy is checked; older backups removed: ${removed.length}`)
  yield* record(settings, { name: basename(file), bytes })
})

const recordBackup = Effect.fnUntraced(function* (name: string, { json }: Form) {
  const found = statSync(name, { throwIfNoEntry: false })
  const made = { name: basename(name), bytes: found?.isFile() === true ? found.size : null }
  const recorded = yield* record(yield* readSettings(process.env), made)
  if (json === true) yield* printJson({ ...made, recorded })
})

const requireFile = (file: string) => {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) return new NoSuchThing({ message: `${file} does not exist` })
  return found.isDirectory() ? new NoSuchThing({ message: `${file} is a folder, not a backup` }) : Effect.void
}

const verifyBackup = Effect.fnUntraced(function* (file: string, { json }: Form) {
  yield* requireFile(file)
  yield* checkFile(file)
  if (json === true) yield* printJson({ file })
  yield* note(`${file} is whole`)
})

interface Options extends Form {
  readonly keep: number | undefined
  readonly verify: string | undefined
  readonly record: string | undefined
}

const refuse = (message: string) => Effect.fail(new UsageError({ message, help: "boardwright backup" }))

/** `boardwright backup`: writes a backup into a folder, checks one with `verify`, or records another tool's with `record`. */
export const backup = (
  { json, keep, record: name, verify }: Options,
  folder?: string
): Effect.Effect<void, unknown> => {
  const given = [folder, verify, name].filter((each) => each !== undefined)
  if (given.length !== 1) return refuse("give a folder, --verify FILE, or --record NAME")
  if (folder !== undefined) return writeBackup(folder, keep, { json })
  if (keep !== undefined) return refuse("--keep goes with a folder")
  if (name?.trim() === "") return refuse("--record has no value")
  if (name !== undefined) return recordBackup(name, { json })
  return verify === undefined ? Effect.void : verifyBackup(verify, { json })
}

/** `boardwright restore`. */
export const restore = Effect.fnUntraced(function* (
  { force, hold }: { readonly force: boolean | undefined; readonly hold: boolean | undefined },
  from: string
) {
  const { file, settings } = yield* configured
  yield* requireFile(from)
  yield* mayReplace(file, force === true)
  yield* makeDataDir(settings.dataDir)
  const heldAt = hold === true ? yield* Values.Timestamp.now : undefined
  const kept = yield* restoreFile(from, file, yield* keptEnding, heldAt)
  yield* note(`${file} is restored from ${from}${keptText(kept)}`)
  if (hold === true) yield* note(HELD)
})
