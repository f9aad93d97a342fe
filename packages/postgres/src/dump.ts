import {
  type DatabaseNotEmpty,
  type DumpConnection,
  DumpRejected,
  explained,
  type Loaded,
  type LoadConnection,
  loadDump,
  type Parameter,
  SchemaMismatch,
  type StorageNotUsable,
  type Written,
  writeDump
} from "@boardwright/sql"
import { Effect } from "effect"
import pg from "pg"
import { codeOf } from "./errors.js"
import { inTransactionOf, lockForMigrations } from "./migrations.js"
import { notUsable } from "./notUsable.js"
import { openPool } from "./openPool.js"
import { databaseOf, type PostgresOptions } from "./PostgresOptions.js"
import { quoteSchema } from "./preparedStatement.js"
import { resultTypes } from "./resultTypes.js"

// A dump reads and a load writes for as long as it takes.
const SETTINGS = ["statement_timeout = 0", "idle_in_transaction_session_timeout = 0", "lock_timeout = '10s'"]

/** The driver's connection, with what its types lack. */
interface CopyConnection {
  readonly sendCopyFromChunk: (chunk: Buffer) => void
  readonly endCopyFrom: () => void
}

/** `copy ... from stdin` with all of its data. */
class CopyIn extends pg.Query {
  constructor(
    text: string,
    readonly data: Buffer
  ) {
    super(text)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.data)
    connection.endCopyFrom()
  }
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" }

/** A value in the text format of `copy`. */
const copied = (value: Parameter): string => {
  if (value === null) return "\\N"
  return typeof value === "string" ? value.replace(/[\\\n\r\t]/g, (found) => ESCAPES[found] ?? found) : String(value)
}

/** A connection of its own, in the schema of the options. */
const connect = (options: PostgresOptions) =>
  Effect.gen(function* () {
    const failed = (cause: unknown) => notUsable(databaseOf(options), cause)
    const pool = yield* openPool({ ...options, connections: 1 })
    const client = yield* Effect.acquireRelease(
      Effect.tryPromise({ try: () => pool.connect(), catch: failed }),
      // What is not committed ends with the connection.
      (client) => Effect.sync(() => client.release(true))
    )
    // Its queries fail when the connection is lost.
    client.on("error", () => undefined)
    const query: DumpConnection["query"] = (text, values) =>
      Effect.tryPromise({
        try: () =>
          client.query<Array<unknown>>({
            text,
            types: resultTypes,
            rowMode: "array",
            ...(values === undefined ? {} : { values: [...values] })
          }),
        catch: failed
      }).pipe(Effect.map(({ rows }) => rows))
    const begin = Effect.fnUntraced(function* (mode: string) {
      yield* query(`begin ${mode}`)
      for (const setting of SETTINGS) yield* query(`set local ${setting}`)
      if (options.schema !== undefined) yield* query(`set local search_path = ${quoteSchema(options.schema)}`)
    })
    return { client, query, begin, failed }
  })

const explain =
  (options: PostgresOptions) =>
  <A, E>(work: Effect.Effect<A, E | SchemaMismatch>) =>
    Effect.mapError(work, (failure) =>
      failure instanceof SchemaMismatch ? notUsable(databaseOf(options), failure) : failure
    )

/** Writes a dump of what is committed; nobody else waits. Returns the number of rows. */
export const dumpDatabase = <E>(
  options: PostgresOptions,
  written: Written<E>
): Effect.Effect<number, StorageNotUsable | E> =>
  Effect.gen(function* () {
    const { begin, query } = yield* connect(options)
    yield* begin("isolation level repeatable read, read only")
    return yield* writeDump({ dialect: "pg", query }, written)
  }).pipe(Effect.scoped, explain(options))

const copyInto = (client: pg.PoolClient, failed: (cause: unknown) => StorageNotUsable): LoadConnection["insert"] => {
  // The driver copies the data, so one buffer serves all: new ones would be many MB of garbage.
  let space = Buffer.alloc(0)
  const encode = (text: string): Buffer => {
    const bytes = Buffer.byteLength(text)
    if (bytes > space.length) space = Buffer.allocUnsafe(bytes)
    return space.subarray(0, space.write(text))
  }
  return (table, columns, rows) => {
    const lines = rows.map((row) => `${row.map(copied).join("\t")}\n`)
    const copy = new CopyIn(`copy ${table} (${columns.join(", ")}) from stdin`, encode(lines.join("")))
    return Effect.async((resume) => {
      copy.once("end", () => resume(Effect.void))
      copy.once("error", (cause) => {
        const isRefused = /^2[23]/.test(codeOf(cause) ?? "")
        const message = `is damaged: a row of ${table} does not fit its table`
        resume(Effect.fail(isRefused ? new DumpRejected({ message, cause }) : failed(cause)))
      })
      client.query(copy)
    })
  }
}

/**
 * Stores what a dump contains in a database without rows, in one transaction. Returns the number of rows. Servers on the
 * database wait.
 */
export const loadDatabase = <E>(
  options: PostgresOptions,
  loaded: Loaded<E>
): Effect.Effect<number, StorageNotUsable | DumpRejected | DatabaseNotEmpty | E> =>
  Effect.gen(function* () {
    const { begin, client, failed, query } = yield* connect(options)
    const migrating: LoadConnection["migrating"] = (work) => explained(inTransactionOf(client, work), failed)
    yield* begin("isolation level read committed")
    yield* lockForMigrations(query, options.schema)
    const rows = yield* loadDump({ dialect: "pg", query, insert: copyInto(client, failed), migrating }, loaded)
    yield* query("commit")
    return rows
  }).pipe(Effect.scoped, explain(options))
