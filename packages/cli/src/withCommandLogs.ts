import { Cause, Effect, Layer, Logger, LogLevel } from "effect"
import { jsonLogger, textOf } from "./jsonLogger.js"
import type { Settings } from "./settings.js"
import { isSet } from "./settings/isSet.js"
import { styled } from "./terminal/print.js"

const json = Logger.withConsoleError(jsonLogger)

/** A line for a person, without a time. */
const plain = Logger.make<unknown, void>(({ cause, logLevel, message }) => {
  const text = textOf(message)
  const style = LogLevel.greaterThanEqual(logLevel, LogLevel.Error) ? "red" : "yellow"
  const level = styled(process.stderr, style, `${logLevel._tag.toLowerCase()}:`)
  const why = Cause.isEmpty(cause) ? "" : `\n${Cause.pretty(cause, { renderErrorCause: true })}`
  process.stderr.write(`${level} ${text}${why}\n`)
})

/** The log of a command: warnings and errors in plain lines, unless level or format are set. */
export const withCommandLogs = ({ logFormat, logLevel }: Pick<Settings, "logFormat" | "logLevel">) => {
  const logger = logFormat === "json" ? json : plain
  const level = isSet("LOG_LEVEL") ? logLevel : LogLevel.Warning
  return Effect.provide(Layer.merge(Logger.replace(Logger.defaultLogger, logger), Logger.minimumLogLevel(level)))
}
