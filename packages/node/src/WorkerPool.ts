import { Worker } from "node:worker_threads"
import { Data, Effect, type Scope } from "effect"

/** No thread is free, and the queue is full or the estimated wait, `waitMillis`, too long. */
export class PoolFull extends Data.TaggedError("PoolFull")<{ readonly waitMillis: number }> {}

export interface Options {
  /** The script of a thread, which replies to each message with one message. */
  readonly script: URL
  /** The most threads; each is started when a job first needs it. */
  readonly workers: number
  /** The most jobs that wait for a thread. */
  readonly queue: number
  /** The longest estimated wait for a thread. */
  readonly longestWaitMillis: number
  /** The initial estimate of a job's duration. */
  readonly jobMillis: number
  /** A monotonic clock in milliseconds. Default: `performance.now`. */
  readonly now?: () => number
}

/** The weight of the last job in the moving average, as for round trips in TCP (RFC 6298). */
const LAST_JOB = 1 / 8

/** Threads that each do one job at a time. */
export interface WorkerPool<Job> {
  /**
   * Runs the job in a thread and gives its reply, or fails with `PoolFull` at once. Interruption frees the place in the
   * queue, but not a thread at work. If the thread exits, the job is run once more in a new one; if that exits too, the job
   * is a defect.
   */
  readonly run: (job: Job) => Effect.Effect<unknown, PoolFull>
  /** How many jobs wait for a thread. */
  readonly waiting: number
  /** How many threads are at work. */
  readonly running: number
}

interface Task<Job> {
  readonly job: Job
  readonly settle: (result: Effect.Effect<unknown, PoolFull>) => void
  abandoned: boolean
  crashes: number
  /** When a thread started it. */
  since: number
}

const closed = Effect.die(new Error("The worker pool is closed"))

class Pool<Job> implements WorkerPool<Job> {
  readonly #waiting: Array<Task<Job>> = []
  readonly #idle: Array<Worker> = []
  readonly #threads = new Set<Worker>()
  readonly #running = new Map<Worker, Task<Job>>()
  readonly #now: () => number
  #jobMillis: number
  #closed = false

  constructor(private readonly options: Options) {
    this.#now = options.now ?? (() => performance.now())
    this.#jobMillis = options.jobMillis
  }

  get waiting(): number {
    return this.#waiting.length
  }

  get running(): number {
    return this.#running.size
  }

  readonly run = (job: Job): Effect.Effect<unknown, PoolFull> =>
    Effect.async((resume) => {
      if (this.#closed) return resume(closed)
      const { longestWaitMillis, queue, workers } = this.options
      const hasThread = this.#idle.length > 0 || this.#threads.size < workers
      const waitMillis = hasThread ? 0 : this.#waitMillis()
      if (!hasThread && (this.#waiting.length >= queue || waitMillis > longestWaitMillis)) {
        return resume(new PoolFull({ waitMillis }))
      }
      const task: Task<Job> = { job, settle: resume, abandoned: false, crashes: 0, since: 0 }
      this.#waiting.push(task)
      this.#assign()
      return Effect.sync(() => this.#abandon(task))
    })

  async close(): Promise<void> {
    this.#closed = true
    for (const task of this.#waiting.splice(0)) task.settle(closed)
    await Promise.all(Array.from(this.#threads, (thread) => thread.terminate()))
  }

  /** How long another job would wait. Running jobs count if they take longer than the average. */
  #waitMillis(): number {
    const now = this.#now()
    const longest = Math.max(this.#jobMillis, ...Array.from(this.#running.values(), ({ since }) => now - since))
    return (longest * (this.#waiting.length + 1)) / this.options.workers
  }

  #abandon(task: Task<Job>): void {
    task.abandoned = true
    const place = this.#waiting.indexOf(task)
    if (place >= 0) this.#waiting.splice(place, 1)
  }

  #assign(): void {
    while (this.#waiting.length > 0) {
      const thread = this.#idle.pop() ?? (this.#threads.size < this.options.workers ? this.#start() : undefined)
      const task = thread && this.#waiting.shift()
      if (!thread || !task) return
      task.since = this.#now()
      this.#running.set(thread, task)
      // A thread keeps the process alive only while it works.
      thread.ref()
      thread.postMessage(task.job)
    }
  }

  #start(): Worker {
    // Without the process's environment and flags, some of which stop a thread.
    const thread = new Worker(this.options.script, { env: {}, execArgv: [] })
    let cause: unknown
    this.#threads.add(thread)
    thread.on("message", (answer: unknown) => {
      const task = this.#running.get(thread)
      this.#running.delete(thread)
      this.#idle.push(thread)
      thread.unref()
      if (task) this.#jobMillis += (this.#now() - task.since - this.#jobMillis) * LAST_JOB
      task?.settle(Effect.succeed(answer))
      this.#assign()
    })
    thread.on("error", (error: unknown) => {
      cause = error
    })
    thread.on("exit", () => this.#ended(thread, cause))
    return thread
  }

  #ended(thread: Worker, cause: unknown): void {
    const task = this.#running.get(thread)
    const place = this.#idle.indexOf(thread)
    this.#threads.delete(thread)
    this.#running.delete(thread)
    if (place >= 0) this.#idle.splice(place, 1)
    if (this.#closed) return task?.settle(closed)
    if (task && !task.abandoned) {
      task.crashes += 1
      if (task.crashes === 1) this.#waiting.unshift(task)
      else task.settle(Effect.die(new Error("A worker thread ended twice over the same job", { cause })))
    }
    this.#assign()
  }
}

/** A pool whose threads end with the scope; a job that is still running then is a defect. */
export const make = <Job>(options: Options): Effect.Effect<WorkerPool<Job>, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => new Pool<Job>(options)),
    (pool) => Effect.promise(() => pool.close())
  )
