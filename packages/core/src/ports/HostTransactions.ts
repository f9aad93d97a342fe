import { Context, Effect } from "effect"
import { invalid, type InvalidInput } from "../values/InvalidInput.js"
import type { StorageUnavailable } from "./PortError.js"

/**
 * Runs work in a transaction that the host has begun on a connection of its own. Each transaction of the work is a savepoint in it,
 * and none is repeated; the host commits. Fails with `InvalidInput` for a connection that is not in a transaction, or is of another
 * database. A storage that provides nothing refuses every connection.
 */
export class HostTransactions extends Context.Reference<HostTransactions>()("@boardwright/core/HostTransactions", {
  defaultValue: () =>
    ({ join: () => refuseClient("cannot be joined: this storage has no transactions of the host") }) as {
      readonly join: <A, E, R>(
        client: unknown,
        work: Effect.Effect<A, E, R>
      ) => Effect.Effect<A, E | InvalidInput | StorageUnavailable, R>
    }
}) {}

/** The refusal of a connection by a rule. */
export const refuseClient = (rule: string): Effect.Effect<never, InvalidInput> => Effect.fail(invalid(["client"], rule))
