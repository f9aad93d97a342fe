import { opendir } from "node:fs/promises"
import { Array, Data, Effect, type Option } from "effect"
import { type Entry, isMailName, readEntry } from "./MailFile.js"

export type { Entry, Mail, Unreadable } from "./MailFile.js"

/** The folder exists and cannot be read. */
export class FolderUnreadable extends Data.TaggedError("FolderUnreadable")<{
  readonly directory: string
  readonly cause: unknown
}> {}

export interface ListOptions {
  /** Default: 200. */
  readonly limit?: number | undefined
  /** Lists only mails newer than this file. */
  readonly after?: string | undefined
}

export interface Listing {
  readonly entries: ReadonlyArray<Entry>
  /** The number of files in the folder. */
  readonly total: number
}

const DEFAULT_LIMIT = 200
const TOGETHER = 8

// Names of mails begin with the time and sort by it. Other files come after them.
const rankOf = (name: string): string => `${/^\d{8}T\d{9}Z-/.test(name) ? "1" : "0"}${name}`

const newestFirst = (ranks: ReadonlyArray<string>): Array<string> => ranks.toSorted().toReversed()

/** Holds a few thousand names at a time, however many there are. */
const newestNames = async (directory: string, limit: number, after: string | undefined) => {
  let floor = after === undefined ? "" : rankOf(after)
  let kept: Array<string> = []
  let total = 0
  for await (const { name } of await opendir(directory, { bufferSize: 1024 })) {
    if (name.startsWith(".")) continue
    total += 1
    const rank = rankOf(name)
    if (rank <= floor) continue
    kept.push(rank)
    if (kept.length < limit + 4096) continue
    kept = newestFirst(kept).slice(0, limit)
    floor = kept.at(-1) ?? floor
  }
  return {
    total,
    names: newestFirst(kept)
      .slice(0, limit)
      .map((rank) => rank.slice(1))
  }
}

const isMissing = (cause: unknown): boolean => cause instanceof Error && "code" in cause && cause.code === "ENOENT"

/**
 * Lists the folder that `FolderMailer` writes to, newest first; a missing folder is empty. Skips unfinished files, does not
 * follow links, and lists other files as `Unreadable`. Fails with `FolderUnreadable`.
 */
export const list = Effect.fnUntraced(function* (
  directory: string,
  { after, limit = DEFAULT_LIMIT }: ListOptions = {}
) {
  const { names, total } = yield* Effect.tryPromise({
    try: () => newestNames(directory, limit, after),
    catch: (cause) => new FolderUnreadable({ directory, cause })
  }).pipe(
    Effect.catchIf(
      ({ cause }) => isMissing(cause),
      () => Effect.succeed({ names: [], total: 0 })
    )
  )
  const entries = yield* Effect.forEach(names, (name) => readEntry(directory, name), { concurrency: TOGETHER })
  const listing: Listing = { entries: Array.getSomes(entries), total }
  return listing
})

/** The file with this name; none if there is no such file or the name is not a mail's. */
export const find = (directory: string, file: string): Effect.Effect<Option.Option<Entry>> =>
  isMailName(file) ? readEntry(directory, file) : Effect.succeedNone
