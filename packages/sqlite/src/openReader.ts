import type { PlainStatement, Run } from "@boardwright/sql"
import { SqlError } from "@effect/sql/SqlError"
import Sqlite from "better-sqlite3"
import { Effect, type Scope } from "effect"
import { fault, isBusy } from "./faults.js"
import { deadlineIn, whileBusy } from "./waiting.js"

/**
 * Opens a connection for reads beside the one that writes. It sees what is committed, never waits for the writer and
 * costs little more than better-sqlite3 itself: a statement is prepared at its first use and kept.
 */
export const openReader = (
  filename: string,
  patienceMillis: number
): Effect.Effect<(statement: PlainStatement) => Run, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => new Sqlite(filename, { readonly: true, fileMustExist: true, timeout: 0 })),
    (db) => Effect.sync(() => db.close())
  ).pipe(
    Effect.map((db) => ({ operation, text }: PlainStatement): Run => {
      let prepared: Sqlite.Statement<Array<unknown>> | undefined
      const read = (parameters: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
        (prepared ??= db.prepare(text)).all(...parameters)
      return (parameters) => {
        try {
          return Effect.succeed(read(parameters))
        } catch (error) {
          if (!isBusy(error)) return fault(operation, error)
          const attempt = Effect.try({ try: () => read(parameters), catch: (cause) => new SqlError({ cause }) })
          return Effect.catchAll(whileBusy(attempt, deadlineIn(patienceMillis)), (last) => fault(operation, last))
        }
      }
    })
  )
