import { openConnection } from "./openConnection.js"
import { ownerOnly } from "./ownerOnly.js"
import { type Prepared, prepared } from "./prepared.js"
import type { SqliteDatabase } from "./SqliteDatabase.js"

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
    this.db = openConnection(filename)
    this.begin = prepared(this.db, "begin immediate")
    this.commit = prepared(this.db, "commit")
    this.rollback = prepared(this.db, "rollback")
    this.save = prepared(this.db, "savepoint member")
    this.undo = prepared(this.db, "rollback to member")
    this.release = prepared(this.db, "release member")
  }
}
