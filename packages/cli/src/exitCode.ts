import { Cause, Exit, Option, Predicate } from "effect"
import { oneLine } from "./terminal/print.js"

/** Exit codes: sysexits(3) from 64, and 128 plus the number of a signal. */
export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 2,
  rejected: 3,
  missing: 4,
  conflict: 5,
  unavailable: 69,
  bug: 70,
  configuration: 78,
  hungUp: 129,
  interrupted: 130,
  pipeClosed: 141,
  terminated: 143
} as const

/** The exit code of each typed failure that does not exit with 1. */
const CODES: Readonly<Record<string, number>> = {
  UsageError: EXIT.usage,
  DataRejected: EXIT.rejected,
  DumpRejected: EXIT.rejected,
  FileRejected: EXIT.rejected,
  InvalidInput: EXIT.rejected,
  NoSuchThing: EXIT.missing,
  FileUnreadable: EXIT.missing,
  NotFound: EXIT.missing,
  Conflict: EXIT.conflict,
  DatabaseNotEmpty: EXIT.conflict,
  EmailTaken: EXIT.conflict,
  WorkspacesShared: EXIT.conflict,
  BoardInTrash: EXIT.conflict,
  StorageUnavailable: EXIT.unavailable,
  StorageNotUsable: EXIT.unavailable,
  ListenFailed: EXIT.unavailable,
  MailUnavailable: EXIT.unavailable,
  HashingBusy: EXIT.unavailable,
  SecretsKeyMissing: EXIT.configuration,
  ConfigurationInvalid: EXIT.configuration,
  Cancelled: EXIT.interrupted
}

interface Failure {
  readonly _tag: string
  readonly message?: unknown
  readonly [field: string]: unknown
}

interface Issue {
  readonly path: ReadonlyArray<string>
  readonly message: string
}

const MAX_ISSUES = 10

const issuesLine = ({ issues }: Failure): string => {
  const all = issues as ReadonlyArray<Issue>
  const lines = all.slice(0, MAX_ISSUES).map(({ message, path }) => `${path.join(".") || "the input"} ${message}`)
  return [...lines, ...(all.length > MAX_ISSUES ? [`and ${all.length - MAX_ISSUES} more`] : [])].join("; ")
}

const listenLine = ({ cause, host, port }: Failure): string => {
  const inUse = cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE"
  return `cannot listen on ${String(host)}:${String(port)}: ${inUse ? "the port is in use" : String(cause)}`
}

/** Whether a statement met a full disk, by the code of SQLite's drivers or of PostgreSQL. */
const isDiskFull = (cause: unknown): boolean => {
  if (!(cause instanceof Error)) return false
  const { code, errcode } = cause as { readonly code?: unknown; readonly errcode?: unknown }
  return code === "SQLITE_FULL" || code === "53100" || errcode === 13 || isDiskFull(cause.cause)
}

/** The messages of failures without one of their own; null prints nothing. */
const LINES: Readonly<Record<string, (failure: Failure) => string | null>> = {
  InvalidInput: issuesLine,
  ListenFailed: listenLine,
  NotFound: ({ id, thing }) => `${String(thing)} "${String(id)}" does not exist`,
  CursorExpired: () => "the cursor has expired: give --since now, start or a cursor",
  Forbidden: ({ action }) => `not allowed: ${String(action)}`,
  EmailTaken: () => "an account with this address exists",
  WorkspacesShared: issuesLine,
  BoardInTrash: ({ boardId }) => `the board "${String(boardId)}" is in the trash: restore it first`,
  StorageUnavailable: ({ cause }) =>
    isDiskFull(cause) ? "the disk of the database is full" : "the database is unreachable or too busy",
  MailUnavailable: () => "the mail could not be sent",
  HashingBusy: () => "too many passwords are queued for hashing",
  SecretsKeyMissing: ({ message, webhookId }) =>
    webhookId === undefined ? "webhooks need SECRETS_KEY, the key that encrypts their secrets" : String(message),
  WorkerNotStarted: ({ reason }) => (reason === null ? null : String(reason)),
  Cancelled: () => null
}

const isFailure = (failure: unknown): failure is Failure =>
  Predicate.hasProperty(failure, "_tag") && typeof failure._tag === "string"

/** The exit code of a typed failure: its own, as of a worker, or that of its tag. */
const codeOf = (failure: unknown): number | undefined => {
  if (!isFailure(failure)) return undefined
  return typeof failure["exitCode"] === "number" ? failure["exitCode"] : CODES[failure._tag]
}

const messageOf = (failure: unknown): string | null => {
  const line = isFailure(failure) ? LINES[failure._tag]?.(failure) : undefined
  if (line !== undefined) return line
  return Predicate.hasProperty(failure, "message") && failure.message !== "" ? String(failure.message) : String(failure)
}

const helpLine = (failure: unknown): string =>
  isFailure(failure) && failure._tag === "UsageError"
    ? ` (see ${typeof failure["help"] === "string" ? failure["help"] : "boardwright"} --help)`
    : ""

/** How a command ended: the exit code, and the last line for standard error, or null. */
export interface Ending {
  readonly code: number
  readonly message: string | null
}

/** How the process ends. `whenInterrupted` is the exit code after a signal; `verbose` adds a failure's cause. */
export const endingOf = (
  exit: Exit.Exit<unknown, unknown>,
  { verbose, whenInterrupted }: { readonly verbose: boolean; readonly whenInterrupted: number }
): Ending => {
  if (Exit.isSuccess(exit)) return { code: EXIT.ok, message: null }
  if (Cause.isInterruptedOnly(exit.cause)) return { code: whenInterrupted, message: null }
  const messageWith = (line: string) =>
    `boardwright: ${line}${verbose ? `\n${Cause.pretty(exit.cause, { renderErrorCause: true })}` : ""}`
  return Option.match(Cause.failureOption(exit.cause), {
    onNone: () => ({
      code: EXIT.bug,
      message: messageWith(
        verbose
          ? "this is a bug"
          : `this is a bug: ${oneLine(String(Cause.squash(exit.cause)))}; LOG_LEVEL=debug shows the cause`
      )
    }),
    onSome: (failure) => {
      const line = messageOf(failure)
      const code = codeOf(failure) ?? EXIT.failure
      return { code, message: line === null ? null : messageWith(oneLine(line)) + helpLine(failure) }
    }
  })
}
