import type { Metric } from "@boardwright/core"
import type { SqliteDatabase, SqliteStatement } from "./driver.js"

/** Runs a statement and returns its rows, if any; throws the driver's error. */
export type Prepared = (parameters?: ReadonlyArray<unknown>) => ReadonlyArray<unknown>

const NONE: ReadonlyArray<unknown> = []

/** Builds rows as objects, in a fraction of the time that the driver takes. */
const readBy = (statement: SqliteStatement): Prepared => {
  const lists = statement.raw()
  const names = statement.columns().map(({ name }) => name)
  const toRow = (values: unknown): unknown => {
    const row: Record<string, unknown> = {}
    for (let at = 0; at < names.length; at++) row[names[at] as string] = (values as ReadonlyArray<unknown>)[at]
    return row
  }
  return (parameters = NONE) => {
    const rows = lists.all(...parameters)
    for (let at = 0; at < rows.length; at++) rows[at] = toRow(rows[at])
    return rows
  }
}

const writeBy =
  (statement: SqliteStatement): Prepared =>
  (parameters = NONE) => {
    statement.run(...parameters)
    return NONE
  }

/** Observes how long a statement takes; the statement itself if nothing is measured. */
export const timed = (times: Metric.Histogram | undefined, run: Prepared): Prepared =>
  times === undefined
    ? run
    : (parameters) => {
        const from = performance.now()
        try {
          return run(parameters)
        } finally {
          times.observe((performance.now() - from) / 1000)
        }
      }

/**
 * A statement of a connection, prepared at its first use. If that fails, because another process holds the file, it is
 * prepared at the next use.
 */
export const prepared = (db: SqliteDatabase, text: string): Prepared => {
  let run: Prepared | undefined
  return (parameters) => {
    if (run === undefined) {
      const statement = db.prepare(text)
      run = statement.reader ? readBy(statement) : writeBy(statement)
    }
    return run(parameters)
  }
}

/** Runs a statement and returns its error, or null. */
export const failureOf = (statement: Prepared): unknown => {
  try {
    statement()
    return null
  } catch (error) {
    return error
  }
}
