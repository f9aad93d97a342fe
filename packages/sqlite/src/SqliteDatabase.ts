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
  readonly run: (...parameters: ReadonlyArray<unknown>) => unknown
}

/** A connection. Its methods throw the driver's own errors. */
export interface SqliteDatabase {
  readonly inTransaction: boolean
  readonly prepare: (text: string) => SqliteStatement
  readonly exec: (text: string) => unknown
  /** Runs a pragma, and returns its rows, or with `simple` the first column of the first. */
  readonly pragma: (text: string, options?: { readonly simple?: boolean }) => unknown
  /** Defines a function of SQL. */
  readonly function: (
    name: string,
    options: { readonly deterministic: boolean },
    run: (value: unknown) => unknown
  ) => unknown
  readonly close: () => unknown
}

export interface SqliteDatabaseOptions {
  readonly readonly?: boolean
  /** How long a call blocks while another connection holds the file, in milliseconds; 5,000. */
  readonly timeout?: number
}

/** Opens a file, which is created if missing, or `:memory:`. */
export type OpenSqlite = (filename: string, options?: SqliteDatabaseOptions) => SqliteDatabase
