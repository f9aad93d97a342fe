import { Ports } from "@boardwright/core"
import { assert } from "@effect/vitest"
import { Effect } from "effect"

/** Checks the schema state that storage reports after migrations were added and removed by SQL. */
export const reportsSchemaStates = <E, R>(runSql: (text: string) => Effect.Effect<unknown, E, R>) =>
  Effect.gen(function* () {
    const { schema } = yield* Ports.StorageHealth
    assert.strictEqual(yield* schema, "current")
    yield* runSql("insert into boardwright_migrations (migration_id, name) values (9999, 'of_the_future')")
    assert.strictEqual(yield* schema, "newer")
    yield* runSql("delete from boardwright_migrations where migration_id > 1")
    assert.strictEqual(yield* schema, "older")
    yield* runSql("delete from boardwright_migrations")
    assert.strictEqual(yield* schema, "older")
  })
