import type { OpenSqlite, SqliteDatabase, SqliteStatement } from "./SqliteDatabase.js"

// The part of `node:sqlite` that is used; the types of Node 20 lack it.
interface NodeStatement {
  readonly columns: () => ReadonlyArray<{ readonly name: string }>
  readonly setReturnArrays: (enabled: boolean) => void
  readonly all: (...parameters: ReadonlyArray<unknown>) => Array<unknown>
  readonly get: (...parameters: ReadonlyArray<unknown>) => unknown
  readonly run: (...parameters: ReadonlyArray<unknown>) => unknown
}

interface NodeDatabase {
  readonly isTransaction: boolean
  readonly prepare: (text: string) => NodeStatement
  readonly exec: (text: string) => void
  readonly function: SqliteDatabase["function"]
  readonly close: () => void
}

interface NodeSqlite {
  readonly DatabaseSync: new (
    filename: string,
    options: { readonly readOnly: boolean; readonly timeout: number }
  ) => NodeDatabase
}

/** Loads `node:sqlite` without the warning of Node 22, which is suppressed only during this synchronous call. */
const load = (): NodeSqlite => {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return process.getBuiltinModule("node:sqlite") as unknown as NodeSqlite
  } finally {
    process.emitWarning = emitWarning
  }
}

const firstOf = (row: unknown): unknown => (row as ReadonlyArray<unknown> | undefined)?.[0]

class Statement implements SqliteStatement {
  readonly reader: boolean
  readonly all: SqliteStatement["all"]
  readonly get: SqliteStatement["get"]
  readonly run: SqliteStatement["run"]

  constructor(private readonly statement: NodeStatement) {
    this.reader = statement.columns().length > 0
    this.all = (...parameters) => statement.all(...parameters)
    this.get = (...parameters) => statement.get(...parameters)
    this.run = (...parameters) => statement.run(...parameters)
  }

  columns() {
    return this.statement.columns()
  }

  raw(): SqliteStatement {
    this.statement.setReturnArrays(true)
    return this
  }

  pluck(): SqliteStatement {
    this.statement.setReturnArrays(true)
    const { all, get, reader, run } = this
    return {
      reader,
      run,
      columns: () => this.columns(),
      all: (...parameters) => all(...parameters).map(firstOf),
      get: (...parameters) => firstOf(get(...parameters)),
      raw: () => this,
      pluck: () => this.pluck()
    }
  }
}

class Database implements SqliteDatabase {
  constructor(private readonly db: NodeDatabase) {}

  get inTransaction(): boolean {
    return this.db.isTransaction
  }

  prepare(text: string): SqliteStatement {
    return new Statement(this.db.prepare(text))
  }

  exec(text: string): void {
    this.db.exec(text)
  }

  pragma(text: string, { simple = false } = {}): unknown {
    const statement = this.prepare(`pragma ${text}`)
    return simple ? statement.pluck().get() : statement.all()
  }

  function(...parameters: Parameters<SqliteDatabase["function"]>): void {
    this.db.function(...parameters)
  }

  close(): void {
    this.db.close()
  }
}

/** The driver for `node:sqlite`. */
export const nodeDriver = (): OpenSqlite => {
  const { DatabaseSync } = load()
  return (filename, { readonly = false, timeout = 5_000 } = {}) =>
    new Database(new DatabaseSync(filename, { readOnly: readonly, timeout }))
}

/** A connection that the host has opened with `node:sqlite` or by this driver; null for anything else. */
export const wrapNodeDatabase = (value: unknown): SqliteDatabase | null => {
  if (value instanceof Database) return value
  const { DatabaseSync } = load()
  return value instanceof DatabaseSync ? new Database(value) : null
}
