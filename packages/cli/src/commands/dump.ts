import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import { pipeline } from "node:stream"
import { promisify } from "node:util"
import { createGunzip, gzip } from "node:zlib"
import { Values } from "@boardwright/core"
import { type Digest, DumpRejected, type Loaded, type Written } from "@boardwright/sql"
import { dumpFile, loadFile } from "@boardwright/sqlite"
import { Effect } from "effect"
import { makeDataDir } from "../dataDir.js"
import { requireDatabase } from "../requireDatabase.js"
import { readSettings, type Settings } from "../settings.js"
import { requirePiped, STDIN, unreadable } from "../spreadsheet/spool.js"
import { databaseName, postgres, postgresOptions, sqliteFile } from "../storage.js"
import { UsageError } from "../terminal/failures.js"
import { mayReplace, openDraft, STDOUT } from "../terminal/openDraft.js"
import { type Form, printJson } from "../terminal/output.js"
import { note } from "../terminal/print.js"
import { type Progress, withProgress } from "../terminal/progress.js"
import { keptEnding, keptText } from "./backup.js"
import { HELD } from "./resume.js"

const compress = promisify(gzip)

const sha256 = (): Digest => {
  const hash = createHash("sha256")
  return { update: (text) => hash.update(text), hex: () => hash.digest("hex") }
}

const dumpStorage = <E>(settings: Settings, written: Written<E>) => {
  const { database } = settings
  if (database?.kind !== "postgres") return dumpFile(sqliteFile(settings) ?? "", written)
  return Effect.flatMap(postgres, ({ dumpDatabase }) => dumpDatabase(postgresOptions(database.url, settings), written))
}

const loadStorage = <E>(settings: Settings, loaded: Loaded<E>) => {
  const { database } = settings
  if (database?.kind === "postgres") {
    const options = postgresOptions(database.url, settings)
    return Effect.flatMap(postgres, ({ loadDatabase }) =>
      Effect.map(loadDatabase(options, loaded), (rows) => ({ rows, kept: null }))
    )
  }
  return Effect.zipRight(
    makeDataDir(settings.dataDir),
    Effect.flatMap(keptEnding, (ending) => loadFile(sqliteFile(settings) ?? "", loaded, ending))
  )
}

const reportRows = (file: string, rows: number, line: string, { json }: Form) =>
  Effect.zipRight(json === true ? printJson({ file, rows }) : Effect.void, note(line))

const many = (rows: number): string => `${rows.toLocaleString("en")} rows`

/** `boardwright dump`. */
export const dump = Effect.fnUntraced(function* (
  { force, json }: Form & { readonly force: boolean | undefined },
  file: string
) {
  if (file === STDOUT && json === true) {
    return yield* new UsageError({ message: "--json prints to standard output, where the dump goes: leave it out" })
  }
  if (file === STDOUT && force === true) {
    return yield* new UsageError({ message: "--force is for a file, and the dump goes to standard output" })
  }
  const settings = yield* readSettings(process.env)
  yield* requireDatabase(settings)
  yield* mayReplace(file, force === true)
  const at = yield* Values.Timestamp.now
  const rows = yield* withProgress("Dumping", (progress) =>
    Effect.scoped(
      Effect.gen(function* () {
        const draft = yield* openDraft(file, true)
        // Members of a gzip file may follow one another.
        const write = (lines: string) =>
          Effect.flatMap(
            Effect.promise(() => compress(lines)),
            draft.write
          )
        const rows = yield* dumpStorage(settings, { at, digest: sha256(), progress, write })
        yield* draft.keep
        return rows
      })
    )
  )
  const name = yield* databaseName(settings)
  const where = file === STDOUT ? "standard output" : file
  yield* reportRows(file, rows, `${name} is dumped to ${where}: ${many(rows)}`, { json })
})

const isDamage = (cause: unknown): boolean =>
  cause instanceof TypeError || (cause instanceof Error && "code" in cause && String(cause.code).startsWith("Z_"))

const damaged = (cause: unknown) => {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : ""
  const message =
    code === "Z_BUF_ERROR"
      ? "is cut off"
      : code === "Z_DATA_ERROR"
        ? "is damaged, or is not a dump of Boardwright"
        : "is damaged"
  return new DumpRejected({ message, cause })
}

/** Reads a compressed text in pieces, from a file or standard input; null after the last. */
const openText = Effect.fnUntraced(function* (file: string, progress: Progress) {
  const isPiped = file === STDIN
  yield* requirePiped(file)
  const size = isPiped ? undefined : (yield* Effect.tryPromise({ try: () => stat(file), catch: unreadable(file) })).size
  const { bytes, pieces } = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const bytes = isPiped ? process.stdin : createReadStream(file)
      const unzipped = createGunzip({ chunkSize: 1 << 16 })
      // A failure of either is one of what is read from the last.
      pipeline(bytes, unzipped, () => undefined)
      return { bytes, unzipped, pieces: unzipped[Symbol.asyncIterator]() as AsyncIterator<Buffer> }
    }),
    ({ unzipped }) => Effect.sync(() => unzipped.destroy())
  )
  const decoder = new TextDecoder("utf-8", { fatal: true })
  return Effect.tryPromise({
    try: async () => {
      const piece = await pieces.next()
      progress(bytes.bytesRead, size)
      return piece.done === true ? null : decoder.decode(piece.value, { stream: true })
    },
    catch: (cause) => (isDamage(cause) ? damaged(cause) : unreadable(file)(cause))
  })
})

/** `boardwright load`. */
export const load = Effect.fnUntraced(function* (form: Form, file: string) {
  const named = file === STDIN ? "standard input" : file
  const settings = yield* readSettings(process.env)
  const at = yield* Values.Timestamp.now
  const { kept, rows } = yield* withProgress("Loading", (progress) =>
    Effect.scoped(
      Effect.flatMap(openText(file, progress), (next) => loadStorage(settings, { at, digest: sha256(), next }))
    )
  ).pipe(
    Effect.catchTag("DumpRejected", ({ cause, message }) => new DumpRejected({ message: `${named} ${message}`, cause }))
  )
  const name = yield* databaseName(settings)
  yield* reportRows(file, rows, `${name} has what ${named} contains: ${many(rows)}${keptText(kept)}`, form)
  yield* note(HELD)
})
