import { Effect } from "effect"

/** Runs the savepoints of a transaction one after another, and its own statements only between them. */
export class Turns {
  /** Held by the open savepoint. Null before the first. */
  #turn: Effect.Semaphore | null = null

  /** Runs a statement once no savepoint is open. */
  whenFree<A, E, R>(run: () => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return this.#turn === null ? run() : this.#turn.withPermits(1)(Effect.suspend(run))
  }

  /** Runs a savepoint once no other is open. */
  inTurn<A, E, R>(savepoint: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return (this.#turn ??= Effect.unsafeMakeSemaphore(1)).withPermits(1)(savepoint)
  }
}
