import type { ServedRequest } from "@boardwright/http"
import { Effect, Layer, Logger, LogLevel } from "effect"
import { jsonLogger } from "./jsonLogger.js"
import { LogWriter } from "./LogWriter.js"
import { logsJson } from "./logFormat.js"
import { levelOf, toJsonLine, toPrettyLine } from "./requestLines.js"
import type { Settings } from "./settings.js"
import { showsColours } from "./terminal/print.js"

export interface ServerLog {
  readonly writer: LogWriter
  /** Writes what an effect logs. At its end it waits, at most a second, until the log is written. */
  readonly provide: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Logs a request; undefined if the log level admits none. */
  readonly onResponse: ((request: ServedRequest) => void) | undefined
}

const LEVELS = { debug: LogLevel.Debug, info: LogLevel.Info, warning: LogLevel.Warning }

const DRAIN_MILLIS = 1_000

const missing = (lines: number): string => `${lines} log lines were dropped here: they could not be written`

const missingAsJson = (lines: number): string =>
  `${JSON.stringify({
    message: missing(lines),
    logLevel: "WARN",
    timestamp: new Date().toISOString(),
    annotations: { lines },
    spans: {}
  })}\n`

/** Request lines and other lines share one writer to standard error, so that they stay in order. */
const formats = {
  json: () => {
    const writer = new LogWriter(process.stderr, { missing: missingAsJson })
    const logger = Logger.map(jsonLogger, (line) => writer.write(`${line}\n`))
    return { writer, logger, toLine: toJsonLine }
  },
  pretty: () => {
    const colours = showsColours(process.stderr)
    const writer = new LogWriter(process.stderr, { missing: (lines) => `${missing(lines)}\n` })
    const pretty = Logger.prettyLogger({ stderr: true, colors: colours })
    const logger = Logger.make<unknown, void>((line) => {
      writer.flush()
      pretty.log(line)
    })
    return { writer, logger, toLine: toPrettyLine(colours) }
  }
}

/** The server's log: pretty on a terminal and JSON elsewhere, unless `LOG_FORMAT` is set. */
export const serverLog = ({
  logFormat,
  logLevel,
  slowRequest
}: Pick<Settings, "logFormat" | "logLevel" | "slowRequest">): ServerLog => {
  const { logger, toLine, writer } = formats[logsJson(logFormat ?? undefined) ? "json" : "pretty"]()
  process.once("exit", () => writer.last())
  const lowest = logLevel.ordinal
  const logs = Layer.merge(Logger.replace(Logger.defaultLogger, logger), Logger.minimumLogLevel(logLevel))
  return {
    writer,
    provide: (effect) =>
      Effect.ensuring(
        Effect.provide(effect, logs),
        Effect.promise(() => writer.drained(DRAIN_MILLIS))
      ),
    onResponse:
      lowest > LEVELS.warning.ordinal
        ? undefined
        : (request) => {
            const isSlow = slowRequest > 0 && request.duration >= slowRequest && !request.isStream
            if (LEVELS[levelOf(request, isSlow)].ordinal >= lowest) writer.gather(toLine(request, isSlow))
          }
  }
}
