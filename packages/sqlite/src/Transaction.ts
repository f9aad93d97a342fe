import type { Ports } from "@boardwright/core"
import { Turns } from "@boardwright/sql"
import type { Effect } from "effect"
import type { HostConnection } from "./HostConnection.js"

/** A running transaction, or a savepoint in one. After one of its statements has failed it accepts no more. */
export class Transaction extends Turns {
  open = true
  failed: Effect.Effect<never, Ports.StorageUnavailable> | null = null
  /** Whether it is to be undone and run again, alone in its group. */
  repeats = false

  /**
   * `host`: the connection of the host that has begun the transaction and will end it; null for one of ours. `outermost`: the
   * transaction that the savepoint is in; null for a transaction.
   */
  constructor(
    readonly host: HostConnection | null = null,
    readonly outermost: Transaction | null = null
  ) {
    super()
  }

  /** Whether it is the host's transaction itself, in which each transaction of ours is a savepoint. */
  get isHosts(): boolean {
    return this.host !== null && this.outermost === null
  }
}
