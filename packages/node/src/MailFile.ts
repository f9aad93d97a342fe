import { constants, type FileHandle, open } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Option } from "effect"
import type { Address, Email } from "postal-mime"

export interface Mail {
  readonly _tag: "Mail"
  /** The file's name in the folder. */
  readonly file: string
  readonly date: Date
  readonly from: string
  readonly to: string
  readonly subject: string
  /** Empty if the mail has no text. */
  readonly text: string
  readonly html: string | null
}

/** Why a file cannot be shown as a mail. */
export type UnreadableReason = "malformed" | "name" | "noFile" | "noSender" | "symbolicLink" | "tooLarge" | "unreadable"

/** A file in the folder that cannot be shown as a mail. */
export interface Unreadable {
  readonly _tag: "Unreadable"
  readonly file: string
  readonly reason: UnreadableReason
}

/** Any file in the folder. */
export type Entry = Mail | Unreadable

// Boardwright's mails have a few KiB.
const MAX_BYTES = 1024 * 1024
const LIMITS = { maxHeadersSize: 64 * 1024, maxNestingDepth: 16, forceRfc822Attachments: true }

/** Whether the name stays within its folder on every system. Names of unfinished files begin with a dot. */
export const isMailName = (name: string): boolean => /^[A-Za-z0-9_][A-Za-z0-9._-]{0,250}$/.test(name)

class NoMail extends Error {
  constructor(
    readonly reason: UnreadableReason,
    options?: ErrorOptions
  ) {
    super(reason, options)
  }
}

const addressText = ({ address, group, name }: Address): string => {
  if (group !== undefined) return `${name}: ${group.map(addressText).join(", ")};`
  return name === "" ? address : `${name} <${address}>`
}

/** RFC 5322, 3.6: a mail has a sender and a date. Without a date, the file's own is used. */
const mailOf = (file: string, writtenAt: Date, email: Email): Mail => {
  const { date, from, html, subject = "", text = "", to = [] } = email
  if (from === undefined) throw new NoMail("noSender")
  const sentAt = new Date(date ?? "")
  return {
    _tag: "Mail",
    file,
    date: Number.isNaN(sentAt.getTime()) ? writtenAt : sentAt,
    from: addressText(from),
    to: to.map(addressText).join(", "),
    subject,
    text,
    html: html ?? null
  }
}

const readAll = async (file: FileHandle): Promise<readonly [content: Buffer, writtenAt: Date]> => {
  const about = await file.stat()
  if (!about.isFile()) throw new NoMail("noFile")
  if (about.size > MAX_BYTES) throw new NoMail("tooLarge")
  return [await file.readFile(), about.mtime]
}

// Does not follow links, and does not wait for a writer of a pipe.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

const parse = async (content: Buffer): Promise<Email> => {
  const { default: PostalMime } = await import("postal-mime")
  try {
    return await PostalMime.parse(content, LIMITS)
  } catch (cause) {
    throw new NoMail("malformed", { cause })
  }
}

const readMail = async (directory: string, name: string): Promise<Mail> => {
  const file = await open(join(directory, name), FLAGS)
  try {
    const [content, writtenAt] = await readAll(file)
    return mailOf(name, writtenAt, await parse(content))
  } finally {
    await file.close()
  }
}

const codeOf = (cause: unknown): string | null =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : null

const reasonOf = (cause: unknown): UnreadableReason => {
  if (cause instanceof NoMail) return cause.reason
  return codeOf(cause) === "ELOOP" ? "symbolicLink" : "unreadable"
}

/** Reads a file of the folder; none if it is gone. */
export const readEntry = (directory: string, file: string): Effect.Effect<Option.Option<Entry>> => {
  const unreadable = (reason: UnreadableReason) => Option.some<Entry>({ _tag: "Unreadable", file, reason })
  if (!isMailName(file)) return Effect.succeed(unreadable("name"))
  return Effect.tryPromise(() => readMail(directory, file)).pipe(
    Effect.map((mail) => Option.some<Entry>(mail)),
    Effect.catchAll(({ error }) =>
      Effect.succeed(codeOf(error) === "ENOENT" ? Option.none() : unreadable(reasonOf(error)))
    )
  )
}
