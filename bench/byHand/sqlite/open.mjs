import { openSqlite as open } from "@boardwright/sqlite/driver"
import { accounts } from "./accounts.mjs"
import { imports } from "./imports.mjs"
import { reads } from "./reads.mjs"
import { writes } from "./writes.mjs"

/** The work by hand on a SQLite file that the service's own migrations made, as durable as the service's own. */
export const openSqlite = (filename) => {
  const db = open(filename)
  db.pragma("journal_mode = wal")
  db.pragma("synchronous = full")
  db.pragma("foreign_keys = on")
  return { ...accounts(db), ...reads(db), ...writes(db), ...imports(db), close: () => db.close() }
}
