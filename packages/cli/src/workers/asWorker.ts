import cluster from "node:cluster"
import { Metric, System } from "@boardwright/core"
import { measureLoop, measureUse } from "@boardwright/node"
import { Effect, Runtime } from "effect"
import type { MetricsReport, ToWorker } from "./messages.js"
import type { WorkerRole } from "./WorkerRole.js"

const send = (message: MetricsReport): Effect.Effect<void> =>
  Effect.async((resume) => {
    // Its error means that the server is gone, and nobody reads it.
    if (process.send === undefined || !process.connected) resume(Effect.void)
    else process.send(message, undefined, undefined, () => resume(Effect.void))
  })

/** Measures the process, and builds the effect that reports its metrics. Reports them once more when the scope ends. */
const reportMetrics = Effect.fnUntraced(function* (metrics: Metric.Metrics) {
  measureUse(metrics)
  yield* measureLoop(metrics)
  const databaseText = yield* System.makeMetricsText(new Metric.Metrics())
  const report = Effect.fnUntraced(function* (withDatabase: boolean) {
    const database = withDatabase ? yield* databaseText : ""
    yield* send({ own: metrics.text, database })
  })
  yield* Effect.addFinalizer(() => report(false))
  return report
})

/** Runs a server as a worker: until its signal, until another has taken its place, or until the server itself is gone. */
export const asWorker =
  (role: WorkerRole) =>
  <A, E, R>(served: Effect.Effect<A, E, R>) =>
    Effect.scoped(
      Effect.gen(function* () {
        const metrics = yield* Metric.CurrentMetrics
        const report = metrics === null ? () => Effect.void : yield* reportMetrics(metrics)
        const runFork = Runtime.runFork(yield* Effect.runtime<never>())
        const end = () => {
          role.isReplaced = true
          process.emit("SIGTERM")
        }
        process.on("message", (message: ToWorker) => {
          if (message.ask === "end") end()
          else if (message.ask === "metrics") runFork(report(message.withDatabase))
        })
        // Without this Node ends a worker at once, in the middle of its requests.
        if (cluster.worker !== undefined) cluster.worker.exitedAfterDisconnect = true
        process.once("disconnect", end)
        // A terminal sends it to all processes of its group; it is for the server itself.
        process.on("SIGHUP", () => undefined)
        return yield* served
      })
    )
