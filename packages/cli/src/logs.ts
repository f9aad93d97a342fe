import { Effect, Layer, Logger } from "effect"
import type { Settings } from "./settings.js"

/** Logs as the settings say, to standard error: pretty on a terminal and JSON elsewhere, unless a format is set. */
export const withLogs =
  ({ logFormat, logLevel }: Pick<Settings, "logFormat" | "logLevel">) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
    const format = logFormat ?? (process.stderr.isTTY ? "pretty" : "json")
    const logger =
      format === "pretty" ? Logger.prettyLogger({ stderr: true }) : Logger.withConsoleError(Logger.jsonLogger)
    return work.pipe(
      Effect.provide(Layer.merge(Logger.replace(Logger.defaultLogger, logger), Logger.minimumLogLevel(logLevel)))
    )
  }
