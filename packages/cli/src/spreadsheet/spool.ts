import { createReadStream, createWriteStream } from "node:fs"
import { mkdtemp, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { SheetFile } from "@boardwright/spreadsheet"
import { Data, Effect, type Scope } from "effect"
import { UsageError } from "../terminal/failures.js"

/** The file is missing, is not a file or must not be read. `message` is one line. */
export class FileUnreadable extends Data.TaggedError("FileUnreadable")<{
  readonly file: string
  readonly reason: string
}> {
  override get message(): string {
    return `${this.file}: ${this.reason}`
  }
}

/** In place of a file's name: standard input. */
export const STDIN = "-"

/** Fails with a `UsageError` for standard input if that is a terminal. */
export const requirePiped = (path: string): Effect.Effect<void, UsageError> =>
  path === STDIN && process.stdin.isTTY
    ? new UsageError({ message: "FILE is -, and nothing is piped in" })
    : Effect.void

/** Where a spreadsheet comes from; `name` is what messages call a file, else its path. */
export type SheetSource = { readonly path: string; readonly name?: string } | { readonly stdin: NodeJS.ReadableStream }

/** A file that can be read any number of times. */
export interface SpooledFile {
  readonly path: string
  /** What messages call it. */
  readonly name: string
  readonly size: number
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EACCES: "may not be read",
  EPERM: "may not be read",
  EISDIR: "is a folder",
  ENOSPC: "there is no space left for a temporary copy"
}

/** Turns what Node says of a file into one line. Throws again what is no fault of a file. */
export const unreadable =
  (file: string) =>
  (cause: unknown): FileUnreadable => {
    if (!(cause instanceof Error) || !("code" in cause)) throw cause
    return new FileUnreadable({
      file,
      reason: REASONS[String(cause.code)] ?? `could not be read (${String(cause.code)})`
    })
  }

const temporaryFolder = (name: string) =>
  Effect.acquireRelease(
    Effect.tryPromise({ try: () => mkdtemp(join(tmpdir(), "boardwright-sheet-")), catch: unreadable(name) }),
    (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
  )

const copy = (input: () => NodeJS.ReadableStream, name: string) =>
  Effect.gen(function* () {
    const path = join(yield* temporaryFolder(name), "input")
    yield* Effect.tryPromise({
      try: (signal) => pipeline(input(), createWriteStream(path, { mode: 0o600 }), { signal }),
      catch: unreadable(name)
    })
    const { size } = yield* Effect.tryPromise({ try: () => stat(path), catch: unreadable(name) })
    return { path, name, size }
  })

/**
 * Makes the source a file that can be read again: a regular file is used as it is, a stream or a pipe is copied to a
 * temporary file, readable by its owner alone, that goes with the scope.
 */
export const spool = (source: SheetSource): Effect.Effect<SpooledFile, FileUnreadable, Scope.Scope> => {
  if ("stdin" in source) return copy(() => source.stdin, "standard input")
  const { path, name = path } = source
  return Effect.tryPromise({ try: () => stat(path), catch: unreadable(name) }).pipe(
    Effect.flatMap((found): Effect.Effect<SpooledFile, FileUnreadable, Scope.Scope> => {
      if (found.isFile()) return Effect.succeed({ path, name, size: found.size })
      if (found.isDirectory()) return Effect.fail(new FileUnreadable({ file: name, reason: "is a folder" }))
      return copy(() => createReadStream(path), name)
    })
  )
}

/** The bytes of such a file, as a reader of spreadsheets takes them. */
export const bytesOf = ({ name, path, size }: SpooledFile): SheetFile => ({
  name,
  size,
  read: (start = 0, end = size) =>
    start < end ? createReadStream(path, { start, end: end - 1, highWaterMark: 1 << 18 }) : Readable.from([])
})
