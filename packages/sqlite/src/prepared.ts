import type Sqlite from "better-sqlite3"

/** Runs a statement and gives the rows it answers, none where it has none; throws what SQLite says. */
export type Prepared = (parameters?: ReadonlyArray<unknown>) => ReadonlyArray<unknown>

const NONE: ReadonlyArray<unknown> = []

/**
 * A statement of a connection: prepared at its first use and kept. What could not be prepared, because another process
 * held the file while the schema was read, is prepared again at the next use.
 */
export const prepared = (db: Sqlite.Database, text: string): Prepared => {
  let statement: Sqlite.Statement<Array<unknown>> | undefined
  return (parameters = NONE) => {
    statement ??= db.prepare(text)
    if (statement.reader) return statement.all(...parameters)
    statement.run(...parameters)
    return NONE
  }
}
