import { Ports } from "@boardwright/core"
import {
  Database,
  type SqlStatement,
  type Repositories,
  repositories,
  type Run,
  type StorageNotUsable
} from "@boardwright/sql"
import { Context, Duration, Effect, identity, Layer, type Scope } from "effect"
import { holdServerLock } from "./holdServerLock.js"
import { keptAnswers } from "./keptAnswers.js"
import { openReader, reading } from "./openReader.js"
import { openWriter } from "./openWriter.js"
import type { Prepared } from "./prepared.js"
import type { WriterStatement } from "./Writer.js"

export interface SqliteOptions {
  /** The database's file, made where there is none, in a folder that exists; `:memory:` for none. */
  readonly filename: string
  /** Refuse to start beside another server on this file. For servers; command line tools run beside one. */
  readonly exclusive?: boolean | undefined
  /** How long to try while another process holds the file, to open it and at each write; 10 seconds. */
  readonly patience?: Duration.DurationInput | undefined
}

const make = Effect.fnUntraced(function* ({ exclusive, filename, patience = "10 seconds" }: SqliteOptions) {
  const inMemory = filename === ":memory:"
  const patienceMillis = Duration.toMillis(patience)
  if (exclusive === true && !inMemory) yield* holdServerLock(filename)
  const writer = yield* openWriter(filename, patienceMillis)
  const reader = inMemory ? null : yield* openReader(filename, patienceMillis)
  const keeping = reader === null ? identity : keptAnswers(reader("pragma data_version"))

  // Each commit makes the reader's pages stale, but not those of the connection that wrote it.
  const latest =
    (own: WriterStatement, beside: Prepared): Prepared =>
    (parameters) =>
      writer.isWriting ? beside(parameters) : own.now(parameters)
  const outsideOf = (statement: SqlStatement, own: WriterStatement): Run => {
    if (reader === null) return own.between
    const read = latest(own, reader(statement.text))
    return reading(statement.operation, patienceMillis, statement.cacheable === true ? keeping(read) : read)
  }
  const database = Database.of({
    dialect: "sqlite",
    prepare: (statement) => {
      const own = writer.prepare(statement)
      const outside = outsideOf(statement, own)
      const run: Run = (parameters) =>
        Effect.withFiberRuntime((fiber) => {
          const transaction = fiber.getFiberRef(writer.current)
          if (transaction !== null) return own.within(transaction, parameters)
          return statement.writes ? writer.transact(run(parameters)) : outside(parameters)
        })
      return run
    },
    atomic: (work) =>
      Effect.withFiberRuntime((fiber) => (fiber.getFiberRef(writer.current) === null ? writer.transact(work) : work))
  })
  const transactor = Ports.Transactor.of({ transact: (work) => writer.transact(work) })
  return Context.add(Context.make(Database, database), Ports.Transactor, transactor)
})

/**
 * All storage ports on one SQLite file: write-ahead log, `synchronous = FULL` (an acknowledged write survives a power
 * loss), foreign keys on. The file is checked and migrated first; any number of processes may start at once. Reads see
 * what is committed and wait for no writer; a file that another process holds never blocks the event loop.
 */
export const layer = (
  options: SqliteOptions
): Layer.Layer<Repositories | Ports.Transactor | Database, StorageNotUsable> => {
  const opened: Effect.Effect<Context.Context<Database | Ports.Transactor>, StorageNotUsable, Scope.Scope> = make(
    options
  )
  return Layer.provideMerge(repositories, Layer.scopedContext(opened))
}
