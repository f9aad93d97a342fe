import { Ports } from "@boardwright/core"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { Deferred, Effect, FiberId } from "effect"
import { whileBusy } from "./waiting.js"

const MOST_MEMBERS = 64
const LONGEST_MILLIS = 5

/**
 * Transactions that are committed as one, between one BEGIN IMMEDIATE and one COMMIT. Its methods are called only by
 * who holds the writer's turn.
 */
export class Group {
  readonly #settled = Deferred.unsafeMake<void, Ports.StorageUnavailable>(FiberId.none)
  readonly #began = performance.now()
  #open = true
  /** Members whose work is kept. */
  kept = 0

  private constructor(readonly connection: Connection) {}

  /** Begins a group, trying until the deadline while another process writes. */
  static begin(connection: Connection, deadline: number, pausing: (millis: number) => Effect.Effect<void>) {
    const begin = whileBusy(connection.execute("begin immediate", [], undefined), deadline, pausing)
    return begin.pipe(
      // A connection that was left inside a transaction is clean again for the next.
      Effect.tapError(() => Effect.ignore(connection.execute("rollback", [], undefined))),
      Effect.map(() => new Group(connection))
    )
  }

  /** Whether another transaction may still join. */
  get isOpen(): boolean {
    return this.#open
  }

  /** Whether those in it have waited long enough. */
  get isFull(): boolean {
    return this.kept >= MOST_MEMBERS || performance.now() - this.#began >= LONGEST_MILLIS
  }

  /** Succeeds when everything is on disk; fails when nothing is. */
  get settled(): Effect.Effect<void, Ports.StorageUnavailable> {
    return Deferred.await(this.#settled)
  }

  execute(text: string): Effect.Effect<unknown, SqlError> {
    return this.connection.execute(text, [], undefined)
  }

  /** Writes everything to disk, unless that is done. */
  readonly commit: Effect.Effect<unknown> = Effect.suspend(() => {
    if (!this.#open) return Effect.void
    this.#open = false
    return Effect.matchEffect(this.execute("commit"), {
      onSuccess: () => Deferred.succeed(this.#settled, undefined),
      onFailure: (error) => this.lose(error)
    })
  })

  /** Ends a group that holds nothing. */
  readonly dissolve: Effect.Effect<unknown> = Effect.suspend(() =>
    Effect.zipRight(this.#rollback, Deferred.succeed(this.#settled, undefined))
  )

  /** Gives everything up. */
  lose(cause: unknown): Effect.Effect<unknown> {
    const lost = new Ports.StorageUnavailable({ operation: "Transactor.commit", cause })
    return Effect.zipRight(this.#rollback, Deferred.fail(this.#settled, lost))
  }

  // An error here means that SQLite has rolled back by itself.
  get #rollback(): Effect.Effect<void> {
    this.#open = false
    return Effect.ignore(this.execute("rollback"))
  }
}
