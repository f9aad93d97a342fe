import type { Ports } from "@boardwright/core"
import { Turns } from "@boardwright/sql"
import type { Effect } from "effect"
import type { Connection } from "./Connection.js"
import { isConflict, isLost, isReadOnly, storageFailure } from "./errors.js"

/** The first failed statement of a transaction. */
interface Failure {
  readonly operation: string
  readonly error: Error
  readonly end: Effect.Effect<never, Ports.StorageUnavailable>
}

/** A running transaction, or a savepoint in one. After one of its statements has failed it accepts no more. */
export class Transaction extends Turns {
  open = true
  /** Whether a statement of it was answered: then none that follows can be outside of it. */
  hasBegun = false
  failure: Failure | null = null

  /** `outermost`: the transaction that the savepoint is in; null for a transaction. */
  constructor(
    readonly connection: Connection,
    readonly outermost: Transaction | null = null
  ) {
    super()
  }

  /** Whether the host has begun the outermost transaction and will end it. */
  get isHosts(): boolean {
    return this.connection.isHosts
  }

  /** Whether it is the host's transaction itself, in which a failed statement would fail the host's. */
  get needsSavepoints(): boolean {
    return this.isHosts && this.outermost === null
  }

  /** Whether the outermost transaction can only be rolled back. */
  get isOver(): boolean {
    return (this.outermost ?? this).failure !== null
  }

  /**
   * Records a failed statement, after which the database rejects others. A lost connection ends the outermost transaction too,
   * and so does a failure that only a rollback of everything resolves, unless the host decides about that.
   */
  fail(operation: string, error: Error): Failure {
    const failure = (this.failure ??= { operation, error, end: storageFailure(operation, error) })
    if (this.outermost !== null && (((isConflict(error) || isReadOnly(error)) && !this.isHosts) || isLost(error)))
      this.outermost.failure ??= failure
    return failure
  }
}
