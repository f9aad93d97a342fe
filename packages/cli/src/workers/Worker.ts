import type { Worker as ClusterWorker } from "node:cluster"
import { EventEmitter, once } from "node:events"
import { handOnUnanswered } from "./handOnUnanswered.js"
import type { FromWorker, MetricsReport, ToWorker } from "./messages.js"

/** How long a worker may take to report its metrics. */
const REPORT_MILLIS = 4_000

/** A process that serves, as the one that manages it sees it. */
export class Worker {
  readonly pid: number
  /** How it ended: an exit code or a signal, when all of its output has been read. */
  readonly ended: Promise<number | string>
  readonly started = performance.now()
  /** Whether it has answered: its code is loaded. */
  hasAnswered = false
  report: MetricsReport = { own: "", database: "" }
  readonly #reports = new EventEmitter()
  #unanswered = 0

  /** `hasAnother`: whether another worker takes connections. */
  constructor(
    readonly child: ClusterWorker,
    hasAnother: () => boolean
  ) {
    this.pid = child.process.pid ?? 0
    handOnUnanswered(child.process, hasAnother)
    this.ended = once(child.process, "close").then(([code, signal]: Array<unknown>) =>
      typeof code === "number" ? code : String(signal)
    )
    child.on("message", (message: FromWorker) => {
      this.#unanswered = 0
      this.hasAnswered = true
      if (message === "here") return
      this.report = message
      this.#reports.emit("report")
    })
  }

  /** Sends a message; a worker that is ending may miss it. */
  send(message: ToWorker): void {
    if (this.child.isConnected()) this.child.send(message, () => undefined)
  }

  /** Asks for a sign of life, and returns how often it was asked since the last one; 0 if it cannot be asked. */
  ask(): number {
    if (!this.child.isConnected()) return 0
    this.send({ ask: "sign" })
    return ++this.#unanswered
  }

  /** Updates `report`, unless it takes too long or the worker ends. */
  async askForMetrics(withDatabase: boolean): Promise<void> {
    const late = AbortSignal.timeout(REPORT_MILLIS)
    this.send({ ask: "metrics", withDatabase })
    await Promise.race([once(this.#reports, "report", { signal: late }), this.ended]).catch(() => undefined)
  }
}
