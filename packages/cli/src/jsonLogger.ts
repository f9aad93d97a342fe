import { Inspectable, Logger } from "effect"

/** The message of an error, else its code: a connection refused by several addresses has no message. */
const reasonOf = (error: Error): string => error.message || String("code" in error ? error.code : error.name)

const wordOf = (part: unknown): string => {
  if (typeof part === "string") return part
  return part instanceof Error ? `(${reasonOf(part)})` : Inspectable.toStringUnknown(part, 0)
}

/** A log message as one text, errors as their message in parentheses. */
export const textOf = (message: unknown): string => (Array.isArray(message) ? message : [message]).map(wordOf).join(" ")

/** Formats a line with the fields of Effect's JSON logger and a message that is always a string. */
export const jsonLogger: Logger.Logger<unknown, string> = Logger.make((line) =>
  Inspectable.stringifyCircular({ ...Logger.structuredLogger.log(line), message: textOf(line.message) })
)
