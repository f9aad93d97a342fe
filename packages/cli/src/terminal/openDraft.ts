import { randomBytes } from "node:crypto"
import { open, rename, rm, stat } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { Data, Effect, type Scope } from "effect"
import { Conflict } from "./failures.js"

/** A file could not be written: exit 1. */
export class NotWritten extends Data.TaggedError("NotWritten")<{ readonly message: string; readonly cause: unknown }> {}

/** A file that is being written. */
export interface Draft {
  readonly write: (text: string) => Effect.Effect<void, NotWritten>
  /** Puts the file under its name. What is not kept is removed with the scope. */
  readonly keep: Effect.Effect<void, NotWritten>
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EISDIR: "it is a folder",
  EACCES: "it may not be opened",
  ENOSPC: "the disk is full"
}

const failed =
  (path: string) =>
  (cause: unknown): NotWritten => {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause)
    return new NotWritten({ message: `${path} was not written: ${REASONS[code] ?? code}`, cause })
  }

const found = (path: string) => Effect.promise(() => stat(path).catch(() => null))

/** Fails with `Conflict` where there is a file that `--force` was not given for. `named` is what the message calls it. */
export const mayReplace = Effect.fnUntraced(function* (path: string, force: boolean, named = path) {
  if (force || !(yield* found(path))?.isFile()) return
  return yield* new Conflict({ message: `${named} is there already; --force replaces it` })
})

/**
 * Begins a file beside its place, where it appears when it is kept: nobody finds half a file, and a failure leaves the
 * one that was there. A new file can be read by its owner alone (mode 0600). What is no plain file, /dev/null say, is written to and not replaced.
 */
export const openDraft = (path: string): Effect.Effect<Draft, NotWritten, Scope.Scope> =>
  Effect.gen(function* () {
    const attempt = <A>(work: () => Promise<A>) => Effect.tryPromise({ try: work, catch: failed(path) })
    const before = yield* found(path)
    const isFile = before === null || before.isFile()
    const draft = isFile ? join(dirname(path), `.${basename(path)}.${randomBytes(4).toString("hex")}`) : path
    const file = yield* Effect.acquireRelease(
      attempt(() => open(draft, isFile ? "wx" : "w", before?.mode ?? 0o600)),
      (handle) => Effect.promise(() => handle.close().then(() => (isFile ? rm(draft, { force: true }) : undefined)))
    )
    return {
      write: (text) => attempt(() => file.appendFile(text)),
      keep: isFile ? Effect.uninterruptible(attempt(() => file.sync().then(() => rename(draft, path)))) : Effect.void
    }
  })
