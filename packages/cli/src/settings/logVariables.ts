import { LogLevel } from "effect"
import { baseUrl, duration, host, integer, kind, oneOf } from "./kinds.js"
import { optional, variable } from "./Variable.js"

const levels = new Map([
  ["debug", LogLevel.Debug],
  ["info", LogLevel.Info],
  ["warning", LogLevel.Warning],
  ["warn", LogLevel.Warning],
  ["error", LogLevel.Error],
  ["none", LogLevel.None]
])

const level = kind(
  "must be one of debug, info, warning, error, none",
  (text): LogLevel.LogLevel | null => levels.get(text.toLowerCase()) ?? null
)

const formats = new Map([
  ["pretty", "pretty"],
  ["json", "json"]
] as const)

/** What is written to standard error. */
export const logVariables = {
  logLevel: variable("LOG_LEVEL", level, "info", {
    meaning: "the lowest level that is logged: `debug`, `info`, `warning`, `error`, or `none`",
    example: "warning"
  }),
  logFormat: optional("LOG_FORMAT", oneOf("must be pretty or json", formats), "pretty on a terminal, else JSON", {
    meaning: "`pretty` text, or one `json` object per line",
    example: "json"
  }),
  slowRequest: variable("SLOW_REQUEST", duration(10), "0", {
    meaning:
      "how long a request may take until its line in the log is a warning with `slow`; lines then have the time in the database; `0` for no limit",
    example: "500ms"
  })
}

/** Where the metrics are read. */
export const metricsVariables = {
  metricsPort: optional("METRICS_PORT", integer(0, 65_535), "metrics are not measured", {
    meaning: "the port to serve metrics on, for Prometheus, at `/metrics`; 0 chooses a free one and logs it",
    example: "9464"
  }),
  metricsHost: variable("METRICS_HOST", host, "127.0.0.1", {
    meaning: "the address to serve metrics on; everyone who reaches it can read them",
    example: "10.0.0.5"
  })
}

/** Where traces are sent. */
export const traceVariables = {
  otlpEndpoint: optional("OTEL_EXPORTER_OTLP_ENDPOINT", baseUrl, "nothing is traced", {
    meaning: "the address of an OpenTelemetry collector, which gets traces by OTLP over HTTP, at `/v1/traces`",
    example: "http://127.0.0.1:4318"
  })
}
