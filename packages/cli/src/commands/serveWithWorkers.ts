import cluster from "node:cluster"
import { availableParallelism } from "node:os"
import { Effect, Queue } from "effect"
import { measureServer, newMetrics, serveMetricsText } from "./serveMetrics.js"
import { connectSystemd } from "./systemd.js"
import { logsJson } from "../logFormat.js"
import { serverLog } from "../serverLog.js"
import type { Settings } from "../settings.js"
import { markWith, relayLines } from "../workers/relayLines.js"
import { sumMetrics } from "../workers/sumMetrics.js"
import { workerVariables } from "../workers/WorkerRole.js"
import { Workers } from "../workers/Workers.js"

// What a worker runs is in the same file of the bundle.
export { asWorker } from "../workers/asWorker.js"

/** How long a server takes to stop after its delay at most, in milliseconds, with room to spare. */
const PATIENCE_MILLIS = 30_000

/** The part of a number that is divided among workers. */
const share = (total: number, count: number, place: number): number =>
  Math.max(1, Math.floor(total / count) + (place < total % count ? 1 : 0))

/** These variables, and no files with other values of them. */
const only = (variables: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  ...variables,
  ...Object.fromEntries(Object.keys(variables).map((name) => [`${name}_FILE`, ""]))
})

/** Restarts the workers at each SIGHUP; one that arrives meanwhile is the last that counts. */
const restartAtHangUp = (hangUps: Queue.Queue<void>, workers: Workers) =>
  Effect.forkScoped(Effect.forever(Effect.zipRight(Queue.take(hangUps), workers.replaceAll)))

const newHangUps = Effect.acquireRelease(
  Effect.map(Queue.sliding<void>(1), (queue) => {
    const offer = () => void queue.unsafeOffer()
    process.on("SIGHUP", offer)
    return { queue, offer }
  }),
  ({ offer }) => Effect.sync(() => process.off("SIGHUP", offer))
)

/**
 * `boardwright serve` with several processes behind one port, until a signal ends it. Connections and hashing threads are
 * divided among them, so that the settings mean the server as a whole.
 */
export const serveWithWorkers = (settings: Settings, count: number) => {
  const log = serverLog(settings)
  const isJson = logsJson(settings.logFormat ?? undefined)
  const threads = settings.bcryptWorkers ?? availableParallelism() - 1
  cluster.setupPrimary({ exec: process.argv[1], args: ["serve"], stdio: ["ignore", "inherit", "pipe", "ipc"] })
  const workers = new Workers({
    count,
    environment: (place, isFirst) => ({
      ...workerVariables(isFirst),
      NOTIFY_SOCKET: "",
      ...only({
        WORKERS: "1",
        DATABASE_POOL_SIZE: String(share(settings.poolSize, count, place)),
        BCRYPT_WORKERS: String(share(threads, count, place)),
        LOG_FORMAT: isJson ? "json" : "pretty"
      })
    }),
    onOutput: (pid, output) => relayLines(output, log.writer, markWith(pid, isJson)),
    patience: settings.shutdownDelay + PATIENCE_MILLIS
  })
  const own = newMetrics()
  measureServer(own)
  const served = Effect.gen(function* () {
    const systemd = (process.env["NOTIFY_SOCKET"] ?? "") === "" ? null : yield* connectSystemd(process.env)
    const hangUps = yield* newHangUps
    yield* serveMetricsText(
      settings,
      Effect.map(workers.metrics, (text) => sumMetrics([own.text, text]))
    )
    yield* Effect.addFinalizer(() =>
      Effect.zipRight(
        Effect.sync(() => systemd?.stopping()),
        workers.stop
      )
    )
    const pids = yield* workers.start()
    yield* Effect.logInfo(`${count} workers listen: ${pids.join(", ")}`)
    systemd?.ready()
    yield* restartAtHangUp(hangUps.queue, workers)
    return yield* workers.keep
  })
  return log.provide(Effect.scoped(served))
}
