import { Effect, type Scope } from "effect"
import { newDatabase, newEmptyDatabase, type TestDatabase } from "./databases.js"

/** A new database with tables, for as long as the scope lasts. */
export const scopedDatabase: Effect.Effect<TestDatabase, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(() => newDatabase()),
  ({ drop }) => Effect.promise(drop)
)

/** A new database without tables, for as long as the scope lasts. */
export const emptyDatabase: Effect.Effect<TestDatabase, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(() => newEmptyDatabase()),
  ({ drop }) => Effect.promise(drop)
)
