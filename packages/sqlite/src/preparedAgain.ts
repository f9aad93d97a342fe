import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"

/**
 * The connection, but what could not be prepared is prepared again when it is asked for again. `@effect/sql-sqlite-node`
 * keeps a failed preparation like a prepared statement, for 10 minutes: a file that was locked for a moment, while the
 * schema was read, would stay locked for that statement.
 */
export const preparedAgain = (connection: Connection): Connection => ({
  ...connection,
  execute: (text, parameters, transformRows) =>
    Effect.catchIf(
      connection.execute(text, parameters, transformRows),
      ({ message }) => message.startsWith("Failed to prepare"),
      () =>
        Effect.flatten(
          Effect.try({
            try: () => connection.executeUnprepared(text, parameters, transformRows),
            catch: (cause) => new SqlError({ cause, message: "Failed to prepare statement" })
          })
        )
    )
})
