import { Effect } from "effect"
import type { PoolClient } from "pg"

/** A statement for the driver. One with a name is prepared once on each connection. */
export interface Sent {
  readonly name?: string
  readonly text: string
  readonly values?: ReadonlyArray<unknown>
}

interface Waiting {
  readonly sent: Sent
  readonly limitMillis: number
  readonly resume: (result: Effect.Effect<ReadonlyArray<unknown>, Error>) => void
}

const ignore = () => {}

/** A connection while somebody uses it: statements run one after another, each for a limited time. */
export class Session {
  readonly #queue: Array<Waiting> = []
  #busy = false

  constructor(readonly client: PoolClient) {
    // Without a listener the loss of a connection between two statements would end the process.
    client.on("error", ignore)
  }

  /**
   * Runs a statement and answers its rows; fails with the driver's error. Past the limit the connection is cut, for
   * nothing more can be known of it. Interrupted, the statement still runs to its end, before the next one.
   */
  run(sent: Sent, limitMillis: number): Effect.Effect<ReadonlyArray<unknown>, Error> {
    return Effect.async((resume) => {
      this.#queue.push({ sent, limitMillis, resume })
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
    const { limitMillis, resume, sent } = next
    // Ending a client that waits for an answer destroys its socket.
    const timer = setTimeout(() => void this.client.end(), limitMillis)
    this.client.query({ ...sent, values: [...(sent.values ?? [])] }, (error: Error | null, result) => {
      clearTimeout(timer)
      this.#busy = false
      this.#next()
      resume(error === null ? Effect.succeed(result.rows) : Effect.fail(error))
    })
  }
}
