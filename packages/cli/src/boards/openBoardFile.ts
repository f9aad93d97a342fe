import { open } from "node:fs/promises"
import { Archive } from "@boardwright/core"
import { isOwnText } from "@boardwright/spreadsheet"
import { Effect, type Scope } from "effect"
import { type FileUnreadable, requirePiped, type SpooledFile, spool, STDIN, unreadable } from "../spreadsheet/spool.js"
import type { UsageError } from "../terminal/failures.js"

/** The file of an import: a board exported as JSON or CSV, or any other spreadsheet. */
export interface BoardFile {
  readonly kind: "archive" | "own sheet" | "sheet"
  readonly file: SpooledFile
}

/** Bytes that are read to detect the kind. */
const HEAD = 1 << 16

// A quote within a text would be escaped.
const FORMAT_FIELD = /[^\\]"format"\s*:\s*"([^"\\]*)"/g

const isArchive = (text: string): boolean =>
  text.startsWith("{") && [...text.matchAll(FORMAT_FIELD)].some(([, format]) => format === Archive.FORMAT)

const kindOf = (head: Buffer): BoardFile["kind"] => {
  const text = head.toString("utf8").replace(/^\ufeff/, "")
  if (isArchive(text.trimStart())) return "archive"
  return isOwnText(text) ? "own sheet" : "sheet"
}

const readHead = async (path: string): Promise<Buffer> => {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/**
 * Opens a file, or copies standard input to one if the path is `-`, and detects its kind. Fails with `FileUnreadable`, or
 * with a `UsageError` if nothing is piped in.
 */
export const openBoardFile = (path: string): Effect.Effect<BoardFile, FileUnreadable | UsageError, Scope.Scope> =>
  Effect.gen(function* () {
    yield* requirePiped(path)
    const file = yield* spool(path === STDIN ? { stdin: process.stdin } : { path })
    const head = yield* Effect.tryPromise({ try: () => readHead(file.path), catch: unreadable(file.name) })
    return { kind: kindOf(head), file }
  })
