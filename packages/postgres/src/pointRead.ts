import type { Parameter } from "@boardwright/sql"
import type { Answered } from "./askAlone.js"
import { gathered, mapped } from "./gathered.js"
import { type Named, named } from "./named.js"
import type { Transactions } from "./Transactions.js"

type Row = Readonly<Record<string, unknown>>

/** Which of the callers a row is for, from 1. */
const PLACE = "boardwright_place"

/** The same statement for any number of callers at once: its parameters are arrays with an entry for each of them. */
const forMany = (statement: Named, parameters: number): Named => {
  const names = Array.from({ length: parameters }, (_, at) => `p${at + 1}`)
  const arrays = names.map((_, at) => `$${at + 1}::text[]`)
  const one = statement.text.replace(/\$(\d+)/g, "asked.p$1")
  return named({
    ...statement,
    text: `select answer.*, asked.${PLACE} from unnest(${arrays.join(", ")}) with ordinality
      as asked (${names.join(", ")}, ${PLACE}) cross join lateral (${one}) as answer`
  })
}

/** The rows of each caller, without their place. */
const byCaller = (rows: ReadonlyArray<unknown>, callers: number): ReadonlyArray<ReadonlyArray<Row>> => {
  const answers = Array.from({ length: callers }, (): Array<Row> => [])
  for (const row of rows) {
    const { [PLACE]: place, ...rest } = row as Row
    answers[Number(place) - 1]?.push(rest)
  }
  return answers
}

/**
 * A read by texts outside of transactions: one statement for all who ask at about the same time, which pays once for
 * its way to the database and back.
 */
export const pointRead = (transactions: Transactions, statement: Named) => {
  const parameters = new Set(statement.text.match(/\$\d+/g)).size
  const many = forMany(statement, parameters)
  return gathered(
    (callers: ReadonlyArray<ReadonlyArray<Parameter>>, answered: Answered<ReadonlyArray<ReadonlyArray<unknown>>>) => {
      const [only, ...others] = callers
      if (only !== undefined && others.length === 0)
        return transactions.ask(statement, only, (rows) => answered(mapped(rows, (own) => [own])))
      const values = Array.from({ length: parameters }, (_, at) => callers.map((each) => each[at] ?? null))
      transactions.ask(many, values, (rows) => answered(mapped(rows, (all) => byCaller(all, callers.length))))
    }
  )
}
