import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { makeCompilerSqlite } from "@effect/sql/Statement"
import { Effect, Stream } from "effect"
import type { SqliteDatabase } from "./driver.js"
import { prepared } from "./prepared.js"
import { attempt } from "./waiting.js"

/** A connection as @effect/sql needs it to run migrations. */
export const connectionOn = (db: SqliteDatabase): Connection => {
  const execute: Connection["execute"] = (text, parameters, transformRows) =>
    Effect.map(
      attempt(() => prepared(db, text)(parameters) as ReadonlyArray<object>),
      (rows) => transformRows?.(rows) ?? rows
    )
  return {
    execute,
    executeUnprepared: execute,
    executeRaw: (text, parameters) => execute(text, parameters, undefined),
    executeValues: (text, parameters) =>
      Effect.map(execute(text, parameters, undefined), (rows) => rows.map((row) => Object.values(row))),
    executeStream: () => Stream.dieMessage("A migration reads no stream")
  }
}

/** A client of @effect/sql on a connection. */
export const clientOn = (connection: Connection): Effect.Effect<SqlClient.SqlClient> =>
  SqlClient.make({
    acquirer: Effect.succeed(connection),
    compiler: makeCompilerSqlite(),
    spanAttributes: []
  }).pipe(Effect.provide(Reactivity.layer))
