import type { Ports } from "@boardwright/core"
import { Turns } from "@boardwright/sql"
import type { Effect } from "effect"

/** A running transaction, or a savepoint in one. After one of its statements has failed it accepts no more. */
export class Transaction extends Turns {
  open = true
  failed: Effect.Effect<never, Ports.StorageUnavailable> | null = null
  /** Whether it is to be undone and run again, alone in its group. */
  repeats = false

  /** `outermost`: the transaction that the savepoint is in; null for a transaction. */
  constructor(readonly outermost: Transaction | null = null) {
    super()
  }
}
