import { ValidationError } from "@effect/cli"
import { Cause, Exit, Option, Predicate } from "effect"

/** What the process says with its exit code. */
const EXIT = { ok: 0, failure: 1, usage: 2, unavailable: 69, bug: 70, configuration: 78 } as const

const codeOfFailure = (failure: unknown): number => {
  if (ValidationError.isValidationError(failure)) return EXIT.usage
  if (Predicate.isTagged(failure, "ConfigurationInvalid")) return EXIT.configuration
  if (Predicate.isTagged(failure, "StorageNotUsable") || Predicate.isTagged(failure, "ListenFailed"))
    return EXIT.unavailable
  return EXIT.failure
}

/** The exit code for how a command ended; being told to stop is a success. */
export const exitCodeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit) || Cause.isInterruptedOnly(exit.cause)) return EXIT.ok
  return Option.match(Cause.failureOption(exit.cause), { onNone: () => EXIT.bug, onSome: codeOfFailure })
}

/** The line that says why a command ended, or null where nothing is left to say. */
export const lineOf = (exit: Exit.Exit<unknown, unknown>): string | null => {
  if (Exit.isSuccess(exit) || Cause.isInterruptedOnly(exit.cause)) return null
  const failure = Option.getOrNull(Cause.failureOption(exit.cause))
  if (failure === null) return `boardwright: unexpected failure\n${Cause.pretty(exit.cause)}`
  if (ValidationError.isValidationError(failure)) return null
  if (Predicate.isTagged(failure, "ListenFailed")) return `boardwright: ${listenLine(failure)}`
  return `boardwright: ${failure instanceof Error ? failure.message : String(failure)}`
}

const listenLine = (failure: object): string => {
  const { cause, host, port } = failure as {
    readonly host?: unknown
    readonly port?: unknown
    readonly cause?: unknown
  }
  const reason =
    cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE" ? "the port is in use" : String(cause)
  return `cannot listen on ${String(host)}:${String(port)}: ${reason}`
}
