import { Context } from "effect"
import type { Metrics } from "./Metrics.js"

/** The metrics that are recorded; null unless some are provided, and then nothing is measured. */
export class CurrentMetrics extends Context.Reference<CurrentMetrics>()("@boardwright/core/CurrentMetrics", {
  defaultValue: (): Metrics | null => null
}) {}
