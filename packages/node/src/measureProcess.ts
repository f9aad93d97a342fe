import { readdirSync } from "node:fs"
import { performance } from "node:perf_hooks"
import type { Metric } from "@boardwright/core"
import { Effect, type Scope } from "effect"

const TICK_MILLIS = 20

const toSeconds = (micros: number): number => micros / 1_000_000

/** The number of open files, where the system tells it in /proc. */
const openFiles = (): number | null => {
  try {
    return readdirSync("/proc/self/fd").length
  } catch {
    return null
  }
}

/** Sets what is said once about a process, or about the first of several: the versions, and its start. */
export const describeProcess = (metrics: Metric.Metrics, version: string): void => {
  metrics.build.of(version, process.versions.node).set(1)
  metrics.startTime.set(performance.timeOrigin / 1000)
}

/** Measures what the process uses. */
export const measureUse = (metrics: Metric.Metrics): void => {
  metrics.cpuSeconds.of().from(() => {
    const { system, user } = process.cpuUsage()
    return toSeconds(system + user)
  })
  metrics.memoryBytes.from(() => process.memoryUsage.rss())
  metrics.heapUsed.from(() => process.memoryUsage().heapUsed)
  metrics.heapTotal.from(() => process.memoryUsage().heapTotal)
  metrics.openFiles.from(openFiles)
}

/**
 * Measures the event loop until the scope ends. The delay is a histogram of ours and not `monitorEventLoopDelay`: that one
 * has to be reset to say something of the last minute, so that one reader would empty it for another, and those of several
 * processes cannot be added up.
 */
export const measureLoop = (metrics: Metric.Metrics): Effect.Effect<void, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      metrics.loopActive.of().from(() => performance.eventLoopUtilization().active / 1000)
      const delay = metrics.loopDelay.of()
      let last = performance.now()
      return setInterval(() => {
        const now = performance.now()
        delay.observe(Math.max(0, now - last - TICK_MILLIS) / 1000)
        last = now
      }, TICK_MILLIS).unref()
    }),
    (timer) => Effect.sync(() => clearInterval(timer))
  )
