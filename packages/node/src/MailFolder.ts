import { opendir } from "node:fs/promises"
import { Array, Data, Effect, type Option } from "effect"
import { type Entry, isMailName, readEntry } from "./MailFile.js"

export type { Entry, Mail, Unreadable } from "./MailFile.js"

/** The folder of the mails is there and cannot be read. */
export class FolderUnreadable extends Data.TaggedError("FolderUnreadable")<{
  readonly directory: string
  readonly cause: unknown
}> {}

/** Which mails are listed. */
export interface ListOptions {
  /** How many at most; 200 unless told otherwise. */
  readonly limit?: number | undefined
  /** Only those that are newer than this file. */
  readonly after?: string | undefined
}

/** Mails and whatever else lies in the folder, newest first. */
export interface Listing {
  readonly entries: ReadonlyArray<Entry>
  /** How many files are in the folder, whether they are listed or not. */
  readonly total: number
}

const DEFAULT_LIMIT = 200
const TOGETHER = 8

// Names of ours begin with the time and so sort by it. Whatever else is there comes after them.
const rankOf = (name: string): string => `${/^\d{8}T\d{9}Z-/.test(name) ? "1" : "0"}${name}`

const newestFirst = (ranks: ReadonlyArray<string>): Array<string> => ranks.toSorted().toReversed()

/** Keeps a few thousand names at a time, however many there are. */
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
 * Lists the folder that `FolderMailer` writes to, newest first; one that is not there yet is empty. Unfinished files are
 * left out, what is no mail is `Unreadable`, no link is followed. Fails with `FolderUnreadable`.
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

/** The file of this name; none where there is no such file, or where it can be no name of a mail. */
export const find = (directory: string, file: string): Effect.Effect<Option.Option<Entry>> =>
  isMailName(file) ? readEntry(directory, file) : Effect.succeedNone
