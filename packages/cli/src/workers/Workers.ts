import cluster from "node:cluster"
import type { Readable } from "node:stream"
import { Data, Duration, Effect, Schedule } from "effect"
import { sumMetrics, withoutGauges } from "./sumMetrics.js"
import { Worker } from "./Worker.js"

/** A worker ended before it listened. */
export class WorkerNotStarted extends Data.TaggedError("WorkerNotStarted")<{
  readonly exitCode: number
  /** Null if the worker itself has reported the reason. */
  readonly reason: string | null
}> {}

export interface WorkersOptions {
  readonly count: number
  /** The environment of the worker at a place, from 0; beside the variables of this process. */
  readonly environment: (place: number, isFirst: boolean) => Readonly<Record<string, string>>
  /** Receives the standard error of a new worker. */
  readonly onOutput: (pid: number, output: Readable) => void
  /** How long a worker may take to end after its signal, in milliseconds; then it is killed. */
  readonly patience: number
  /**
   * How long the event loop of a worker may hang, in milliseconds; then it is killed and replaced. Until its code is loaded,
   * four times as long. Default: 30,000.
   */
  readonly longestHang?: number | undefined
}

/** One that serves for less than this has not recovered from what ended the one before. */
const SHORT_MILLIS = 10_000

const LONGEST_PAUSE = Duration.seconds(30)

/** How often a worker that does not answer is asked before it is killed. */
const ASKED = 6

/** How many times as long it may take to load its code, which a busy machine delays. */
const LOADING = 4

/** The processes that serve one port. They are started, replaced and stopped by this process, which serves nothing itself. */
export class Workers {
  /** The one at each place, which may have ended just now. */
  readonly #places: Array<Worker> = []
  /** Those that have not ended, also while they start or stop. */
  readonly #alive = new Set<Worker>()
  readonly #turn = Effect.unsafeMakeSemaphore(1)
  /** The counters of those that have ended: a sum must not fall. */
  #past = ""

  constructor(private readonly options: WorkersOptions) {}

  /** Starts all, the first one alone: it brings the database up to date, and finds what is wrong with the settings. */
  start(): Effect.Effect<ReadonlyArray<number>, WorkerNotStarted> {
    const others = Array.from({ length: this.options.count - 1 }, (_, index) => this.#place(index + 1))
    return Effect.zipRight(this.#place(0, true), Effect.all(others, { concurrency: "unbounded" })).pipe(
      Effect.map(() => this.#places.map(({ pid }) => pid)),
      Effect.raceFirst(this.#killHanging)
    )
  }

  /** Replaces workers that end or hang, for ever. Fails if none serves and none can be started. */
  readonly keep: Effect.Effect<never, WorkerNotStarted> = Effect.suspend(() =>
    Effect.forEach(this.#places, (_, place) => this.#keepPlace(place), { concurrency: "unbounded", discard: true })
  ).pipe(Effect.zipRight(Effect.never), Effect.raceFirst(Effect.suspend(() => this.#killHanging)))

  /** Replaces each worker by a new one, which listens before the old one stops. Gives up if one cannot be started. */
  readonly replaceAll: Effect.Effect<void> = Effect.gen(this, function* () {
    yield* Effect.logInfo("the workers are restarted one after another")
    for (const place of this.#places.keys()) {
      const old = this.#places[place]
      yield* this.#turn.withPermits(1)(this.#place(place))
      old?.send({ ask: "end" })
      yield* Effect.promise(async () => old?.ended)
    }
    yield* Effect.logInfo(`all workers are restarted: ${this.#places.map(({ pid }) => pid).join(", ")}`)
  }).pipe(
    Effect.catchTag("WorkerNotStarted", ({ exitCode }) =>
      Effect.logError(`the restart is given up: a new worker ended with ${exitCode}; the others continue`)
    )
  )

  /** Stops all. Those that take too long are killed. */
  readonly stop: Effect.Effect<void> = Effect.promise(async () => {
    const signal = (name: NodeJS.Signals) => {
      for (const { child } of this.#alive) child.process.kill(name)
    }
    const late = setTimeout(signal, this.options.patience, "SIGKILL")
    signal("SIGTERM")
    await Promise.all(Array.from(this.#alive, ({ ended }) => ended))
    clearTimeout(late)
  })

  /** The metrics of all workers in Prometheus's text format, and what those that have ended counted. */
  readonly metrics: Effect.Effect<string> = Effect.promise(async () => {
    const asked = [...this.#alive]
    const [looks] = asked
    await Promise.all(asked.map((worker) => worker.askForMetrics(worker === looks)))
    return sumMetrics([
      this.#past,
      ...asked.filter((worker) => this.#alive.has(worker)).map(({ report }) => report.own),
      looks?.report.database ?? ""
    ])
  })

  /**
   * Kills workers that do not answer, also those that have not listened yet or are being replaced. A start may take as long as
   * its migrations, since a worker answers meanwhile. Counted in times that they were asked, not in time: if
   * the whole machine was stopped, all are late.
   */
  get #killHanging(): Effect.Effect<never> {
    const longest = this.options.longestHang ?? 30_000
    const look = Effect.forEach(
      this.#alive,
      (worker) => {
        const times = worker.hasAnswered ? 1 : LOADING
        if (worker.ask() !== times * ASKED + 1) return Effect.void
        worker.child.process.kill("SIGKILL")
        return Effect.logError(`worker ${worker.pid} has not answered for ${(times * longest) / 1000} s and is killed`)
      },
      { discard: true }
    )
    return Effect.forever(Effect.delay(look, longest / ASKED))
  }

  /** Starts a worker, and puts it in this place when it listens. */
  #place(place: number, isFirst = false): Effect.Effect<void, WorkerNotStarted> {
    return Effect.async((resume) => {
      const isOther = (each: Worker) => each !== worker && this.#alive.has(each) && !each.child.isDead()
      const worker: Worker = new Worker(cluster.fork(this.options.environment(place, isFirst)), () =>
        this.#places.some(isOther)
      )
      const { stderr } = worker.child.process
      if (stderr !== null) this.options.onOutput(worker.pid, stderr)
      this.#alive.add(worker)
      worker.child.once("listening", () => {
        this.#places[place] = worker
        resume(Effect.void)
      })
      const ended = (how: number | string) => {
        this.#alive.delete(worker)
        this.#past = sumMetrics([this.#past, withoutGauges(worker.report.own)])
        const hasReported = typeof how === "number" && how !== 0
        const reason = hasReported ? null : `a worker ended with ${how} before it listened`
        resume(new WorkerNotStarted({ exitCode: hasReported ? how : 1, reason }))
      }
      void worker.ended.then(ended)
    })
  }

  #keepPlace(place: number): Effect.Effect<never, WorkerNotStarted> {
    return Effect.gen(this, function* () {
      let short = 0
      for (;;) {
        const worker = this.#places[place] as Worker
        const how = yield* Effect.promise(() => worker.ended)
        if (this.#places[place] !== worker) continue
        short = performance.now() - worker.started < SHORT_MILLIS ? short + 1 : 0
        const pause = Duration.min(LONGEST_PAUSE, Duration.seconds(short < 2 ? 0 : 2 ** (short - 2)))
        yield* Effect.logError(`worker ${worker.pid} ended with ${how}; another takes its place`)
        yield* Effect.sleep(pause)
        yield* this.#replace(place, worker)
      }
    })
  }

  /** Starts another worker in the place of one that has ended, unless that is done already. */
  #replace(place: number, ended: Worker): Effect.Effect<void, WorkerNotStarted> {
    const isReplaced = () => this.#places[place] !== ended
    const start = Effect.suspend(() => (isReplaced() ? Effect.void : this.#place(place)))
    const isAlone = () => !this.#places.some((worker) => this.#alive.has(worker))
    return this.#turn
      .withPermits(1)(start)
      .pipe(
        Effect.tapError(({ exitCode }) => Effect.logError(`a new worker ended with ${exitCode} before it listened`)),
        Effect.retry({
          until: isAlone,
          schedule: Schedule.union(Schedule.exponential("1 second"), Schedule.spaced(LONGEST_PAUSE))
        }),
        Effect.tap(() => Effect.logInfo(`worker ${this.#places[place]?.pid} has taken the place of ${ended.pid}`))
      )
  }
}
