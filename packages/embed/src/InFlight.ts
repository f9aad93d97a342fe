import { setImmediate } from "node:timers"
import { Effect } from "effect"

/** Counts the work that is under way, so that closing can wait for it. */
export class InFlight {
  #count = 0
  #closed = false
  #idle = () => {}

  get isClosed(): boolean {
    return this.#closed
  }

  /** The work, counted from its start to its end. */
  readonly track = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      this.#count += 1
      return Effect.ensuring(
        work,
        Effect.sync(() => {
          this.#count -= 1
          if (this.#count === 0) this.#idle()
        })
      )
    })

  /**
   * From now on it is closed; resolves when nothing is under way and what was has been answered, or after the patience has
   * ended.
   */
  async close(patienceMillis: number): Promise<void> {
    this.#closed = true
    // Those that have just been served are answered in this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    if (this.#count === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patienceMillis)
      this.#idle = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
