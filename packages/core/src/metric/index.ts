export * from "./CurrentMetrics.js"
export type { Histogram, Metric, Value } from "./Metric.js"
export * from "./Metrics.js"
