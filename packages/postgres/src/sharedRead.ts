import type { Parameter } from "@boardwright/sql"
import type { Callback } from "./autocommit.js"
import { inBatches, mapExit } from "./batches.js"
import type { PreparedStatement } from "./preparedStatement.js"
import type { Transactions } from "./Transactions.js"

type Rows = ReadonlyArray<unknown>

/** Most sets of parameters whose callers are known. */
const MAX_KNOWN = 1000

/**
 * Prepares a read that runs outside transactions, once for all callers with the same parameters that wait for it. Those who call while
 * it runs wait for the next one, which sees what was committed before they called.
 */
export const sharedRead = (transactions: Transactions, statement: PreparedStatement) => {
  const forAll = () =>
    inBatches((callers: ReadonlyArray<ReadonlyArray<Parameter>>, done: Callback<ReadonlyArray<Rows>>) => {
      // Each decodes its rows in place.
      const copied = (rows: Rows): Rows => rows.map((row) => ({ ...(row as object) }))
      transactions.send(statement, callers[0] ?? [], (exit) =>
        done(mapExit(exit, (rows) => callers.map(() => copied(rows))))
      )
    })
  const known = new Map<string, ReturnType<typeof forAll>>()
  return (values: ReadonlyArray<Parameter>) => {
    const key = JSON.stringify(values)
    const read = known.get(key) ?? forAll()
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(key, read)
    return read(values)
  }
}
