import { createRequire } from "node:module"

const require = createRequire(import.meta.url)

/** A prepared statement of better-sqlite3. */
export interface SqliteStatement {
  /** Whether it returns rows. */
  readonly reader: boolean
  readonly columns: () => ReadonlyArray<{ readonly name: string }>
  /** Returns rows as arrays from now on. */
  readonly raw: () => SqliteStatement
  /** Returns the first column of each row from now on. */
  readonly pluck: () => SqliteStatement
  readonly all: (...parameters: ReadonlyArray<unknown>) => Array<unknown>
  readonly get: (...parameters: ReadonlyArray<unknown>) => unknown
  readonly run: (...parameters: ReadonlyArray<unknown>) => { readonly changes: number }
}

/** A connection of better-sqlite3. */
export interface SqliteDatabase {
  readonly inTransaction: boolean
  readonly prepare: (text: string) => SqliteStatement
  readonly exec: (text: string) => SqliteDatabase
  readonly pragma: (text: string, options?: { readonly simple?: boolean }) => unknown
  readonly close: () => SqliteDatabase
}

export interface SqliteDatabaseOptions {
  readonly readonly?: boolean
  readonly fileMustExist?: boolean
  /** How long a call blocks while another connection holds the file, in milliseconds; 5,000. */
  readonly timeout?: number
}

interface Driver {
  readonly SqliteError: new (message: string, code: string) => Error & { readonly code: string }
  new (filename: string, options?: SqliteDatabaseOptions): SqliteDatabase
}

const load = (): Driver => {
  // better-sqlite3 13 needs Node 22. 12 aborts on Node 24.19 and newer when a statement is collected
  // (https://github.com/nodejs/node/issues/65446).
  const isNode20 = Number.parseInt(process.versions.node, 10) < 22
  try {
    return isNode20 ? require("@boardwright/sqlite-node20") : require("better-sqlite3")
  } catch (cause) {
    const remedy = isNode20
      ? "on Node 20 it is compiled when it is installed, which takes Python and a C++ compiler; Node 22 and newer need none"
      : "install the optional dependencies of @boardwright/sqlite too"
    throw new Error(`better-sqlite3 could not be loaded: ${remedy}`, { cause })
  }
}

/**
 * The better-sqlite3 that the storage runs on. A host that opens the same file in the same process opens it with this:
 * two copies of SQLite in one process release each other's file locks (https://sqlite.org/howtocorrupt.html, 2.2.1).
 */
export const Sqlite: Driver = load()
