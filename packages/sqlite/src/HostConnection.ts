import type { SqliteDatabase } from "./driver.js"
import { defineFunctions } from "./openConnection.js"
import { type Prepared, prepared } from "./prepared.js"
import { type Savepoints, savepoints } from "./WriteConnection.js"

/** A connection of the host on the hub's file. */
export class HostConnection {
  readonly nested: Savepoints
  readonly #statements = new Map<string, Prepared>()

  constructor(readonly db: SqliteDatabase) {
    defineFunctions(db)
    this.nested = savepoints(db, "boardwright")
  }

  /** Runs a statement and returns its rows; throws the driver's error. */
  run(text: string, parameters: ReadonlyArray<unknown>): ReadonlyArray<unknown> {
    let statement = this.#statements.get(text)
    if (statement === undefined) this.#statements.set(text, (statement = prepared(this.db, text)))
    return statement(parameters)
  }

  /** Takes the lock for writing, by a statement that changes nothing. Throws at once if another connection has it. */
  readonly lock = (): void => {
    const timeout = Number(this.db.pragma("busy_timeout", { simple: true }))
    this.db.pragma("busy_timeout = 0")
    try {
      this.run("update boardwright_feed set id = id where false", [])
    } finally {
      this.db.pragma(`busy_timeout = ${timeout}`)
    }
  }
}
