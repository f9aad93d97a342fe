import { Effect } from "effect"

interface Ticket {
  granted: boolean
  readonly grant: () => void
}

/** What one fiber at a time holds; the others get it in the order in which they asked. */
export class Turn {
  #held = false
  readonly #queue = new Set<Ticket>()

  /** Waits for the turn. Interrupted while waiting it holds nothing. */
  readonly take: Effect.Effect<void> = Effect.suspend(() => {
    if (!this.#held) {
      this.#held = true
      return Effect.void
    }
    let ticket: Ticket | undefined
    const wait = Effect.async<void>((resume) => {
      ticket = { granted: false, grant: () => resume(Effect.void) }
      this.#queue.add(ticket)
    })
    return Effect.onInterrupt(wait, () =>
      Effect.sync(() => {
        if (ticket === undefined) return
        // It may have been granted in the very moment of the interruption.
        if (ticket.granted) this.pass()
        else this.#queue.delete(ticket)
      })
    )
  })

  /** Gives the turn to the next in line. */
  pass(): void {
    for (const ticket of this.#queue) {
      this.#queue.delete(ticket)
      ticket.granted = true
      ticket.grant()
      return
    }
    this.#held = false
  }
}
