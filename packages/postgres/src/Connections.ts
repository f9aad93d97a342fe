import { Effect } from "effect"
import type { Pool, PoolClient } from "pg"
import { NoConnection } from "./faults.js"
import { LIMITS, READABLE_DATES } from "./PostgresOptions.js"
import { Session } from "./Session.js"

/** What makes an effect interruptible again inside an uninterruptible region. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Told once: a session, or the driver's error. */
type Told = (answer: Session | Error) => void

/** The sessions of a pool. `known`: whether it was made here, so that its connections are set up as they come. */
export class Connections {
  readonly #met = new WeakSet<PoolClient>()

  constructor(
    readonly pool: Pool,
    readonly known: boolean
  ) {}

  /**
   * Asks for a connection, waits for a limited time whatever the pool's, and tells once: a session, which whoever asked
   * holds then and is to `meet`, or the driver's error. Gives what takes the question back; once it is answered that does
   * nothing.
   */
  ask(told: Told): () => void {
    const from = performance.now()
    let wanted = true
    const tell: Told = (answer) => {
      wanted = false
      clearTimeout(timer)
      told(answer)
    }
    const timer = setTimeout(() => tell(new NoConnection()), LIMITS.connectMillis)
    this.pool.connect((error, client) => {
      if (!wanted) return client?.release()
      tell(client === undefined ? (error ?? new NoConnection()) : new Session(client, performance.now() - from))
    })
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }

  /**
   * Waits for a connection as `ask` does; fails with the driver's error. To be run in an uninterruptible region with its
   * `restore`: interrupted while waiting it holds none, and once it succeeds the caller holds one.
   */
  take(restore: Restore): Effect.Effect<Session, Error> {
    return Effect.suspend(() => {
      let given: Session | undefined
      let takeBack = () => {}
      const wait = Effect.async<Session, Error>((resume) => {
        takeBack = this.ask((answer) => {
          if (answer instanceof Error) return resume(Effect.fail(answer))
          given = answer
          resume(Effect.succeed(answer))
        })
      })
      const withdraw = Effect.sync(() => {
        takeBack()
        given?.release(false)
      })
      return Effect.flatMap(
        Effect.onInterrupt(restore(wait), () => withdraw),
        (session) =>
          this.#isMet(session)
            ? Effect.succeed(session)
            : Effect.async((resume) =>
                this.meet(session, (error) => resume(error === null ? Effect.succeed(session) : Effect.fail(error)))
              )
      )
    })
  }

  /** Sets up a session that came, where that has to be done, and tells once: null, or the error for which it was closed. */
  meet(session: Session, met: (error: Error | null) => void): void {
    if (this.#isMet(session)) return met(null)
    session.send({ text: READABLE_DATES }, session.answerMillis, (error) => {
      if (error === null) this.#met.add(session.client)
      else session.release(true)
      met(error)
    })
  }

  #isMet({ client }: Session): boolean {
    return this.known || this.#met.has(client)
  }
}
