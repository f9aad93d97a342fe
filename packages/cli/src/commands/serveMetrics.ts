import { Metric, System } from "@boardwright/core"
import { addressOf, metricsServer } from "@boardwright/http/node"
import { describeProcess, measureLoop, measureUse } from "@boardwright/node"
import { Effect } from "effect"
import { inUrl } from "../inUrl.js"
import type { Settings } from "../settings.js"

declare const BOARDWRIGHT_VERSION: string

export const newMetrics = (): Metric.Metrics => new Metric.Metrics()

/** Measures the process itself, but for its event loop. */
export const measureServer = (metrics: Metric.Metrics): void => {
  describeProcess(metrics, BOARDWRIGHT_VERSION)
  measureUse(metrics)
}

/** Serves a text as metrics, if the settings ask for it. */
export const serveMetricsText = Effect.fnUntraced(function* (
  { metricsHost: host, metricsPort: port }: Settings,
  text: Effect.Effect<string>
) {
  if (port === null) return
  const server = yield* metricsServer({ host, port, text })
  yield* Effect.logInfo(`metrics are at http://${inUrl(host)}:${addressOf(server).port}/metrics`)
})

/** Serves the metrics and those of the process. */
export const serveMetrics = Effect.fnUntraced(function* (settings: Settings, metrics: Metric.Metrics) {
  measureServer(metrics)
  yield* measureLoop(metrics)
  yield* serveMetricsText(settings, yield* System.makeMetricsText(metrics))
})
