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
}

interface Waiting {
  readonly sent: Sent
  readonly limitMillis: number
  readonly failed: (error: Error) => void
  readonly resume: (result: Effect.Effect<QueryResult, Error>) => void
}

const ignore = () => {}

/** A connection while somebody uses it: statements run one after another, each for a limited time. */
export class Session {
  readonly #queue: Array<Waiting> = []
  #busy = false

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
   * of it. Interrupted, the statement still runs to its end, before the next one; `failed` hears of its error even then.
   */
  run(sent: Sent, limitMillis: number, failed: (error: Error) => void = ignore): Effect.Effect<QueryResult, Error> {
    return Effect.async((resume) => {
      this.#queue.push({ sent, limitMillis, failed, resume })
      this.#next()
    })
  }

  /** Gives the connection back; a broken one is closed. */
  release(broken: boolean): void {
    this.client.off("error", ignore)
    this.client.release(broken)
  }

  #next(): void {
    const next = this.#busy ? undefined : this.#queue.shift()
    if (next === undefined) return
    this.#busy = true
    const { failed, limitMillis, resume, sent } = next
    let notAnswered: NotAnswered | null = null
    const timer = setTimeout(() => {
      notAnswered = new NotAnswered(limitMillis)
      // Ending a client that waits for an answer destroys its socket.
      void this.client.end()
    }, limitMillis)
    const query: QueryConfig = { text: sent.text, values: sent.values?.slice() ?? [], types: resultTypes }
    if (sent.name !== undefined) query.name = sent.name
    this.client.query(query, (lost: Error | null, result) => {
      clearTimeout(timer)
      this.#busy = false
      const error = lost === null ? null : (notAnswered ?? lost)
      if (error !== null) failed(error)
      resume(error === null ? Effect.succeed(result) : Effect.fail(error))
      this.#next()
    })
  }
}
