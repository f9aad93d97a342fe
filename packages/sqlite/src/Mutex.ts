import { Effect } from "effect"

interface Ticket {
  granted: boolean
  readonly grant: () => void
}

/** Makes an effect interruptible again inside an uninterruptible region. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** A lock that one fiber at a time holds; the others get it in the order of their requests. */
export class Mutex {
  #held = false
  readonly #queue = new Set<Ticket>()

  /** Calls `onIdle` whenever the lock is released and nobody waits for it. */
  constructor(private readonly onIdle: () => void) {}

  /**
   * Waits for the lock. Run it in an uninterruptible region with its `restore`, which makes only the wait interruptible:
   * interrupted while waiting it holds nothing; once it succeeds it holds the lock.
   */
  acquire(restore: Restore): Effect.Effect<void> {
    return Effect.suspend(() => {
      if (!this.#held) {
        this.#held = true
        return Effect.void
      }
      let ticket: Ticket | undefined
      const wait = Effect.async<void>((resume) => {
        ticket = { granted: false, grant: () => resume(Effect.void) }
        this.#queue.add(ticket)
      })
      // The only possible failure is an interruption.
      return Effect.catchAllCause(restore(wait), (interruption) => {
        // The lock may have been granted in the moment of the interruption.
        if (ticket?.granted === true) this.release()
        else if (ticket !== undefined) this.#queue.delete(ticket)
        return Effect.failCause(interruption)
      })
    })
  }

  /** Passes the lock to the first in the queue. */
  release(): void {
    for (const ticket of this.#queue) {
      this.#queue.delete(ticket)
      ticket.granted = true
      ticket.grant()
      return
    }
    this.onIdle()
    this.#held = false
  }
}
