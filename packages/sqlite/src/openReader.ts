import type { PlainStatement, Run } from "@boardwright/sql"
import Sqlite from "better-sqlite3"
import { Effect, type Scope } from "effect"
import { fault, isBusy } from "./faults.js"
import { prepared } from "./prepared.js"
import { attempt, deadlineIn, whileBusy } from "./waiting.js"

/**
 * Opens a connection for reads beside the one that writes. It sees what is committed, never waits for the writer and
 * costs little more than better-sqlite3 itself.
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
      const read = prepared(db, text)
      return (parameters) => {
        try {
          return Effect.succeed(read(parameters))
        } catch (error) {
          if (!isBusy(error)) return fault(operation, error)
          const again = attempt(() => read(parameters))
          return Effect.catchAll(whileBusy(again, deadlineIn(patienceMillis)), (last) => fault(operation, last))
        }
      }
    })
  )
