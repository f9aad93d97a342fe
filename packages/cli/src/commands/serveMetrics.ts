import { Metric, System } from "@boardwright/core"
import { addressOf, metricsServer } from "@boardwright/http/node"
import { measureProcess } from "@boardwright/node"
import { Effect } from "effect"

declare const BOARDWRIGHT_VERSION: string

export const newMetrics = (): Metric.Metrics => new Metric.Metrics()

/** Serves the metrics and those of the process, and returns the port. */
export const serveMetrics = Effect.fnUntraced(function* (metrics: Metric.Metrics, host: string, port: number) {
  yield* measureProcess(metrics, BOARDWRIGHT_VERSION)
  const server = yield* metricsServer({ host, port, text: yield* System.makeMetricsText(metrics) })
  return addressOf(server).port
})
