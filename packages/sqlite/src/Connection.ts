import { openSqlite, type SqliteDatabase } from "./driver.js"
import { ownerOnly } from "./ownerOnly.js"
import { type Prepared, prepared } from "./prepared.js"

/** The connection that writes, and the statements that begin and end what it does. */
export class Connection {
  readonly db: SqliteDatabase
  readonly begin: Prepared
  readonly commit: Prepared
  readonly rollback: Prepared
  readonly save: Prepared
  readonly undo: Prepared
  readonly release: Prepared

  constructor(filename: string) {
    ownerOnly(filename)
    // A held file must never block the event loop: whoever meets one pauses by timer.
    this.db = openSqlite(filename, { timeout: 0 })
    this.begin = prepared(this.db, "begin immediate")
    this.commit = prepared(this.db, "commit")
    this.rollback = prepared(this.db, "rollback")
    this.save = prepared(this.db, "savepoint member")
    this.undo = prepared(this.db, "rollback to member")
    this.release = prepared(this.db, "release member")
  }
}
