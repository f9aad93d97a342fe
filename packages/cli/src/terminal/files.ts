import { randomBytes } from "node:crypto"
import { createReadStream } from "node:fs"
import { open, rename, rm, stat, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import type { Readable } from "node:stream"
import { Data, Effect, type Scope, Stream } from "effect"
import { NoSuchThing, UsageError } from "./failures.js"
import { print } from "./print.js"

/** A file could not be written: exit 1. */
export class NotWritten extends Data.TaggedError("NotWritten")<{ readonly message: string; readonly cause: unknown }> {}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EISDIR: "it is a folder",
  EACCES: "it may not be opened",
  ENOSPC: "the disk is full"
}

const reasonOf = (cause: unknown): string => {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause)
  return REASONS[code] ?? code
}

/** What there is to say when a file could not be written. */
export const failedToWrite =
  (path: string) =>
  (cause: unknown): NotWritten =>
    new NotWritten({ message: `${path} was not written: ${reasonOf(cause)}`, cause })

const isReadable = (path: string): Effect.Effect<void, NoSuchThing> =>
  Effect.tryPromise({
    try: async () => {
      const file = await open(path)
      const isFolder = (await file.stat()).isDirectory()
      await file.close()
      if (isFolder) throw Object.assign(new Error(path), { code: "EISDIR" })
    },
    catch: (cause) => new NoSuchThing({ message: `${path} could not be read: ${reasonOf(cause)}` })
  })

/** The bytes of a file, or of standard input where the path is `-`. `what` names the argument, such as `FILE`. */
export const openInput = (
  path: string,
  what: string
): Effect.Effect<Readable, NoSuchThing | UsageError, Scope.Scope> => {
  if (path === "-")
    return Effect.suspend(() =>
      process.stdin.isTTY
        ? new UsageError({ message: `${what} is -, and nothing is piped in` })
        : Effect.succeed<Readable>(process.stdin)
    )
  const stream = Effect.acquireRelease(
    Effect.sync(() => createReadStream(path)),
    (file) => Effect.sync(() => file.destroy())
  )
  return Effect.zipRight(isReadable(path), stream)
}

// Beside its place and then under its name: nobody finds half a file, and a failure leaves the one that was there.
const writeWhole = async (path: string, chunks: AsyncIterable<string>, signal: AbortSignal): Promise<void> => {
  const before = await stat(path).catch(() => null)
  // What is no plain file, /dev/null say, is written to and not replaced.
  if (before !== null && !before.isFile()) return writeFile(path, chunks, { signal })
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString("hex")}`)
  try {
    await writeFile(draft, chunks, { flag: "wx", flush: true, signal, ...(before && { mode: before.mode }) })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Writes text to a file, which appears whole or not at all, or to standard output where the path is `-`. */
export const writeOutput = <E>(path: string, chunks: Stream.Stream<string, E>): Effect.Effect<void, E | NotWritten> => {
  if (path === "-") return Stream.runForEach(chunks, print)
  const failed = failedToWrite(path)
  return Effect.gen(function* () {
    let failure: E | undefined
    const noted = Stream.tapError(chunks, (error) => Effect.sync(() => void (failure = error)))
    yield* Effect.tryPromise({
      try: (signal) => writeWhole(path, Stream.toAsyncIterable(noted), signal),
      catch: (cause) => failure ?? failed(cause)
    })
  })
}
