import { Worker } from "node:worker_threads"
import { type Metric, Ports } from "@boardwright/core"
import type { Run } from "@boardwright/sql"
import { Effect, type Scope } from "effect"
import { storageFailure } from "./errors.js"
import type { LongRead, LongReadReply, ReadWorkerData } from "./readWorker.js"

/** Most reads that wait for the thread, and the longest that one waits. */
const MAX_WAITING = 1_000
const LONGEST_WAIT_MILLIS = 20_000

/** The weight of the last read in the average time of one, as for hashing. */
const LAST_READ = 1 / 8

type Rows = Effect.Effect<ReadonlyArray<unknown>, Ports.StorageUnavailable>

interface Waiting {
  readonly operation: string
  readonly read: LongRead
  readonly times: Metric.Histogram | undefined
  readonly settle: (result: Rows) => void
  /** When it began to wait, and then to run. */
  since: number
}

const unavailable = (operation: string, message: string, cause?: unknown) =>
  Effect.fail(new Ports.StorageUnavailable({ operation, cause: new Error(message, { cause }) }))

const resultOf = (operation: string, reply: LongReadReply): Rows => {
  if ("rows" in reply) return Effect.succeed(reply.rows)
  const { message, ...codes } = reply.failure
  return storageFailure(operation, Object.assign(new Error(message), codes))
}

/**
 * Runs reads one after another in a thread with a connection of its own, so that none blocks the event loop. Each sees what
 * was committed before it was called. The thread starts with the first read; if it ends, the read that it ran fails and the next one starts another.
 */
export class LongReads {
  readonly #waiting = new Set<Waiting>()
  #running: Waiting | null = null
  #thread: Worker | null = null
  #isClosed = false
  /** The average time of a read. */
  #millis = 0

  constructor(
    private readonly data: ReadWorkerData,
    /** Fails if the file's name refers to another file, which a new thread would open. */
    private readonly isSameFile: Effect.Effect<void, Ports.StorageUnavailable>,
    private readonly script: URL
  ) {}

  /** Whether there is a thread. */
  get isStarted(): boolean {
    return this.#thread !== null
  }

  /** How many reads wait for the thread. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** Fails with `StorageUnavailable` at once if it would wait too long. An interruption frees the place in the queue. */
  prepare(operation: string, text: string, times: Metric.Histogram | undefined): Run {
    return (parameters) => {
      const read: Rows = Effect.async((resume) => {
        if (this.#isClosed) return resume(unavailable(operation, "The database is closed"))
        const { size } = this.#waiting
        if (size >= MAX_WAITING || size * this.#millis > LONGEST_WAIT_MILLIS)
          return resume(unavailable(operation, "Too many long reads are waiting"))
        const waiting = { operation, read: { text, parameters }, times, settle: resume, since: performance.now() }
        this.#waiting.add(waiting)
        this.#runNext()
        return Effect.sync(() => this.#waiting.delete(waiting))
      })
      return Effect.suspend(() => (this.#thread === null ? Effect.zipRight(this.isSameFile, read) : read))
    }
  }

  /** Waits for the running read and ends the thread. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const { operation, settle } of this.#waiting) settle(unavailable(operation, "The database is closed"))
    this.#waiting.clear()
    const thread = this.#thread
    if (thread === null) return
    const ended = new Promise((resolve) => thread.once("exit", resolve))
    thread.ref()
    // Not `terminate`: better-sqlite3 aborts the process if that interrupts an SQL function of ours.
    thread.postMessage(null)
    await ended
  }

  #runNext(): void {
    if (this.#running !== null) return
    for (const waiting of this.#waiting) {
      this.#waiting.delete(waiting)
      const now = performance.now()
      if (now - waiting.since > LONGEST_WAIT_MILLIS) {
        waiting.settle(unavailable(waiting.operation, "It waited too long for other reads"))
        continue
      }
      waiting.since = now
      this.#running = waiting
      this.#thread ??= this.#start()
      // A thread keeps the process alive only while it works.
      this.#thread.ref()
      this.#thread.postMessage(waiting.read)
      return
    }
  }

  #start(): Worker {
    // Without the process's environment and flags, some of which stop a thread.
    const options = { env: {}, execArgv: [], workerData: this.data }
    const thread = new Worker(this.script, options)
    let cause: unknown
    thread.on("message", (reply: LongReadReply) => {
      // Closing waits for its end.
      if (!this.#isClosed) thread.unref()
      this.#end((operation) => resultOf(operation, reply))
    })
    thread.on("error", (error: unknown) => {
      cause = error
    })
    thread.on("exit", () => {
      this.#thread = null
      this.#end((operation) => unavailable(operation, "The thread that reads has ended", cause))
    })
    return thread
  }

  #end(resultOf: (operation: string) => Rows): void {
    const ended = this.#running
    if (ended === null) return
    const took = performance.now() - ended.since
    this.#running = null
    this.#millis += (took - this.#millis) * LAST_READ
    ended.times?.observe(took / 1000)
    ended.settle(resultOf(ended.operation))
    this.#runNext()
  }
}

/** Reads of a file in a thread, which ends with the scope. */
export const openLongReads = (
  data: ReadWorkerData,
  isSameFile: Effect.Effect<void, Ports.StorageUnavailable>,
  // The bundle of readWorker.ts and all that it imports: it starts sooner than its modules.
  script = new URL("./readWorker.bundle.js", import.meta.url)
): Effect.Effect<LongReads, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => new LongReads(data, isSameFile, script)),
    (reads) => Effect.promise(() => reads.close())
  )
