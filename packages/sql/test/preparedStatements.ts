import { Database, type Dialect, type SqlStatement, repositories } from "@boardwright/sql"
import { Effect, Layer } from "effect"

/** All statements that the repositories prepare for a dialect. */
export const preparedStatements = (dialect: Dialect): Effect.Effect<ReadonlyArray<SqlStatement>> =>
  Effect.suspend(() => {
    const statements: Array<SqlStatement> = []
    const database = Layer.succeed(
      Database,
      Database.of({
        dialect,
        eager: true,
        prepare: (statement) => {
          statements.push(statement)
          return () => Effect.succeed([])
        },
        atomic: (work) => work,
        inTransaction: Effect.succeed(false),
        writes: Effect.succeed("ok")
      })
    )
    return Effect.as(Effect.scoped(Layer.build(Layer.provide(repositories, database))), statements)
  })
