import type { Ports } from "@boardwright/core"
import { Turns } from "@boardwright/sql"
import type { Effect } from "effect"
import type { Connection } from "./Connection.js"
import { isConflict, isLost, storageFailure } from "./errors.js"

/** The first failed statement of a transaction. */
interface Failure {
  readonly error: Error
  readonly end: Effect.Effect<never, Ports.StorageUnavailable>
}

/** A running transaction, or a savepoint in one. After one of its statements has failed it accepts no more. */
export class Transaction extends Turns {
  open = true
  failure: Failure | null = null

  /** `outermost`: the transaction that the savepoint is in; null for a transaction. */
  constructor(
    readonly connection: Connection,
    readonly outermost: Transaction | null = null
  ) {
    super()
  }

  /** Whether the outermost transaction can only be rolled back. */
  get isOver(): boolean {
    return (this.outermost ?? this).failure !== null
  }

  /**
   * Records a failed statement, after which the database rejects others. A conflict that only a rollback of everything
   * resolves, or a lost connection, ends the outermost transaction too.
   */
  fail(operation: string, error: Error): Failure {
    const failure = (this.failure ??= { error, end: storageFailure(operation, error) })
    if (this.outermost !== null && (isConflict(error) || isLost(error))) this.outermost.failure ??= failure
    return failure
  }
}
