import { LongTransaction } from "./LongTransaction.js"
import { openConnection } from "./openConnection.js"
import { type Prepared, prepared } from "./prepared.js"
import { restrictToOwner } from "./restrictToOwner.js"
import type { SqliteDatabase } from "./SqliteDatabase.js"

/** The connection that writes, with the statements that begin and end transactions and savepoints. */
export class WriteConnection {
  readonly db: SqliteDatabase
  readonly begin: Prepared
  readonly commit: Prepared
  readonly rollback: Prepared
  readonly save: Prepared
  readonly undo: Prepared
  readonly release: Prepared
  /** Null in memory. */
  readonly long: LongTransaction | null

  constructor(filename: string) {
    restrictToOwner(filename)
    this.db = openConnection(filename)
    this.long = filename === ":memory:" ? null : new LongTransaction(this.db, filename)
    const begin = prepared(this.db, "begin immediate")
    const commit = prepared(this.db, "commit")
    const rollback = prepared(this.db, "rollback")
    this.begin = () => {
      const rows = begin()
      this.long?.begin()
      return rows
    }
    this.commit = () => {
      try {
        return commit()
      } finally {
        this.long?.end()
      }
    }
    this.rollback = () => {
      this.long?.end()
      return rollback()
    }
    this.save = prepared(this.db, "savepoint member")
    this.undo = prepared(this.db, "rollback to member")
    this.release = prepared(this.db, "release member")
  }

  close(): void {
    this.long?.close()
    this.db.close()
  }
}
