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

  /** From now on it is closed; resolves when nothing is under way, or after the patience has ended. */
  close(patienceMillis: number): Promise<void> {
    this.#closed = true
    if (this.#count === 0) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patienceMillis)
      this.#idle = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
