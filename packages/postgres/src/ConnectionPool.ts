import { FailedWrites } from "@boardwright/sql"
import { Effect } from "effect"
import type { Pool, PoolClient } from "pg"
import { Connection } from "./Connection.js"
import { isFull, isReadOnly, NoConnection } from "./errors.js"
import { poolerClients, processIdOf } from "./poolerClients.js"
import { LIMITS, READABLE_DATES } from "./PostgresOptions.js"

/** Makes an effect interruptible again inside an uninterruptible region. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Called once with a connection or the driver's error. */
type Callback = (answer: Connection | Error) => void

/** Sets up a session of a host's pool and reads the id of its process. */
const SET_UP = `${READABLE_DATES}; select pg_backend_pid() as id`

/** The connections of a pool. `own`: whether we created the pool, which then sets up each new connection. */
export class ConnectionPool {
  readonly #ready = new WeakSet<PoolClient>()
  readonly failedWrites = new FailedWrites()
  /** Rises when a connection turns out to be read-only: those of before probably are too. */
  #generation = 0
  readonly #generations = new WeakMap<PoolClient, number>()

  constructor(
    readonly pool: Pool,
    readonly own: boolean
  ) {}

  /**
   * Requests a connection with a timeout that does not depend on the pool's. The caller owns the connection and must
   * `setUp` it. Returns a function that cancels the request, if it is still open.
   */
  request(done: Callback): () => void {
    const from = performance.now()
    let isOpen = true
    const answer: Callback = (result) => {
      isOpen = false
      clearTimeout(timer)
      done(result)
    }
    const timer = setTimeout(() => answer(new NoConnection()), LIMITS.connectMillis)
    const connect = () =>
      this.pool.connect((error, client) => {
        if (!isOpen) return client?.release()
        if (client === undefined) return answer(error ?? new NoConnection())
        if (this.#isFormer(client)) {
          client.release(true)
          return connect()
        }
        const onError = (failure: Error) => this.#note(client, failure)
        answer(new Connection(client, performance.now() - from, false, onError))
      })
    connect()
    return () => {
      isOpen = false
      clearTimeout(timer)
    }
  }

  /**
   * Waits for a connection that is set up; fails with the driver's error. Run it in an uninterruptible region with its
   * `restore`: interrupted while waiting it acquires none; once it succeeds the caller owns one.
   */
  acquire(restore: Restore): Effect.Effect<Connection, Error> {
    return Effect.suspend(() => {
      let acquired: Connection | undefined
      let cancel = () => {}
      const wait = Effect.async<Connection, Error>((resume) => {
        cancel = this.request((answer) => {
          if (answer instanceof Error) return resume(Effect.fail(answer))
          acquired = answer
          resume(Effect.succeed(answer))
        })
      })
      const giveBack = Effect.sync(() => {
        cancel()
        acquired?.release(false)
      })
      return Effect.flatMap(
        Effect.onInterrupt(restore(wait), () => giveBack),
        (connection) =>
          this.#isReady(connection)
            ? Effect.succeed(connection)
            : Effect.async((resume) =>
                this.setUp(connection, (error) =>
                  resume(error === null ? Effect.succeed(connection) : Effect.fail(error))
                )
              )
      )
    })
  }

  /** Sets up the session of a connection if necessary; `done` gets null, or the error for which it was closed. */
  setUp(connection: Connection, done: (error: Error | null) => void): void {
    if (this.#isReady(connection)) return done(null)
    const { client } = connection
    connection.send({ text: SET_UP }, connection.answerMillis, (error, results) => {
      if (error !== null) {
        connection.release(true)
        return done(error)
      }
      // Several statements have several results, of which the driver's types have one.
      const id: unknown = [results].flat().at(-1)?.rows[0]?.id
      if (id !== processIdOf(client)) poolerClients.add(client)
      this.#ready.add(client)
      done(null)
    })
  }

  /** Whether the client was connected before another one turned out to be read-only. */
  #isFormer(client: PoolClient): boolean {
    const generation = this.#generations.get(client)
    if (generation === undefined) this.#generations.set(client, this.#generation)
    return generation !== undefined && generation !== this.#generation
  }

  #note(client: PoolClient, error: Error): void {
    if (isFull(error)) this.failedWrites.record("full")
    if (isReadOnly(error) && this.#generations.get(client) === this.#generation) this.#generation += 1
  }

  #isReady({ client }: Connection): boolean {
    return this.own || this.#ready.has(client)
  }
}
