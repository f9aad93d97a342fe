import { type Batch, BATCH_POSITION, type Parameter } from "@boardwright/sql"
import type { Callback } from "./autocommit.js"
import { inBatches, mapExit } from "./batches.js"
import type { PreparedStatement } from "./preparedStatement.js"
import type { Transactions } from "./Transactions.js"

type Rows = ReadonlyArray<unknown>

/** The rows of each caller, without their position. */
const byCaller = (rows: Rows, callers: number): ReadonlyArray<Rows> => {
  const answers = Array.from({ length: callers }, (): Array<unknown> => [])
  for (const row of rows) {
    const { [BATCH_POSITION]: position, ...rest } = row as Readonly<Record<string, unknown>>
    answers[Number(position) - 1]?.push(rest)
  }
  return answers
}

/** Prepares a read that runs outside transactions and that concurrent callers share a round trip for. */
export const batchedRead = (transactions: Transactions, single: PreparedStatement, { parameters, text }: Batch) => {
  const batch = transactions.prepare({ ...single, text })
  return inBatches((callers: ReadonlyArray<ReadonlyArray<Parameter>>, done: Callback<ReadonlyArray<Rows>>) => {
    const [only, ...others] = callers
    if (only !== undefined && others.length === 0)
      return transactions.send(single, only, (exit) => done(mapExit(exit, (rows) => [rows])))
    const values = parameters.map((at) => callers.map((caller) => caller[at] ?? null))
    transactions.send(batch, values, (exit) => done(mapExit(exit, (rows) => byCaller(rows, callers.length))))
  })
}
