import { Effect } from "effect"
import type { PoolClient, QueryConfig, QueryResult } from "pg"
import { NotAnswered } from "./faults.js"
import { GRACE_MILLIS, LIMITS } from "./PostgresOptions.js"
import { resultTypes } from "./resultTypes.js"

/** A statement for the driver. One with a name is prepared once on each connection. */
export interface Sent {
  readonly name?: string
  readonly text: string
  readonly values?: ReadonlyArray<unknown>
  /** Whether it changes nothing, so that it may be sent before those in front of it are answered. */
  readonly reads?: boolean
  /** Whether it ends a transaction: sent whatever failed before it. */
  readonly ends?: boolean
}

/** Told once how a statement went; the result where there was no error. */
type Answered = (error: Error | null, result: QueryResult) => void

interface Asked {
  readonly sent: Sent
  readonly limitMillis: number
  readonly answered: Answered
  error: Error | null
}

const ignore = () => {}

const queries = new Map<string, QueryConfig>()

/** A statement as the driver takes it, which copies what an object has of its own, slowly, and not what it inherits. */
const queryOf = ({ name, text, values }: Sent): QueryConfig => {
  let shared = queries.get(text)
  if (shared === undefined) {
    shared = name === undefined ? { text, types: resultTypes } : { name, text, types: resultTypes }
    queries.set(text, shared)
  }
  const query = Object.create(shared) as QueryConfig
  query.values = values?.slice() ?? []
  return query
}

/**
 * A connection while somebody uses it: statements run one after another, each for a limited time. What is asked in one
 * turn of the event loop goes out in one write, where the driver can send a statement before the last one is answered:
 * reads do not wait for that, all else does, and is not sent where something had failed.
 */
export class Session {
  readonly #waiting: Array<Asked> = []
  readonly #onTheirWay: Array<Asked> = []
  #failure: Error | null = null
  #timer: NodeJS.Timeout | undefined
  #isCorked = false

  constructor(
    readonly client: PoolClient,
    /** How long it was waited for. */
    readonly waitedMillis: number
  ) {
    // Without a listener the loss of a connection between two statements would end the process.
    client.on("error", ignore)
  }

  /** How long an ordinary statement may take: the less, the longer the connection was waited for. */
  get answerMillis(): number {
    return Math.min(LIMITS.statementMillis + GRACE_MILLIS, LIMITS.hungMillis - this.waitedMillis)
  }

  /**
   * Runs a statement; fails with the driver's error. Past the limit the connection is cut, for nothing more can be known
   * of it. Interrupted, the statement still runs to its end, before the next one.
   */
  run(sent: Sent, limitMillis: number): Effect.Effect<QueryResult, Error> {
    return Effect.async((resume) =>
      this.send(sent, limitMillis, (error, result) =>
        resume(error === null ? Effect.succeed(result) : Effect.fail(error))
      )
    )
  }

  /** Runs a statement as `run` does, without waiting for it. */
  send(sent: Sent, limitMillis: number, answered: Answered): void {
    this.#waiting.push({ sent, limitMillis, answered, error: null })
    this.#sendNext()
  }

  /** Gives the connection back; a broken one is closed. */
  release(broken: boolean): void {
    this.client.off("error", ignore)
    this.client.release(broken)
  }

  #sendNext(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const isFree = this.#onTheirWay.length === 0
      if (!isFree && !(this.client.pipeline && next.sent.reads === true)) return
      this.#waiting.shift()
      if (this.#failure !== null && next.sent.ends !== true) next.answered(this.#failure, undefined as never)
      else this.#submit(next)
    }
  }

  #submit(asked: Asked): void {
    this.#cork()
    this.#onTheirWay.push(asked)
    if (this.#onTheirWay.length === 1) this.#watch(asked)
    this.client.query(queryOf(asked.sent), (lost: Error | null, result) => {
      asked.error ??= lost
      // Answers come in order; but of values that it cannot send the driver tells at once, and when their turn comes.
      if (this.#onTheirWay[0] !== asked) return
      this.#onTheirWay.shift()
      clearTimeout(this.#timer)
      this.#failure ??= asked.error
      // Before the answer, whose receiver may send the next statement, which then arms the one timer itself.
      const [following] = this.#onTheirWay
      if (following !== undefined) this.#watch(following)
      asked.answered(asked.error, result)
      this.#sendNext()
    })
  }

  /** Limits the time of the first statement on its way. There is one timer while there is one, and none otherwise. */
  #watch(asked: Asked): void {
    this.#timer = setTimeout(() => {
      asked.error = new NotAnswered(asked.limitMillis)
      // Ending a client that waits for an answer destroys its socket, unless it has sent several statements.
      void this.client.end()
      if (this.client.pipeline) this.client.connection.stream.destroy()
    }, asked.limitMillis)
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
