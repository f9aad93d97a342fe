import { randomBytes } from "node:crypto"
import { open, readdir, readlink, realpath, rename, rm, stat } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { Data, Effect, type Scope, Stream } from "effect"
import { Conflict } from "./failures.js"
import { print } from "./print.js"

/** A file could not be written: exit 1. */
export class NotWritten extends Data.TaggedError("NotWritten")<{ readonly message: string; readonly cause: unknown }> {}

/** A file that is being written. */
export interface Draft {
  readonly write: (data: string | Uint8Array) => Effect.Effect<void, NotWritten>
  /** Gives the file its name. A draft that is not kept is removed with the scope. */
  readonly keep: Effect.Effect<void, NotWritten>
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EISDIR: "it is a folder",
  ENOTDIR: "a folder in its path is a file",
  EEXIST: "there is a file of that name",
  EROFS: "the file system is read-only",
  EACCES: "permission denied",
  ENOSPC: "the disk is full"
}

/** The failure of work on a file or a folder. `problem` is what became of it. */
export const notWritten =
  (path: string, problem = "was not written") =>
  (cause: unknown): NotWritten => {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause)
    return new NotWritten({ message: `${path} ${problem}: ${REASONS[code] ?? code}`, cause })
  }

/** In place of a file's name: standard output. */
export const STDOUT = "-"

const found = (path: string) =>
  path === STDOUT ? Effect.succeed(null) : Effect.promise(() => stat(path).catch(() => null))

/** Fails for a link to nothing, which a new file would replace. */
const refuseLink = (path: string) =>
  Effect.flatMap(
    Effect.promise(() => readlink(path).catch(() => null)),
    (target) => (target === null ? Effect.void : notWritten(path)(`${target}, which it links to, is missing`))
  )

/** Fails with `Conflict` if the file exists and `force` is not given. `named` is its name in the message. */
export const mayReplace = Effect.fnUntraced(function* (path: string, force: boolean, named = path) {
  if (force || !(yield* found(path))?.isFile()) return
  return yield* new Conflict({ message: `${named} already exists; --force replaces it` })
})

/** Since when nobody has written to a draft whose process was killed, in milliseconds. */
const LEFT_MILLIS = 60 * 60_000

/** Removes the drafts of a file that processes left when they were killed. A folder that cannot be listed keeps them. */
const removeLeft = async (folder: string, name: string): Promise<void> => {
  const all = await readdir(folder).catch(() => [])
  for (const each of all) {
    if (!each.startsWith(`.${name}.`) || !/^[0-9a-f]{8}$/.test(each.slice(name.length + 2))) continue
    const draft = join(folder, each)
    // Another process may have removed it.
    const left = await stat(draft).catch(() => null)
    if (left !== null && Date.now() - left.mtimeMs > LEFT_MILLIS) await rm(draft, { force: true })
  }
}

/**
 * Begins a file under a temporary name in the same folder. `keep` renames it, so that a failure leaves an existing file
 * as it was. Of a symbolic link, the file that it names is replaced. A new file is readable by its owner only (mode 0600),
 * and with `isSecret` also one that replaces another. A path that is not a plain file, such as /dev/null, is written to
 * directly, and so is standard output, which is `-`. Drafts of the file that are older than an hour are removed.
 */
export const openDraft = (path: string, isSecret = false): Effect.Effect<Draft, NotWritten, Scope.Scope> =>
  Effect.gen(function* () {
    if (path === STDOUT) return { write: print, keep: Effect.void }
    const attempt = <A>(work: () => Promise<A>) => Effect.tryPromise({ try: work, catch: notWritten(path) })
    const before = yield* found(path)
    if (before === null) yield* refuseLink(path)
    const isFile = before === null || before.isFile()
    const target = isFile && before !== null ? yield* attempt(() => realpath(path)) : path
    if (isFile) yield* attempt(() => removeLeft(dirname(target), basename(target)))
    const draft = isFile ? join(dirname(target), `.${basename(target)}.${randomBytes(4).toString("hex")}`) : path
    const file = yield* Effect.acquireRelease(
      attempt(() => open(draft, isFile ? "wx" : "w", isSecret ? 0o600 : (before?.mode ?? 0o600))),
      (handle) => Effect.promise(() => handle.close().then(() => (isFile ? rm(draft, { force: true }) : undefined)))
    )
    return {
      write: (data) => attempt(() => file.appendFile(data)),
      keep: isFile ? Effect.uninterruptible(attempt(() => file.sync().then(() => rename(draft, target)))) : Effect.void
    }
  })

/** Writes to a file, completely or not at all, or to standard output. */
export const writeOutput = <E, R>(
  path: string,
  chunks: Stream.Stream<string | Uint8Array, E, R>
): Effect.Effect<void, E | NotWritten, R> =>
  Effect.scoped(
    Effect.flatMap(openDraft(path), (draft) => Effect.zipRight(Stream.runForEach(chunks, draft.write), draft.keep))
  )
