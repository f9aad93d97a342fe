import { Ports } from "@boardwright/core"
import { type Database, type DatabaseIdentity, isSameDatabase } from "@boardwright/sql"
import { Cause, type Context, Effect } from "effect"
import type { PoolClient } from "pg"
import { Connection } from "./Connection.js"
import { databaseIdentity } from "./databaseIdentity.js"
import { codeOf } from "./errors.js"
import { Transaction } from "./Transaction.js"
import type { Transactions } from "./Transactions.js"

/** A client that is not connected would queue the statements for ever; `pg` has no public name for that. */
const isClient = (value: unknown): value is PoolClient => {
  const { _connected, connection, query, totalCount } = Object(value) as {
    _connected?: unknown
    connection?: unknown
    query?: unknown
    totalCount?: unknown
  }
  const isOpen = _connected !== false
  return isOpen && typeof query === "function" && typeof connection === "object" && totalCount === undefined
}

const RULES: Readonly<Record<string, string>> = {
  "25P01": "must be in a transaction: run begin on it first",
  "25P02": "must be in a transaction that has not failed: roll it back and begin another"
}

/** Joins transactions on a host's clients, one after another for each client. `atStart` is the database of the hub's own connections. */
export const hostTransactions = (
  transactions: Transactions,
  database: Context.Tag.Service<Database>,
  atStart: DatabaseIdentity
): Context.Tag.Service<typeof Ports.HostTransactions> => {
  const joined = new WeakSet<PoolClient>()
  const identity = databaseIdentity(transactions, database)
  let own = atStart
  const settings = database.prepare({
    operation: "HostTransactions.join",
    text: "select current_setting('datestyle') as style, current_setting('transaction_read_only') as readonly",
    writes: false
  })

  const check = Effect.gen(function* () {
    const [row] = (yield* settings([])) as ReadonlyArray<{ readonly style: string; readonly readonly: string }>
    if (row?.style.startsWith("ISO") !== true)
      return yield* Ports.refuseClient("must have the datestyle ISO, in which times are read")
    if (row.readonly === "on")
      return yield* Ports.refuseClient("must be in a transaction that may write: this one is read-only")
    const found = yield* identity
    if (isSameDatabase(found, own)) return
    // Another server may have taken the place of the one that was read, or the tables were made again.
    own = yield* transactions.apart(identity)
    if (!isSameDatabase(found, own))
      return yield* Ports.refuseClient(
        "must be connected to the hub's own database, with its tables in the same schema"
      )
  })

  /** Names the rule that a client breaks if its first statements fail. */
  const checked = (transaction: Transaction) =>
    Effect.catchAllCause(check, (cause) => {
      const rule = RULES[codeOf(transaction.failure?.error) ?? codeOf(Cause.squash(cause)) ?? ""]
      if (rule !== undefined) return Ports.refuseClient(rule)
      return Cause.isDie(cause)
        ? Ports.refuseClient(
            "must be connected to a database with the hub's tables in its search_path, or in the hub's schema"
          )
        : Effect.failCause(cause)
    })

  return {
    join: (client, work) =>
      Effect.suspend(() => {
        if (!isClient(client))
          return Ports.refuseClient("must be a Client or PoolClient of the package pg, connected, and not its Pool")
        if (joined.has(client)) return Ports.refuseClient("must not be in use by another withTransaction")
        joined.add(client)
        const transaction = new Transaction(new Connection(client, 0, true))
        return Effect.ensuring(
          transactions.join(transaction, Effect.zipRight(checked(transaction), work)),
          Effect.sync(() => joined.delete(client))
        )
      })
  }
}
