import { randomBytes } from "node:crypto"
import { open, realpath, rename, rm } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { Effect, type Scope } from "effect"
import { Conflict, UsageError } from "../terminal/failures.js"
import { failedToWrite, type NotWritten } from "../terminal/files.js"
import { csvLine } from "./csvLine.js"

/** A file that rows are put in which something was to be said of. */
export interface Rejects {
  readonly add: (
    line: number,
    cells: ReadonlyArray<string>,
    reasons: ReadonlyArray<string>
  ) => Effect.Effect<void, NotWritten>
  /** Puts the file under its name. What is not kept is removed with the scope. */
  readonly keep: Effect.Effect<void, NotWritten>
}

/** Bytes that are gathered before they are written. */
const BUFFER = 1 << 16

const help = "boardwright import"

const mayWrite = Effect.fnUntraced(function* (path: string, input: string, force: boolean) {
  if (path === "-") return yield* new UsageError({ message: "--rejects must be a file, not -", help })
  const there = yield* Effect.promise(() => realpath(path).catch(() => null))
  if (there === null) return
  const isInput = there === (yield* Effect.promise(() => realpath(input).catch(() => null)))
  if (isInput) return yield* new UsageError({ message: `--rejects: ${path} is the file that is imported`, help })
  if (!force) return yield* new Conflict({ message: `--rejects: ${path} is there already; --force replaces it` })
})

/**
 * Begins a CSV file of the rows that a person should look at: their cells as they were, the line they came from and the
 * reasons. It is written beside its place, and appears there whole. Fails with `Conflict` where there is a file already.
 */
export const openRejects = (
  path: string,
  {
    force,
    headers,
    input
  }: { readonly force: boolean; readonly headers: ReadonlyArray<string>; readonly input: string }
): Effect.Effect<Rejects, UsageError | Conflict | NotWritten, Scope.Scope> =>
  Effect.gen(function* () {
    yield* mayWrite(path, input, force)
    const attempt = <A>(work: () => Promise<A>) => Effect.tryPromise({ try: work, catch: failedToWrite(path) })
    const draft = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString("hex")}`)
    const file = yield* Effect.acquireRelease(
      attempt(() => open(draft, "wx")),
      (handle) => Effect.promise(() => handle.close().then(() => rm(draft, { force: true })))
    )
    let held = csvLine([...headers, "Line", "Reasons"])
    const flush = attempt(async () => {
      const text = held
      held = ""
      await file.appendFile(text)
    })
    return {
      add: (line, cells, reasons) =>
        Effect.suspend(() => {
          const padded = headers.map((_, index) => cells[index] ?? "")
          held += csvLine([...padded, String(line), reasons.join("; ")])
          return held.length < BUFFER ? Effect.void : flush
        }),
      keep: Effect.zipRight(
        flush,
        attempt(async () => {
          await file.sync()
          await rename(draft, path)
        })
      )
    }
  })
