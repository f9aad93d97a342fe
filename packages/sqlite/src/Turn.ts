import { Effect } from "effect"

interface Ticket {
  granted: boolean
  readonly grant: () => void
}

/** What makes an effect interruptible again inside an uninterruptible region. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** What one fiber at a time holds; the others get it in the order in which they asked. */
export class Turn {
  #held = false
  readonly #queue = new Set<Ticket>()

  /** `unwanted` is done whenever it is given back and nobody waits for it. */
  constructor(private readonly unwanted: () => void) {}

  /**
   * Waits for the turn. To be run in an uninterruptible region with its `restore`, which only the wait is given:
   * interrupted while waiting it holds nothing, and once it succeeds it holds the turn.
   */
  take(restore: Restore): Effect.Effect<void> {
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
      // It can only be interrupted.
      return Effect.catchAllCause(restore(wait), (interruption) => {
        // It may have been granted in the very moment of the interruption.
        if (ticket?.granted === true) this.pass()
        else if (ticket !== undefined) this.#queue.delete(ticket)
        return Effect.failCause(interruption)
      })
    })
  }

  /** Gives the turn to the next in line. */
  pass(): void {
    for (const ticket of this.#queue) {
      this.#queue.delete(ticket)
      ticket.granted = true
      ticket.grant()
      return
    }
    this.unwanted()
    this.#held = false
  }
}
