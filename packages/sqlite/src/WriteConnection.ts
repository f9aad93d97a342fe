import type { Metric } from "@boardwright/core"
import { LongTransaction } from "./LongTransaction.js"
import { openConnection } from "./openConnection.js"
import { type Prepared, prepared, timed } from "./prepared.js"
import { restrictToOwner } from "./restrictToOwner.js"
import type { SqliteDatabase } from "./SqliteDatabase.js"

/** Statements that begin, undo and end a savepoint. */
export interface Savepoints {
  readonly save: Prepared
  readonly undo: Prepared
  readonly release: Prepared
}

/** The statements of savepoints with this name on a connection. */
export const savepoints = (db: SqliteDatabase, name: string): Savepoints => ({
  save: prepared(db, `savepoint ${name}`),
  undo: prepared(db, `rollback to ${name}`),
  release: prepared(db, `release ${name}`)
})

/** The connection that writes, with the statements that begin and end transactions and savepoints. */
export class WriteConnection {
  readonly db: SqliteDatabase
  readonly begin: Prepared
  readonly commit: Prepared
  readonly rollback: Prepared
  /** Statements of the savepoints by which transactions join a group. */
  readonly member: Savepoints
  /** Those of savepoints inside a transaction. */
  readonly nested: Savepoints
  /** Null in memory. */
  readonly long: LongTransaction | null

  constructor(filename: string, commits?: Metric.Histogram) {
    restrictToOwner(filename)
    this.db = openConnection(filename)
    this.long = filename === ":memory:" ? null : new LongTransaction(this.db, filename)
    const begin = prepared(this.db, "begin immediate")
    const commit = timed(commits, prepared(this.db, "commit"))
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
    this.member = savepoints(this.db, "member")
    this.nested = savepoints(this.db, "nested")
  }

  close(): void {
    this.long?.close()
    this.db.close()
  }
}
