import type { Metric } from "@boardwright/core"
import type { OnResponse } from "./onResponse.js"

/** Records every response, then calls `onResponse`. Returns it unchanged without metrics. */
export const measureResponses = (
  metrics: Metric.Metrics | null,
  onResponse: OnResponse | undefined
): OnResponse | undefined =>
  metrics === null
    ? onResponse
    : (request) => {
        const { duration, method, route, status } = request
        metrics.requests.of(route ?? "unmatched", method, status).observe(duration / 1000)
        if (status === 429) metrics.rateLimited.add()
        return onResponse?.(request)
      }
