import { Ports } from "@boardwright/core"
import { Effect, Exit } from "effect"
import type { Connection } from "./Connection.js"
import type { Prepared } from "./prepared.js"
import { attempt, whileBusy } from "./waiting.js"

const MOST_MEMBERS = 64
const LONGEST_MILLIS = 20

/** What a statement failed with, or null. */
const failureOf = (statement: Prepared): unknown => {
  try {
    statement()
    return null
  } catch (error) {
    return error
  }
}

/** Ends the transaction, unless SQLite has rolled it back by itself. */
const rollBack = (connection: Connection): void => {
  if (connection.db.inTransaction) failureOf(connection.rollback)
}

/**
 * Transactions that are committed as one, between one BEGIN IMMEDIATE and one COMMIT. Its methods are called only by
 * who holds the writer's turn.
 */
export class Group {
  readonly #waiting: Array<(outcome: Exit.Exit<void, Ports.StorageUnavailable>) => void> = []
  readonly #began = performance.now()
  #outcome: Exit.Exit<void, Ports.StorageUnavailable> | null = null
  /** Members whose work is kept. */
  #kept = 0

  private constructor(readonly connection: Connection) {}

  /** Begins a group, trying until the deadline while another process writes. */
  static begin(connection: Connection, deadline: number, pausing: (millis: number) => Effect.Effect<void>) {
    const begin = attempt(() => {
      // A connection that was left inside a transaction is clean again for the next.
      rollBack(connection)
      connection.begin()
      return new Group(connection)
    })
    return whileBusy(begin, deadline, pausing)
  }

  /** Whether another transaction may still join. */
  get isOpen(): boolean {
    return this.#outcome === null
  }

  /** Whether those in it have waited long enough. */
  get isFull(): boolean {
    return this.#kept >= MOST_MEMBERS || performance.now() - this.#began >= LONGEST_MILLIS
  }

  /** Succeeds when everything is on disk; fails when nothing is. To be run where nothing interrupts. */
  get settled(): Effect.Effect<void, Ports.StorageUnavailable> {
    return this.#outcome ?? Effect.async((resume) => void this.#waiting.push(resume))
  }

  /** Begins a member, and tells why that failed, or null. The first needs no savepoint: it is undone with the group. */
  begin(): unknown {
    return this.#kept === 0 ? null : failureOf(this.connection.save)
  }

  /** Ends a member, whose work stays or is undone alone. */
  end(keeps: boolean): void {
    const isFirst = this.#kept === 0
    if (keeps) this.#kept++
    if (!isFirst) {
      const failure = (keeps ? null : failureOf(this.connection.undo)) ?? failureOf(this.connection.release)
      if (failure !== null) this.#lose(failure)
    } else if (!keeps) {
      rollBack(this.connection)
      this.#settle(Exit.void)
    }
  }

  /** Writes everything to disk, unless that is done. */
  commit(): void {
    if (!this.isOpen) return
    const failure = failureOf(this.connection.commit)
    if (failure === null) this.#settle(Exit.void)
    else this.#lose(failure)
  }

  /** Gives everything up. */
  #lose(cause: unknown): void {
    rollBack(this.connection)
    this.#settle(Exit.fail(new Ports.StorageUnavailable({ operation: "Transactor.commit", cause })))
  }

  #settle(outcome: Exit.Exit<void, Ports.StorageUnavailable>): void {
    this.#outcome = outcome
    for (const resume of this.#waiting) resume(outcome)
  }
}
