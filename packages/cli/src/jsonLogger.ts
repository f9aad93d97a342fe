import { Inspectable, Logger } from "effect"

/** The text of an error; its code where it has none, as a connection that several addresses refused. */
const reasonOf = (error: Error): string => error.message || String("code" in error ? error.code : error.name)

const wordOf = (part: unknown): string => {
  if (typeof part === "string") return part
  return part instanceof Error ? `(${reasonOf(part)})` : Inspectable.toStringUnknown(part, 0)
}

/** What was logged as one text; an error is its message in parentheses. */
export const textOf = (message: unknown): string => (Array.isArray(message) ? message : [message]).map(wordOf).join(" ")

/** Gives a line in the fields of Effect's JSON logger, without the line end; its message is always a string. */
export const jsonLogger: Logger.Logger<unknown, string> = Logger.make((line) =>
  Inspectable.stringifyCircular({ ...Logger.structuredLogger.log(line), message: textOf(line.message) })
)
