import { Effect } from "effect"
import type { Pool, PoolClient } from "pg"
import { NoConnection } from "./faults.js"
import { LIMITS, READABLE_DATES } from "./PostgresOptions.js"
import { Session } from "./Session.js"

/** What makes an effect interruptible again inside an uninterruptible region. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** The sessions of a pool. `known`: whether it was made here, so that its connections are set up as they come. */
export class Connections {
  readonly #met = new WeakSet<PoolClient>()

  constructor(
    readonly pool: Pool,
    readonly known: boolean
  ) {}

  /**
   * Waits for a connection, for a limited time whatever the pool's; fails with the driver's error. To be run in an
   * uninterruptible region with its `restore`: interrupted while waiting it holds none, and once it succeeds the caller
   * holds one.
   */
  take(restore: Restore): Effect.Effect<Session, Error> {
    return Effect.suspend(() => {
      const from = performance.now()
      let wanted = true
      let given: PoolClient | undefined
      let timer: NodeJS.Timeout | undefined
      const wait = Effect.async<PoolClient, Error>((resume) => {
        timer = setTimeout(() => {
          wanted = false
          resume(Effect.fail(new NoConnection()))
        }, LIMITS.connectMillis)
        this.pool.connect((error, client) => {
          if (!wanted) return client?.release()
          clearTimeout(timer)
          if (client === undefined) return resume(Effect.fail(error ?? new NoConnection()))
          given = client
          resume(Effect.succeed(client))
        })
      })
      const withdraw = Effect.sync(() => {
        clearTimeout(timer)
        wanted = false
        given?.release()
      })
      return Effect.flatMap(
        Effect.onInterrupt(restore(wait), () => withdraw),
        (client) => this.#meet(client, performance.now() - from)
      )
    })
  }

  #meet(client: PoolClient, waitedMillis: number): Effect.Effect<Session, Error> {
    const session = new Session(client, waitedMillis)
    if (this.known || this.#met.has(client)) return Effect.succeed(session)
    return Effect.matchEffect(session.run({ text: READABLE_DATES }, session.answerMillis), {
      onFailure: (error) => {
        session.release(true)
        return Effect.fail(error)
      },
      onSuccess: () => {
        this.#met.add(client)
        return Effect.succeed(session)
      }
    })
  }
}
