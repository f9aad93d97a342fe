import { Ports } from "@boardwright/core"
import { Effect, Exit } from "effect"
import { attempt, retryWhileBusy } from "./busyRetry.js"
import { failureOf } from "./prepared.js"
import type { Savepoints, WriteConnection } from "./WriteConnection.js"

const MAX_MEMBERS = 64
const MAX_MILLIS = 20

/** Ends a savepoint, whose work is undone unless it succeeded. Returns the error, or null. */
export const endSavepoint = ({ release, undo }: Savepoints, succeeded: boolean): unknown =>
  (succeeded ? null : failureOf(undo)) ?? failureOf(release)

/** Ends the transaction, unless SQLite has rolled it back itself. */
const rollBack = (connection: WriteConnection): void => {
  if (connection.db.inTransaction) failureOf(connection.rollback)
}

/**
 * Transactions that share one BEGIN IMMEDIATE and one COMMIT, and so one sync of the disk (group commit; Hagmann,
 * "Reimplementing the Cedar file system", 1987). Each is a savepoint. Only the holder of the writer's lock calls its methods.
 */
export class GroupCommit {
  readonly #awaiting: Array<(outcome: Exit.Exit<void, Ports.StorageUnavailable>) => void> = []
  readonly #began = performance.now()
  #outcome: Exit.Exit<void, Ports.StorageUnavailable> | null = null
  /** Members that succeeded. */
  #members = 0
  #isAlone = false

  private constructor(readonly connection: WriteConnection) {}

  /** Begins a group; retries until the deadline while another process writes. */
  static begin(connection: WriteConnection, deadline: number, pausing: (millis: number) => Effect.Effect<void>) {
    const begin = attempt(() => {
      // An earlier failure may have left the connection inside a transaction.
      rollBack(connection)
      connection.begin()
      return new GroupCommit(connection)
    })
    return retryWhileBusy(begin, deadline, pausing)
  }

  /** Whether another transaction may still join. */
  get isOpen(): boolean {
    return this.#outcome === null
  }

  /** Whether it must be committed now. */
  get isFull(): boolean {
    return this.#isAlone || this.#members >= MAX_MEMBERS || performance.now() - this.#began >= MAX_MILLIS
  }

  /** Waits for the commit: succeeds if everything is on disk, fails if nothing is. Run it uninterruptibly. */
  get settled(): Effect.Effect<void, Ports.StorageUnavailable> {
    return this.#outcome ?? Effect.async((resume) => void this.#awaiting.push(resume))
  }

  /** Makes the running member the only one. Returns whether it can be, since no other has succeeded before. */
  setAlone(): boolean {
    this.#isAlone = this.#members === 0
    return this.#isAlone
  }

  /** Begins a member and returns the error, or null. The first needs no savepoint: it is rolled back with the group. */
  begin(): unknown {
    return this.#members === 0 ? null : failureOf(this.connection.member.save)
  }

  /** Ends a member; undoes its work alone unless it succeeded. */
  end(succeeded: boolean): void {
    const isFirst = this.#members === 0
    if (succeeded) this.#members++
    if (!isFirst) {
      const failure = endSavepoint(this.connection.member, succeeded)
      if (failure !== null) this.#abort(failure)
    } else if (!succeeded) {
      rollBack(this.connection)
      this.#settle(Exit.void)
    }
  }

  commit(): void {
    if (!this.isOpen) return
    const failure = failureOf(this.connection.commit)
    if (failure === null) this.#settle(Exit.void)
    else this.#abort(failure)
  }

  #abort(cause: unknown): void {
    rollBack(this.connection)
    this.#settle(Exit.fail(new Ports.StorageUnavailable({ operation: "Transactor.commit", cause })))
  }

  #settle(outcome: Exit.Exit<void, Ports.StorageUnavailable>): void {
    this.#outcome = outcome
    for (const resume of this.#awaiting) resume(outcome)
  }
}
