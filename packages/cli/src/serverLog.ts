import type { ServedRequest } from "@boardwright/http"
import { Effect, Layer, Logger, LogLevel } from "effect"
import { jsonLogger } from "./jsonLogger.js"
import { LogWriter } from "./LogWriter.js"
import { logsJson } from "./logFormat.js"
import { toJsonLine, toPrettyLine } from "./requestLines.js"
import type { Settings } from "./settings.js"
import { showsColours } from "./terminal/colours.js"

/** What the server logs with. */
export interface ServerLog {
  /** Has all that an effect logs written; at its end it waits, for a second at most, until the log is read. */
  readonly provide: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Takes the line of a request; absent where the level lets none through. */
  readonly onResponse: ((request: ServedRequest) => void) | undefined
}

const LEVELS = { debug: LogLevel.Debug, info: LogLevel.Info, warning: LogLevel.Warning }

const DRAIN_MILLIS = 1_000

const missing = (lines: number): string => `${lines} lines of the log are missing here: they could not be written`

const missingAsJson = (lines: number): string =>
  `${JSON.stringify({
    message: missing(lines),
    logLevel: "WARN",
    timestamp: new Date().toISOString(),
    annotations: { lines },
    spans: {}
  })}\n`

/** One writer to standard error for the lines of requests and for all others, so that they stay in order. */
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

/** Logs of the server as the settings say: pretty on a terminal and JSON elsewhere, unless a format is set. */
export const serverLog = ({ logFormat, logLevel }: Pick<Settings, "logFormat" | "logLevel">): ServerLog => {
  const { logger, toLine, writer } = formats[logsJson(logFormat ?? undefined) ? "json" : "pretty"]()
  process.once("exit", () => writer.last())
  const lowest = logLevel.ordinal
  const logs = Layer.merge(Logger.replace(Logger.defaultLogger, logger), Logger.minimumLogLevel(logLevel))
  return {
    provide: (effect) =>
      Effect.ensuring(
        Effect.provide(effect, logs),
        Effect.promise(() => writer.drained(DRAIN_MILLIS))
      ),
    onResponse:
      lowest > LEVELS.warning.ordinal
        ? undefined
        : (request) => {
            if (LEVELS[request.level].ordinal >= lowest) writer.gather(toLine(request))
          }
  }
}
