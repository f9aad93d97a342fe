import { Context, type Effect } from "effect"
import { withService } from "../values/withService.js"
import type { StorageUnavailable } from "./PortError.js"

/**
 * Runs repository calls as one transaction: if the effect succeeds all its writes are stored and survive a crash; if it
 * fails, dies or is interrupted none is stored. Reads inside it see its writes. The database may require the work to be
 * repeated from its start, so it contains only repository calls and pure code.
 *
 * Inside a transaction it is a savepoint: what fails, dies or is interrupted is undone alone, and the rest can still be
 * stored. Savepoints of one transaction run one after another, and its own writes wait for the one that is open.
 */
export class Transactor extends Context.Tag("@boardwright/core/Transactor")<
  Transactor,
  {
    readonly transact: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageUnavailable, R>
    /**
     * Makes the caller's transaction share its commit with no other, since it may take long: otherwise those others
     * would wait for it. May repeat the transaction from its start. Outside a transaction it does nothing.
     */
    readonly alone: Effect.Effect<void>
  }
>() {}

/** Runs the effect as one transaction. */
export const transactional = <A, E, R>(
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StorageUnavailable, R | Transactor> =>
  withService(Transactor, (transactor) => transactor.transact(work))
