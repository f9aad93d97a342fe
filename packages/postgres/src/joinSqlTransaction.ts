import { Ports, type Values } from "@boardwright/core"
import { TransactionConnection } from "@effect/sql/SqlClient"
import { Effect, Option } from "effect"

/** What a connection of `@effect/sql-pg` holds inside `withTransaction`. */
const clientOf = (connection: object): unknown => Reflect.get(connection, "pg")

/**
 * Makes use cases part of the transaction that the host has begun with `withTransaction` of the `SqlClient` of
 * `@effect/sql-pg`: both are stored together or not at all. Each use case is a savepoint in it, and none is repeated. Fails
 * with `InvalidInput` outside such a transaction, or on another database than Boardwright's.
 */
export const joinSqlTransaction = <A, E, R>(
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E | Values.InvalidInput | Ports.StorageUnavailable, R> =>
  Effect.flatMap(
    Effect.all([Ports.HostTransactions, Effect.serviceOption(TransactionConnection)]),
    ([{ join }, transaction]) =>
      Option.match(transaction, {
        onNone: () => Ports.refuseClient("must be in a transaction: call this inside withTransaction of the SqlClient"),
        onSome: ([connection]) => join(clientOf(connection), work)
      })
  )
