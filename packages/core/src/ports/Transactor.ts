import { Context, Effect } from "effect"
import type { StorageUnavailable } from "./PortError.js"

/**
 * Runs work against the repositories as one: when the effect succeeds all its writes are there and survive a crash;
 * when it fails, dies or is interrupted none is. Reads inside it see its own writes. Work may be run again from its
 * start when the database asks for that, so it holds nothing but repository calls and pure code. Not nested.
 */
export class Transactor extends Context.Tag("@boardwright/core/Transactor")<
  Transactor,
  {
    readonly transact: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageUnavailable, R>
  }
>() {}

/** The effect as one transaction. */
export const transactional = <A, E, R>(
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StorageUnavailable, R | Transactor> =>
  Effect.flatMap(Transactor, (transactor) => transactor.transact(work))
