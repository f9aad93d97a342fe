import type { Metric } from "@boardwright/core"
import { Effect } from "effect"
import type { PoolClient, QueryConfig, QueryResult } from "pg"
import { isReadOnly, NotAnswered } from "./errors.js"
import { poolerClients } from "./poolerClients.js"
import { GRACE_MILLIS, LIMITS } from "./PostgresOptions.js"
import { resultTypes } from "./resultTypes.js"

/** A statement for the driver. One with a name is prepared once per connection, except behind a pooler. */
export interface Query {
  readonly name?: string | undefined
  readonly text: string
  readonly values?: ReadonlyArray<unknown>
  /** Whether it may be sent before the previous ones are answered: it changes nothing, or its transaction has begun. */
  readonly isPipelined?: boolean
  /** Whether it ends a transaction or a savepoint: sent even if an earlier statement failed, and before that is known. */
  readonly ends?: boolean
  /** Observes the time from sending it to its answer. */
  readonly times?: Metric.Histogram | undefined
  /** Whether its success makes up for earlier failures: it undoes what they were part of. */
  readonly recovers?: boolean
}

/** Called once; the result is there if there is no error. */
type Callback = (error: Error | null, result: QueryResult) => void

interface Request {
  readonly query: Query
  readonly limitMillis: number
  readonly done: Callback
  error: Error | null
}

const ignore = () => {}

/** More than the statements that have names; then all are dropped. */
const MAX_CONFIGS = 5_000

const configs = new Map<string, QueryConfig>()

/** The driver's form of a query. What it inherits is shared, since the driver copies own properties, which is slow. */
const configOf = ({ text, values }: Query, name: string | undefined): QueryConfig => {
  const key = name ?? text
  let shared = configs.get(key)
  if (shared === undefined) {
    shared = name === undefined ? { text, types: resultTypes } : { name, text, types: resultTypes }
    if (configs.size >= MAX_CONFIGS) configs.clear()
    configs.set(key, shared)
  }
  const config = Object.create(shared) as QueryConfig
  config.values = values?.slice() ?? []
  return config
}

/**
 * A connection checked out of the pool. It runs statements one after another, each with a timeout. If the driver can
 * pipeline, statements of one turn of the event loop are sent in one write: a pipelined one does not wait for the previous
 * answer; another does, and none is sent once a statement has failed. The end of a transaction does not wait either.
 */
export class Connection {
  readonly #queue: Array<Request> = []
  readonly #inFlight: Array<Request> = []
  #failure: Error | null = null
  #timer: NodeJS.Timeout | undefined
  #isCorked = false
  #isReadOnly = false

  /**
   * `waitedMillis`: how long the caller waited for it. `isHosts`: the host keeps it, and its own timeouts apply. `onError` is
   * called with each error of a statement.
   */
  constructor(
    readonly client: PoolClient,
    readonly waitedMillis: number,
    readonly isHosts = false,
    readonly onError: (error: Error) => void = ignore
  ) {
    // Without a listener, losing the connection between two statements would end the process.
    if (!isHosts) client.on("error", ignore)
  }

  /** Whether each of its transactions may run in another session of the server. */
  get isBehindPooler(): boolean {
    return poolerClients.has(this.client)
  }

  /** The timeout of an ordinary statement: shorter if the caller waited for the connection. */
  get answerMillis(): number {
    return Math.min(LIMITS.statementMillis + GRACE_MILLIS, LIMITS.hungMillis - this.waitedMillis)
  }

  /** How many statements have no answer yet. */
  get unanswered(): number {
    return this.#queue.length + this.#inFlight.length
  }

  /**
   * Runs a statement; fails with the driver's error. A timeout closes the connection, whose state is then unknown. An
   * interrupted statement still runs to its end before the next one.
   */
  run(query: Query, limitMillis: number): Effect.Effect<QueryResult, Error> {
    return Effect.async((resume) =>
      this.send(query, limitMillis, (error, result) =>
        resume(error === null ? Effect.succeed(result) : Effect.fail(error))
      )
    )
  }

  /** Runs a statement as `run` does, with a callback. */
  send(query: Query, limitMillis: number, done: Callback): void {
    this.#queue.push({ query, limitMillis, done, error: null })
    this.#sendNext()
  }

  /** Returns the connection to the pool. A broken one is closed, and so is one that has become read-only. */
  release(broken: boolean): void {
    this.client.off("error", ignore)
    this.client.release(broken || this.#isReadOnly)
  }

  #sendNext(): void {
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      const isIdle = this.#inFlight.length === 0
      const { ends, isPipelined } = next.query
      if (!isIdle && !(this.client.pipeline && (isPipelined === true || ends === true))) return
      this.#queue.shift()
      if (this.#failure !== null && ends !== true) next.done(this.#failure, undefined as never)
      else this.#submit(next)
    }
  }

  #submit(request: Request): void {
    this.#cork()
    this.#inFlight.push(request)
    if (this.#inFlight.length === 1) this.#watch(request)
    const { name, times } = request.query
    const from = times === undefined ? 0 : performance.now()
    const config = configOf(request.query, this.isBehindPooler ? undefined : name)
    this.client.query(config, (error: Error | null, result) => {
      request.error ??= error
      if (error !== null) this.onError(error)
      this.#isReadOnly ||= isReadOnly(error)
      // Answers come in order, but the driver reports values that it cannot send at once and again in their turn.
      if (this.#inFlight[0] !== request) return
      this.#inFlight.shift()
      times?.observe((performance.now() - from) / 1000)
      clearTimeout(this.#timer)
      this.#failure ??= request.error
      if (request.query.recovers === true && request.error === null) this.#failure = null
      // Before the callback, which may send the next statement, which then starts the one timer itself.
      const [following] = this.#inFlight
      if (following !== undefined) this.#watch(following)
      request.done(request.error, result)
      this.#sendNext()
    })
  }

  /** Starts the timeout of the first statement in flight; there is no timer without one. */
  #watch(request: Request): void {
    if (this.isHosts) return
    this.#timer = setTimeout(() => {
      request.error = new NotAnswered(request.limitMillis)
      // Ending a client that waits for an answer destroys its socket, unless it has pipelined statements.
      void this.client.end()
      if (this.client.pipeline) this.client.connection.stream.destroy()
    }, request.limitMillis)
  }

  #cork(): void {
    if (this.#isCorked || !this.client.pipeline) return
    this.#isCorked = true
    const { stream } = this.client.connection
    stream.cork()
    process.nextTick(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }
}
