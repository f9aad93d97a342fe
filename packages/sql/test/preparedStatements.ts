import { Database, type Dialect, type PlainStatement, repositories } from "@boardwright/sql"
import { Effect, Layer } from "effect"

/** Every statement that the repositories prepare on a dialect, in a database that runs none. */
export const preparedStatements = (dialect: Dialect): Effect.Effect<ReadonlyArray<PlainStatement>> =>
  Effect.suspend(() => {
    const statements: Array<PlainStatement> = []
    const database = Layer.succeed(
      Database,
      Database.of({
        dialect,
        prepare: (statement) => {
          statements.push(statement)
          return () => Effect.succeed([])
        },
        atomic: (work) => work
      })
    )
    return Effect.as(Effect.scoped(Layer.build(Layer.provide(repositories, database))), statements)
  })
