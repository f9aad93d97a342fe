import { Effect } from "effect"
import type { Pool, PoolClient } from "pg"
import { Session } from "./Session.js"

/** What makes an effect interruptible again inside an uninterruptible region. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** The sessions of a pool. */
export class Connections {
  constructor(readonly pool: Pool) {}

  /**
   * Waits for a connection; fails with the driver's error. To be run in an uninterruptible region with its `restore`:
   * interrupted while waiting it holds none, and once it succeeds the caller holds one.
   */
  take(restore: Restore): Effect.Effect<Session, Error> {
    return Effect.suspend(() => {
      let wanted = true
      let given: PoolClient | undefined
      const wait = Effect.async<PoolClient, Error>((resume) => {
        this.pool.connect((error, client) => {
          if (client === undefined) return resume(Effect.fail(error ?? new Error("The pool gave no connection")))
          if (!wanted) return client.release()
          given = client
          resume(Effect.succeed(client))
        })
      })
      const withdraw = Effect.sync(() => {
        wanted = false
        given?.release()
      })
      return Effect.map(
        Effect.onInterrupt(restore(wait), () => withdraw),
        (client) => new Session(client)
      )
    })
  }
}
